import type { ToolDefinition } from '../definition.ts'
import { McpError } from '../errors.ts'
import type { McpEvent } from '../event.ts'
import { tellError } from '../handler-error.ts'
import { isJsonObject, type JsonObject } from '../json.ts'
import { mirrorFault } from '../mirrored-argument.ts'
import { knownPrincipal } from '../principal.ts'
import { ErrorCode } from '../protocol.ts'
import type { CallToolResult, Interim } from '../results.ts'
import type { Slot } from '../registry.ts'
import { isInterimResult } from '../return-value.ts'
import type { Server } from '../server.ts'
import { stampResult } from '../stamp.ts'
import { cachedList } from './list.ts'
import type { Method } from './method.ts'
import { stampInterim } from './stamp-interim.ts'
import { callAsTask } from './task-call.ts'

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
  const slot = findTool(server, params.name)
  // A file that can't be loaded fails when it is run.
  const tool = slot.definition ?? await slot.load().catch(() => undefined)
  const fault = era === 'modern' && tool?.mirrored ? mirrorFault(tool.mirrored, params.arguments, name => exchange.header(name)) : undefined
  if (fault) return fault
  const work = () => runTool(server, slot, params.arguments, event)
  const task = tool?.task && callAsTask(call, tool.task, work)
  if (task) return task
  const result = await work()
  if (isInterimResult(result)) return stampInterim(call, result)
  return stampResult(server, era, era === 'legacy' ? legacyResult(result, tool) : result)
}

export function findTool(server: Server, name: unknown): Slot<ToolDefinition> {
  const slot = typeof name === 'string' ? server.registry.tools.get(name) : undefined
  if (!slot) throw new McpError(ErrorCode.InvalidParams, typeof name === 'string' ? `Unknown tool: ${name}` : 'tools/call needs the name of a tool.')
  return slot
}

/** Runs a tool once. Throws an `McpError` only; any other failure is a result that the model may see: what the app said on purpose, else only that the tool failed. */
export async function runTool(server: Server, slot: Slot<ToolDefinition>, args: unknown, event: McpEvent): Promise<Interim<CallToolResult>> {
  try {
    const tool = slot.definition ?? await slot.load()
    return await tool.call(args, event)
  }
  catch (error) {
    if (McpError.isError(error)) throw error
    const { message, deliberate } = tellError(error, `The tool "${slot.name}" failed.`, server.dev)
    if (!deliberate && !isAbort(error, event)) server.report(error, { method: 'tools/call', name: slot.name, file: slot.file, principal: knownPrincipal(event) })
    return { content: [{ type: 'text', text: message }], isError: true }
  }
}

/** A handler that stops because it was told to has not failed. */
function isAbort(error: unknown, event: McpEvent): boolean {
  const { signal } = event.context.mcp
  return signal.aborted && (error === signal.reason || (error instanceof Error && error.name === 'AbortError'))
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
