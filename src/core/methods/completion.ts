import type { Completer } from '../definition.ts'
import { McpError } from '../errors.ts'
import { isJsonObject } from '../json.ts'
import { ErrorCode } from '../protocol.ts'
import { loadAll, type Server } from '../server.ts'
import { stampResult } from '../stamp.ts'
import type { Method } from './method.ts'

/** The most values one answer may hold (server/utilities/completion). */
const maxValues = 100

export const complete: Method = async ({ server, era, params, event }) => {
  const { argument, context } = params
  if (!isJsonObject(argument) || typeof argument.name !== 'string' || typeof argument.value !== 'string') {
    throw new McpError(ErrorCode.InvalidParams, 'completion/complete needs an argument with a name and a value.')
  }
  const completer = await findCompleter(server, params.ref)
  if (!completer) return stampResult(server, era, { completion: { values: [] } })
  const all = await completer(argument.name, argument.value, knownArguments(context), event)
  const values = all.slice(0, maxValues)
  return stampResult(server, era, { completion: { values, total: all.length, hasMore: all.length > values.length } })
}

/** `undefined` when what is referred to exists and completes nothing. */
async function findCompleter(server: Server, ref: unknown): Promise<Completer | undefined> {
  if (isJsonObject(ref) && ref.type === 'ref/prompt' && typeof ref.name === 'string') {
    const slot = server.registry.prompts.get(ref.name)
    if (!slot) throw new McpError(ErrorCode.InvalidParams, `Unknown prompt: ${ref.name}`)
    return (slot.definition ?? await slot.load()).complete
  }
  if (isJsonObject(ref) && ref.type === 'ref/resource' && typeof ref.uri === 'string') {
    const { uri } = ref
    const { loaded } = await loadAll(server, server.registry.templates, 'completion/complete')
    const template = loaded.find(({ definition }) => definition.uriTemplate === uri)
    if (!template) throw new McpError(ErrorCode.InvalidParams, `Unknown resource template: ${uri}`)
    return template.definition.complete
  }
  throw new McpError(ErrorCode.InvalidParams, 'completion/complete needs a ref to a prompt by name or to a resource template by uri.')
}

function knownArguments(context: unknown): Record<string, string> {
  const args = isJsonObject(context) && isJsonObject(context.arguments) ? context.arguments : {}
  return Object.fromEntries(Object.entries(args).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}
