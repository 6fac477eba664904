import type { ToolDefinition } from '../definition.ts'
import { McpError } from '../errors.ts'
import { tellError } from '../handler-error.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { mirrorFault } from '../mirrored-argument.ts'
import { knownPrincipal } from '../principal.ts'
import { ErrorCode } from '../protocol.ts'
import type { CallToolResult, Interim } from '../results.ts'
import type { Slot } from '../registry.ts'
import { isInterimResult } from '../return-value.ts'
import { stampResult } from '../stamp.ts'
import { cachedList } from './list.ts'
import type { Call, Method } from './method.ts'
import { stampInterim } from './stamp-interim.ts'

export const listTools: Method = cachedList('tools/list', server => server.registry.tools.values(), (slot, tool: ToolDefinition, era) => {
  const { outputSchema, ...descriptor } = tool.descriptor
  return {
    name: slot.name,
    ...descriptor,
    title: descriptor.title ?? slot.title,
    ...outputSchema && { outputSchema: era === 'legacy' ? objectSchema(outputSchema) : outputSchema },
  }
}, 'tools')

export const callTool: Method = async (call) => {
  const { server, era, params, event, exchange } = call
  const slot = typeof params.name === 'string' ? server.registry.tools.get(params.name) : undefined
  if (!slot) throw new McpError(ErrorCode.InvalidParams, typeof params.name === 'string' ? `Unknown tool: ${params.name}` : 'tools/call needs the name of a tool.')
  let tool = slot.definition
  let result: Interim<CallToolResult>
  try {
    tool ??= await slot.load()
    const fault = era === 'modern' && tool.mirrored ? mirrorFault(tool.mirrored, params.arguments, name => exchange.header(name)) : undefined
    if (fault) return fault
    result = await tool.call(params.arguments, event)
  }
  catch (error) {
    if (McpError.isError(error)) throw error
    result = failedCall(call, slot, error)
  }
  if (isInterimResult(result)) return stampInterim(call, result)
  return stampResult(server, era, era === 'legacy' ? legacyResult(result, tool) : result)
}

/** A failure that the model may see: what the app said on purpose, else only that the tool failed. */
function failedCall({ server, event }: Call, slot: Slot<ToolDefinition>, error: unknown): CallToolResult {
  const { message, deliberate } = tellError(error, `The tool "${slot.name}" failed.`, server.dev)
  if (!deliberate) server.report(error, { method: 'tools/call', name: slot.name, file: slot.file, principal: knownPrincipal(event) })
  return { content: [{ type: 'text', text: message }], isError: true }
}

/** On the 2025 revisions an output is an object; another root is put into one, in the schema and in the value alike. */
function legacyResult(result: CallToolResult, tool: ToolDefinition | undefined): object {
  const { structuredContent, ...rest } = result
  if (structuredContent === undefined) return rest
  const schema = tool?.descriptor.outputSchema
  const fits = schema ? schema.type === 'object' : isJsonObject(structuredContent)
  return { ...rest, structuredContent: fits ? structuredContent : { result: structuredContent } }
}

function objectSchema(schema: JsonObject): JsonObject {
  return schema.type === 'object' ? schema : { type: 'object', properties: { result: schema }, required: ['result'] }
}
