import type { ElicitFormRequest } from './elicit.ts'
import type { InputRequest } from './input-request.ts'
import type { Issue, Validated } from './issue.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'
import { traitsOf } from './question-traits.ts'
import { isContentBlock } from './return-value.ts'
import { createSchema, validateStandard } from './schema.ts'
import type { Schema } from './schema.ts'

/** Compiling costs more than validating, and a form of a constant comes again on every request. */
const compiled = new WeakMap<object, Schema>()

export function isForm(question: InputRequest): question is ElicitFormRequest<unknown> {
  return question.method === 'elicitation/create' && question.params.mode !== 'url'
}

/**
 * What of an answer is kept: nothing but what was asked for. An accepted elicitation becomes its content, or `true` for a URL.
 * Not validated: {@link checkAnswer} is for that.
 */
export function keptOf(question: InputRequest, answer: JsonObject): unknown {
  switch (question.method) {
    case 'sampling/createMessage': return pick(answer, ['role', 'content', 'model', 'stopReason'])
    case 'roots/list': return { roots: Array.isArray(answer.roots) ? answer.roots.map(root => isJsonObject(root) ? pick(root, ['uri', 'name']) : root) : answer.roots }
  }
  if (!isForm(question)) return true
  const { content = {} } = answer
  return isJsonObject(content) ? pick(content, Object.keys(question.params.requestedSchema.properties)) : content
}

/** Validates what was kept, of this round or of an earlier one, and gives what the handler works with. */
export function checkAnswer(question: InputRequest, kept: unknown): Validated | Promise<Validated> {
  switch (question.method) {
    case 'sampling/createMessage': return verdict(kept, samplingIssues(kept))
    case 'roots/list': return verdict(kept, rootsIssues(kept))
  }
  if (!isForm(question)) return verdict(kept, kept === true ? [] : [issue('expected an opened URL')])
  const issues = fieldIssues(kept)
  if (issues.length > 0) return { issues }
  const { schema } = traitsOf(question)
  return schema ? validateStandard(schema, kept) : wireSchema(question.params.requestedSchema).validate(kept)
}

function wireSchema(source: object): Schema {
  const schema = compiled.get(source) ?? createSchema(source, 'input', 'requestedSchema')
  compiled.set(source, schema)
  return schema
}

function verdict(value: unknown, issues: readonly Issue[]): Validated {
  return issues.length > 0 ? { issues } : { value }
}

/** Before any schema: one that converts would let through what a form can't hold (2026-07-28, schema `ElicitResult`). */
function fieldIssues(content: unknown): Issue[] {
  if (!isJsonObject(content)) return [issue('expected the fields of the form')]
  return Object.entries(content)
    .filter(([, value]) => !['string', 'number', 'boolean'].includes(typeof value) && !isTexts(value))
    .map(([name]) => issue('expected text, a number, a boolean or a list of texts', name))
}

function samplingIssues(kept: unknown): Issue[] {
  const { role, content, model, stopReason } = isJsonObject(kept) ? kept : {}
  const blocks = [content].flat()
  return [
    ...role === 'user' || role === 'assistant' ? [] : [issue('expected "user" or "assistant"', 'role')],
    ...blocks.length > 0 && blocks.every(isSamplingContent) ? [] : [issue('expected content of a message', 'content')],
    ...typeof model === 'string' ? [] : [issue('expected a string', 'model')],
    ...stopReason === undefined || typeof stopReason === 'string' ? [] : [issue('expected a string', 'stopReason')],
  ]
}

function isSamplingContent(block: unknown): boolean {
  if (!isJsonObject(block)) return false
  switch (block.type) {
    case 'text':
    case 'image':
    case 'audio': return isContentBlock(block)
    case 'tool_use': return typeof block.id === 'string' && typeof block.name === 'string' && isJsonObject(block.input)
    case 'tool_result': return typeof block.toolUseId === 'string' && Array.isArray(block.content) && block.content.every(isContentBlock)
    default: return false
  }
}

function rootsIssues(kept: unknown): Issue[] {
  const roots = isJsonObject(kept) ? kept.roots : undefined
  if (!Array.isArray(roots)) return [issue('expected an array', 'roots')]
  return roots.flatMap((root, index) => isRoot(root) ? [] : [issue('expected a file: URI, and a name that is a string', 'roots', index)])
}

function isRoot(root: unknown): boolean {
  return isJsonObject(root) && typeof root.uri === 'string' && root.uri.startsWith('file:') && (root.name === undefined || typeof root.name === 'string')
}

function issue(message: string, ...path: (string | number)[]): Issue {
  return { path, message }
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(item => typeof item === 'string')
}

function pick(from: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.filter(name => Object.hasOwn(from, name)).map(name => [name, from[name]]))
}
