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
export function stampResult(server: Server, era: Era, result: JsonObject, hints?: CacheHints): string {
  if (era === 'legacy') return JSON.stringify({ ...result, resultType: undefined })
  const meta = { ...result._meta as JsonObject | undefined, [META.serverInfo]: server.info }
  return JSON.stringify({ resultType: 'complete', ...result, ...hints, _meta: meta })
}
