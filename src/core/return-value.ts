import type { ContentBlock } from './content.ts'
import type { InputRequiredResult } from './input-request.ts'
import { isJsonObject } from './json.ts'

/** An interim result goes out as it is; the engine checks it. */
export function isInterimResult(value: unknown): value is InputRequiredResult {
  return isJsonObject(value) && value.resultType === 'input_required'
}

/** By shape, as an object of the app may well have a `type` or `content` of its own. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (!isJsonObject(value)) return false
  switch (value.type) {
    case 'text': return typeof value.text === 'string'
    case 'image':
    case 'audio': return typeof value.data === 'string' && typeof value.mimeType === 'string'
    case 'resource_link': return typeof value.uri === 'string' && typeof value.name === 'string'
    case 'resource': return isResourceContents(value.resource) && typeof value.resource.uri === 'string'
    default: return false
  }
}

/** Its `uri` may still be missing. */
export function isResourceContents(value: unknown): value is { uri?: string, mimeType?: string } & ({ text: string } | { blob: string }) {
  return isJsonObject(value) && (typeof value.text === 'string' || typeof value.blob === 'string')
}

/** Whether an object has no other keys than these, so that an empty list in it is a result and not data of the app. */
export function hasOnlyKeys(value: object, keys: readonly string[]): boolean {
  return Object.keys(value).every(key => keys.includes(key))
}

/**
 * A returned value as JSON text. Throws for what JSON would refuse (a bigint, a cycle) or silently empty
 * (a function, a `Map`, a `Response`, an `Error`, bytes): the author returned something else than intended.
 */
export function toJsonText(value: unknown, caller: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  }
  catch (cause) {
    throw new Error(`${caller}: the handler returned a value that JSON can't hold (${cause instanceof Error ? cause.message.split('\n', 1)[0] : String(cause)}).`, { cause })
  }
  if (text === undefined || ArrayBuffer.isView(value) || (text === '{}' && !isPlainObject(value))) {
    throw new Error(`${caller}: the handler returned ${nameOf(value)}, which has no JSON form; return a string, a number, a plain object or an array.`)
  }
  return text
}

/** By the prototype's own prototype, so that an object of another realm is plain too. */
function isPlainObject(value: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  const name = typeof value === 'object' && value !== null ? value.constructor?.name : typeof value
  return `a value of type ${name || 'unknown'}`
}
