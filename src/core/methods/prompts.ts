import type { PromptDefinition } from '../definition.ts'
import { McpError } from '../errors.ts'
import { ErrorCode } from '../protocol.ts'
import { isInterimResult } from '../return-value.ts'
import { stampResult } from '../stamp.ts'
import { stampInterim } from './stamp-interim.ts'
import { cachedList } from './list.ts'
import type { Method } from './method.ts'

export const listPrompts: Method = cachedList('prompts/list', server => server.registry.prompts.values(), (slot, prompt: PromptDefinition) => ({
  name: slot.name,
  ...prompt.descriptor,
  title: prompt.descriptor.title ?? slot.title,
}), 'prompts')

export const getPrompt: Method = async (call) => {
  const { server, era, params, event } = call
  const slot = typeof params.name === 'string' ? server.registry.prompts.get(params.name) : undefined
  if (!slot) throw new McpError(ErrorCode.InvalidParams, typeof params.name === 'string' ? `Unknown prompt: ${params.name}` : 'prompts/get needs the name of a prompt.')
  const prompt = slot.definition ?? await slot.load()
  const result = await prompt.get(params.arguments, event)
  return isInterimResult(result) ? stampInterim(call, result) : stampResult(server, era, result)
}
