import type { Definition } from '../definition.ts'
import type { JsonObject } from '../json.ts'
import { pageOf } from '../page.ts'
import type { Era } from '../protocol.ts'
import type { Slot } from '../registry.ts'
import { loadAll, type Server } from '../server.ts'
import { stampResult } from '../stamp.ts'
import type { Method } from './method.ts'

interface Rendered {
  readonly items: readonly JsonObject[]
  /** The result texts by cursor; only cursors that name an item get here. */
  readonly pages: Map<unknown, string>
}

/** A list that is fixed at build: its pages are rendered to text once per server and era, when they are first asked for. */
export function cachedList<D extends Definition>(
  method: string,
  slotsOf: (server: Server) => Iterable<Slot<D>>,
  describe: (slot: Slot<D>, definition: D, era: Era) => JsonObject & { name: string },
  key: string,
): Method {
  const lists = { modern: new WeakMap<Server, Rendered>(), legacy: new WeakMap<Server, Rendered>() }
  return async ({ server, era, params: { cursor } }) => {
    const known = lists[era].get(server)?.pages.get(cursor)
    if (known !== undefined) return known
    const { items, pages } = lists[era].get(server) ?? await render(server, era)
    const { items: page, nextCursor } = pageOf(items, item => String(item.name), cursor, server.pageSize)
    const text = stampResult(server, era, { [key]: page, nextCursor }, server.listHints)
    pages.set(cursor, text)
    return text
  }

  async function render(server: Server, era: Era): Promise<Rendered> {
    const { loaded, complete } = await loadAll(server, slotsOf(server), method)
    const list = { items: loaded.map(({ slot, definition }) => describe(slot, definition, era)), pages: new Map<unknown, string>() }
    if (complete) lists[era].set(server, list)
    return list
  }
}
