import type { JsonObject } from './json.ts'
import { META, type Era } from './protocol.ts'
import type { Server } from './server.ts'

/** Cache hints, required on some complete results of 2026-07-28 (server/utilities/caching). `ttlMs` is in milliseconds. */
export interface CacheHints {
  readonly ttlMs: number
  readonly cacheScope: 'public' | 'private'
}

/** For what may differ from one request to the next. */
export const uncached: CacheHints = { ttlMs: 0, cacheScope: 'private' }

/** For lists fixed at build: a minute, since a deployment may change them. Private, as the app may guard its endpoint. */
export function listHints(server: Server): CacheHints {
  return server.dev ? uncached : { ttlMs: 60_000, cacheScope: 'private' }
}

/** The result as JSON text. Modern results name their type and their server; legacy ones carry neither. */
export function stampResult(server: Server, era: Era, result: object, hints?: CacheHints): string {
  const { _meta, resultType = 'complete', ...rest } = result as JsonObject
  if (era === 'legacy') return JSON.stringify({ ...rest, _meta })
  // The two stamps are text that is joined on, as they are the same for every call.
  const body = JSON.stringify({ resultType, ...rest, ...hints })
  const meta = _meta === undefined ? server.meta : JSON.stringify({ ..._meta as JsonObject, [META.serverInfo]: server.info })
  return `${body.slice(0, -1)},"_meta":${meta}}`
}
