import { McpError } from '../errors.ts'
import { ErrorCode } from '../protocol.ts'
import type { Method } from './method.ts'
import { findResource, notFound } from './resources.ts'

/**
 * `resources/subscribe` and `resources/unsubscribe` of the 2025 revisions. Accepted for what can be read, and not kept: an update
 * would need a stream that outlives the request, and a session that is stored.
 */
export const subscribeResource: Method = async ({ server, era, params }) => {
  const { uri } = params
  if (typeof uri !== 'string') throw new McpError(ErrorCode.InvalidParams, 'A subscription needs the uri of a resource.')
  if (!await findResource(server, uri)) throw notFound(era, uri)
  return '{}'
}
