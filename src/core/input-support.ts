import { declaresCapability, missingCapabilityError } from './client-capability.ts'
import type { CapabilityPath } from './client-capability.ts'
import { McpError } from './errors.ts'
import { mcpContextOf } from './event.ts'
import type { EventLike, McpContext } from './event.ts'
import { wordQuestion } from './legacy-questions.ts'
import { RequestContext, type LegacyReach } from './request-context.ts'
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

/** What else stands in the way of asking a 2025 client, where there is a way. */
const obstacles: Record<Exclude<LegacyReach, 'open'>, string> = {
  'off': '',
  'no-key': ', and can only be asked by a server with a state key',
  'no-session': ', and sent no Mcp-Session-Id',
  'no-stream': ', and does not accept text/event-stream',
}

function legacyRefusal(context: McpContext): McpError | undefined {
  const { legacyInput = 'off' } = RequestContext.internalsOf(context)
  if (legacyInput === 'open') return undefined
  const { method, name, protocolVersion } = context
  const asking = name === undefined ? method : `${method} of ${JSON.stringify(name)}`
  return new McpError(
    ErrorCode.InvalidRequest,
    `${asking} has to ask for input, which takes a client of MCP ${MODERN_VERSION}; this one speaks ${protocolVersion}${obstacles[legacyInput]}.`,
  )
}

/** Why this request may not be answered by a question at all. */
function interimRefusal(context: McpContext): McpError | undefined {
  const { era, method } = context
  const refusal = era === 'legacy' ? legacyRefusal(context) : undefined
  if (refusal) return refusal
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
  if (missing.length > 0) return missingCapabilityError(missing)
  return context.era === 'legacy' ? wordlessRefusal(context, entries) : undefined
}

/** An earlier revision may lack the words for a question. */
function wordlessRefusal({ protocolVersion }: McpContext, entries: readonly (readonly [key: string, request: unknown])[]): McpError | undefined {
  for (const [key, request] of entries) {
    const words = wordQuestion(protocolVersion, request as InputRequest)
    if (typeof words === 'string') return new McpError(ErrorCode.InvalidRequest, `inputRequired: inputRequests[${JSON.stringify(key)}]: ${words}`)
  }
}

/**
 * Whether `inputRequired` would take this request: the verdict of its checks, without the throw.
 * `false` for a client of 2025 unless it can be asked while its request is held open (the `legacyInput` option).
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function canRequestInput(event: EventLike, request: InputRequest): boolean {
  return inputRefusal(mcpContextOf(event, 'canRequestInput'), [['', request]]) === undefined
}

/**
 * Those of the requests that this client can answer, as a new map; see {@link canRequestInput} for clients of 2025.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function getSupportedInputs<Requests extends InputRequests>(event: EventLike, requests: Requests): Partial<Requests> {
  const context = mcpContextOf(event, 'getSupportedInputs')
  const supported = inputEntries(requests).filter(entry => inputRefusal(context, [entry]) === undefined)
  return inputMap(supported) as Partial<Requests>
}
