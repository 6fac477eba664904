import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from './encoding.ts'
import { McpError } from './errors.ts'
import { ErrorCode } from './protocol.ts'

/** A part of a list, and where the next one begins. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor?: string
}

/**
 * Cuts a list (server/utilities/pagination). A cursor names the last item of the page before, so that it holds when items
 * are added between two pages. One that names nothing is `-32602`.
 */
export function pageOf<Item>(items: readonly Item[], nameOf: (item: Item) => string, cursor: unknown, size: number): Page<Item> {
  const start = cursor === undefined ? 0 : startAfter(items, nameOf, cursor)
  const page = items.slice(start, start + size)
  const last = page.at(-1)
  return start + size < items.length && last !== undefined ? { items: page, nextCursor: encodeBase64url(encodeUtf8(nameOf(last))) } : { items: page }
}

function startAfter<Item>(items: readonly Item[], nameOf: (item: Item) => string, cursor: unknown): number {
  const bytes = typeof cursor === 'string' ? decodeBase64url(cursor) : undefined
  const name = bytes && decodeUtf8(bytes)
  const index = name === undefined ? -1 : items.findIndex(item => nameOf(item) === name)
  // The last page has no cursor after it.
  if (index < 0 || index === items.length - 1) throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor.')
  return index + 1
}
