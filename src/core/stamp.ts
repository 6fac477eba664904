import type { CacheHints } from './cache-hints.ts'
import type { JsonObject } from './json.ts'
import { META, type Era } from './protocol.ts'
import type { Server } from './server.ts'

/** The result as JSON text. Modern results name their type and their server; legacy ones carry neither. */
export function stampResult(server: Server, era: Era, result: object, hints?: CacheHints): string {
  const { _meta, resultType = 'complete', ...rest } = result as JsonObject
  if (era === 'legacy') return JSON.stringify({ ...rest, _meta })
  // The two stamps are text that is joined on, as they are the same for every call.
  const body = JSON.stringify({ resultType, ...rest, ...hints })
  const meta = _meta === undefined ? server.meta : JSON.stringify({ ..._meta as JsonObject, [META.serverInfo]: server.info })
  return `${body.slice(0, -1)},"_meta":${meta}}`
}
