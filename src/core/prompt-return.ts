import type { ContentBlock } from './content.ts'
import { isJsonObject } from './json.ts'
import type { GetPromptResult, Interim, PromptMessage } from './results.ts'
import { isContentBlock, isInterimResult } from './return-value.ts'

/** A message whose text may stand for its block. */
export interface PromptMessageInput {
  role: 'user' | 'assistant'
  content: string | ContentBlock
}

/** Shapes what a prompt's handler returned. Throws a plain `Error` for a mistake of its author, which the engine masks. */
export function toPromptResult(value: unknown): Interim<GetPromptResult> {
  if (isInterimResult(value)) return value
  if (typeof value === 'string') return { messages: [toMessage({ role: 'user', content: value }, '')] }
  if (Array.isArray(value)) return { messages: value.map((message, index) => toMessage(message, `[${index}]`)) }
  if (isJsonObject(value) && Array.isArray(value.messages)) {
    return { ...value, messages: value.messages.map((message, index) => toMessage(message, `.messages[${index}]`)) }
  }
  return { messages: [toMessage(value, '')] }
}

function toMessage(value: unknown, at: string): PromptMessage {
  if (!isJsonObject(value) || (value.role !== 'user' && value.role !== 'assistant')) throw refusal(at, 'is no message: return a string, { role, content } with the role user or assistant, an array of those, or { messages }')
  if (typeof value.content === 'string') return { role: value.role, content: { type: 'text', text: value.content } }
  if (isContentBlock(value.content)) return { role: value.role, content: value.content }
  throw refusal(`${at}.content`, 'must be a string or one content block')
}

function refusal(at: string, problem: string): Error {
  return new Error(`definePrompt: what the handler returned${at && ` (at ${at})`} ${problem}.`)
}
