import { describeValue } from './describe-value.ts'
import { isJsonObject, type JsonObject } from './json.ts'

/** What a block of each type needs, by `typeof`; `array` for arrays. */
const needs = new Map<unknown, Readonly<Record<string, string>>>([
  ['text', { text: 'string' }],
  ['image', { data: 'string', mimeType: 'string' }],
  ['audio', { data: 'string', mimeType: 'string' }],
  ['tool_use', { id: 'string', name: 'string', input: 'object' }],
  ['tool_result', { toolUseId: 'string', content: 'array' }],
])

/**
 * Why these are not the messages of a conversation, by place. Models refuse a use of a tool that the very next message does
 * not answer, and results mixed with anything else (client/sampling, "Tool use").
 */
export function messagesProblem(messages: readonly unknown[]): string | undefined {
  let open: readonly unknown[] = []
  for (const [index, message] of messages.entries()) {
    const where = `messages[${index}]`
    if (!isJsonObject(message)) return `${where} must be an object, not ${describeValue(message)}.`
    const { role, content } = message
    if (role !== 'user' && role !== 'assistant') return `${where}.role must be "user" or "assistant", not ${describeValue(role)}.`
    const blocks: readonly unknown[] = Array.isArray(content) ? content : [content]
    const problem = blocks.map(blockProblem).find(found => found !== undefined)
    if (problem) return `${where}.content ${problem}`
    const results = idsOf(blocks, 'tool_result', 'toolUseId')
    if (!sameIds(open, results) || (results.length > 0 && (role !== 'user' || results.length < blocks.length))) {
      return `${where}: a message that uses tools is followed by one of the user that holds the result of each, and nothing else.`
    }
    open = idsOf(blocks, 'tool_use', 'id')
    if (open.length > 0 && role !== 'assistant') return `${where}: only the assistant uses tools.`
  }
  return open.length > 0 ? 'messages end with a use of a tool that has no result.' : undefined
}

function blockProblem(block: unknown): string | undefined {
  const fields = isJsonObject(block) ? needs.get(block.type) : undefined
  if (!isJsonObject(block) || !fields) return `must be blocks of type ${[...needs.keys()].join(', ')}, not ${describeValue(isJsonObject(block) ? block.type : block)}.`
  const missing = Object.entries(fields).find(([key, type]) => !fits(block[key], type))
  return missing && `of type ${String(block.type)} needs ${missing[0]} (${missing[1]}), not ${describeValue(block[missing[0]])}.`
}

function fits(value: unknown, type: string): boolean {
  return type === 'array' ? Array.isArray(value) : type === 'object' ? isJsonObject(value) : typeof value === type
}

function idsOf(blocks: readonly unknown[], type: string, key: string): unknown[] {
  return blocks.filter((block): block is JsonObject => isJsonObject(block) && block.type === type).map(block => block[key])
}

function sameIds(open: readonly unknown[], results: readonly unknown[]): boolean {
  return open.length === results.length && open.every(id => results.includes(id))
}
