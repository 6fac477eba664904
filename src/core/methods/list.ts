import type { Definition } from '../definition.ts'
import { McpError } from '../errors.ts'
import type { JsonObject } from '../json.ts'
import { ErrorCode, type Era } from '../protocol.ts'
import type { Slot } from '../registry.ts'
import { loadAll, type Server } from '../server.ts'
import { listHints, stampResult } from '../stamp.ts'
import type { Method } from './method.ts'

/** Every list is one page, so a cursor can only be one that this server never gave. */
export function refuseCursor(params: JsonObject): void {
  if (params.cursor !== undefined) throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor.')
}

/** A list that is fixed at build: rendered to text once per server and era, when it is first asked for. */
export function cachedList<D extends Definition>(
  method: string,
  slotsOf: (server: Server) => Iterable<Slot<D>>,
  describe: (slot: Slot<D>, definition: D, era: Era) => JsonObject,
  key: string,
): Method {
  const texts = { modern: new WeakMap<Server, string>(), legacy: new WeakMap<Server, string>() }
  return async ({ server, era, params }) => {
    refuseCursor(params)
    const known = texts[era].get(server)
    if (known !== undefined) return known
    const { loaded, complete } = await loadAll(server, slotsOf(server), method)
    const items = loaded.map(({ slot, definition }) => describe(slot, definition, era))
    const text = stampResult(server, era, { [key]: items }, listHints(server))
    if (complete) texts[era].set(server, text)
    return text
  }
}
