import { declaresCapability, missingCapabilityError } from './client-capability.ts'
import type { CapabilityPath } from './client-capability.ts'
import { McpError } from './errors.ts'
import { mcpContextOf } from './event.ts'
import type { EventLike, McpContext } from './event.ts'
import { inputEntries, inputMap, inputRequestProblem } from './input-request.ts'
import type { InputRequest, InputRequests } from './input-request.ts'
import { ErrorCode, MODERN_VERSION } from './protocol.ts'

/** The only requests that an interim result may answer (2026-07-28, basic/patterns/mrtr). */
const askingMethods = ['tools/call', 'prompts/get', 'resources/read']

function requiredCapabilities(request: InputRequest): CapabilityPath[] {
  switch (request.method) {
    case 'elicitation/create': return [['elicitation', request.params.mode ?? 'form']]
    case 'roots/list': return [['roots']]
  }
  const { includeContext = 'none', tools, toolChoice } = request.params
  const paths: CapabilityPath[] = [['sampling']]
  if (includeContext !== 'none') paths.push(['sampling', 'context'])
  if (tools !== undefined || toolChoice !== undefined) paths.push(['sampling', 'tools'])
  return paths
}

/** Why this request may not be answered by a question at all. */
function interimRefusal({ era, method, name, protocolVersion }: McpContext): McpError | undefined {
  if (era === 'legacy') {
    const asking = name === undefined ? method : `${method} of ${JSON.stringify(name)}`
    return new McpError(
      ErrorCode.InvalidRequest,
      `${asking} has to ask for input, which takes a client of MCP ${MODERN_VERSION}; this one speaks ${protocolVersion}.`,
    )
  }
  if (!askingMethods.includes(method)) {
    return new McpError(ErrorCode.InternalError, `inputRequired: ${method} may not ask for input; only ${askingMethods.join(', ')} may.`)
  }
}

/** Why this client may not be asked these, if so: the one verdict behind `inputRequired` and `canRequestInput`. */
export function inputRefusal(context: McpContext, entries: readonly (readonly [key: string, request: unknown])[]): McpError | undefined {
  const refusal = interimRefusal(context)
  if (refusal) return refusal

  for (const [key, request] of entries) {
    const problem = inputRequestProblem(request)
    if (problem) return new McpError(ErrorCode.InternalError, `inputRequired: inputRequests[${JSON.stringify(key)}]: ${problem}`)
  }
  const missing = entries
    .flatMap(([, request]) => requiredCapabilities(request as InputRequest))
    .filter(path => !declaresCapability(context.clientCapabilities, path))
  return missing.length > 0 ? missingCapabilityError(missing) : undefined
}

/**
 * Whether `inputRequired` would take this request: the verdict of its checks, without the throw.
 * `false` on a legacy request, where nothing can be asked.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function canRequestInput(event: EventLike, request: InputRequest): boolean {
  return inputRefusal(mcpContextOf(event, 'canRequestInput'), [['', request]]) === undefined
}

/**
 * Those of the requests that this client can answer, as a new map; none on a legacy request.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function getSupportedInputs<Requests extends InputRequests>(event: EventLike, requests: Requests): Partial<Requests> {
  const context = mcpContextOf(event, 'getSupportedInputs')
  const supported = inputEntries(requests).filter(entry => inputRefusal(context, [entry]) === undefined)
  return inputMap(supported) as Partial<Requests>
}
