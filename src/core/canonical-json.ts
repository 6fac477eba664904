import { McpError } from './errors.ts'
import { ErrorCode } from './protocol.ts'

/** Deeper arguments are refused: writing them recurses, and a client could exhaust the stack. */
export const MAX_JSON_DEPTH = 100

/**
 * One text for one JSON value: keys sorted by UTF-16 code units, no whitespace, so that a client may write
 * the same arguments anew and get the same digest. For digests only: it is not meant to be parsed.
 *
 * Throws `McpError` `-32602` below {@link MAX_JSON_DEPTH} levels, `TypeError` for what no JSON text can hold.
 */
export function canonicalJson(value: unknown): string {
  return write(value, MAX_JSON_DEPTH)
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string': return JSON.stringify(value)
    // `JSON.parse('1e400')` is Infinity, which JSON.stringify would write as null: two values, one digest.
    case 'number': return String(value)
    case 'boolean': return String(value)
    case 'object': break
    default: throw new TypeError(`canonicalJson: ${typeof value} is not JSON.`)
  }
  if (value === null) return 'null'
  if (depth === 0) throw new McpError(ErrorCode.InvalidParams, `Arguments are nested deeper than ${MAX_JSON_DEPTH} levels`)
  if (Array.isArray(value)) return `[${value.map(item => write(item, depth - 1)).join(',')}]`
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => a < b ? -1 : 1)
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${write(member, depth - 1)}`).join(',')}}`
}
