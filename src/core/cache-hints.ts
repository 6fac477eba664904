import { describeValue } from './describe-value.ts'
import { isJsonObject } from './json.ts'

/** How long and for whom a client, or a gateway before it, may keep a result (2026-07-28, server/utilities/caching). */
export interface CacheHints {
  /** In milliseconds; 0 is "ask again each time". */
  readonly ttlMs: number
  /**
   * `public` lets a shared cache give one caller's result to another: only for what does not depend on who asks.
   * `private`, wherever it is the default, stops that.
   */
  readonly cacheScope: 'public' | 'private'
}

/** For what may differ from one request to the next. */
export const uncached: CacheHints = { ttlMs: 0, cacheScope: 'private' }

/** Fills in what is left out. Throws `TypeError` that names the option. */
export function cacheHints(given: Partial<CacheHints> | undefined, fallback: CacheHints, where: string): CacheHints {
  if (given === undefined) return fallback
  if (!isJsonObject(given)) throw new TypeError(`${where} must be an object such as { ttlMs: 60_000, cacheScope: 'private' }, not ${describeValue(given)}.`)
  const { ttlMs, cacheScope } = { ...fallback, ...given }
  if (!(Number.isSafeInteger(ttlMs) && ttlMs >= 0)) throw new TypeError(`${where}.ttlMs must be a whole number of milliseconds, not ${describeValue(ttlMs)}.`)
  if (cacheScope !== 'public' && cacheScope !== 'private') throw new TypeError(`${where}.cacheScope must be 'public' or 'private', not ${describeValue(cacheScope)}.`)
  return { ttlMs, cacheScope }
}
