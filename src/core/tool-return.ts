import { formatIssues } from './issue.ts'
import { isJsonObject } from './json.ts'
import type { CallToolResult, Interim } from './results.ts'
import { hasOnlyKeys, isContentBlock, isInterimResult, toJsonText } from './return-value.ts'
import type { Schema } from './schema.ts'

const resultKeys = ['content', 'structuredContent', 'isError', '_meta', 'resultType']

/** Shapes what a tool's handler returned. Throws a plain `Error` for a mistake of its author, which the engine masks. */
export function toToolResult(value: unknown): Interim<CallToolResult> {
  if (isInterimResult(value) || isFullResult(value)) return value
  if (value === undefined || value === null) return { content: [] }
  if (typeof value === 'string') return textResult(value)
  if (isContentBlock(value)) return { content: [value] }
  if (Array.isArray(value) && value.length > 0 && value.every(isContentBlock)) return { content: value }
  return textResult(toJsonText(value, 'defineTool'))
}

/** As {@link toToolResult}, for a tool with an `outputSchema`: what is sent must match it (2026-07-28, server/tools "Output Schema"). */
export async function toStructuredResult(value: unknown, schema: Schema): Promise<Interim<CallToolResult>> {
  if (isInterimResult(value)) return value
  if (!isFullResult(value)) {
    const { structuredContent, text } = await checkStructured(value, schema)
    return { content: [{ type: 'text', text }], structuredContent }
  }
  if (value.isError) return value
  if (value.structuredContent === undefined) throw new Error('defineTool: the tool has an outputSchema, so a full result needs structuredContent.')
  const { structuredContent } = await checkStructured(value.structuredContent, schema)
  return { ...value, structuredContent }
}

async function checkStructured(value: unknown, schema: Schema): Promise<{ structuredContent: unknown, text: string }> {
  // Plain JSON Schema speaks about JSON, so what is checked is what the client will read: dates are strings, undefined members are gone.
  const text = schema.plain ? toJsonText(value, 'defineTool') : undefined
  const checked = await schema.validate(text === undefined ? value : JSON.parse(text))
  if (checked.issues) throw new Error(`defineTool: what the handler returned does not match outputSchema:\n${formatIssues(checked.issues)}`)
  return { structuredContent: checked.value, text: text ?? toJsonText(checked.value, 'defineTool') }
}

function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] }
}

/** An empty `content` may be an app's own data, which then has other keys beside it. */
function isFullResult(value: unknown): value is CallToolResult {
  return isJsonObject(value) && Array.isArray(value.content) && value.content.every(isContentBlock)
    && (value.content.length > 0 || hasOnlyKeys(value, resultKeys))
}
