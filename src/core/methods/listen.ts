import { META } from '../protocol.ts'
import { loadAll, modernCapabilities, type Server } from '../server.ts'
import { stampResult } from '../stamp.ts'
import { acceptorOf, grantedFilter, readFilter } from '../subscription-filter.ts'
import type { Method } from './method.ts'

/**
 * `subscriptions/listen`: the reply is a stream that opens with what was granted and carries notifications until the server ends
 * it with a result, or the client goes away. All of it names the subscription by the id of the request.
 */
export const listen: Method = async ({ server, id, params, exchange }) => {
  const wanted = readFilter(params.notifications)
  const granted = grantedFilter(wanted, modernCapabilities(server), wanted.resourceSubscriptions?.length ? await servedUris(server) : () => false)
  const accepts = acceptorOf(granted)
  const _meta = { [META.subscriptionId]: id }
  const send = (method: string, params?: object) => exchange.send(JSON.stringify({ jsonrpc: '2.0', method, params: { ...params, _meta } }))

  // Not found by the dispatcher without them.
  await server.subscriptions!.hold({
    signal: exchange.signal,
    begin: () => send('notifications/subscriptions/acknowledged', { notifications: granted }),
    receive(notification) {
      if (accepts(notification)) send(notification.method, 'params' in notification ? notification.params : undefined)
    },
  })
  return stampResult(server, 'modern', { _meta })
}

/** Whether a URI is of a resource that could be read, as far as routing goes. */
async function servedUris(server: Server): Promise<(uri: string) => boolean> {
  const { resourcesByUri, templates } = server.registry
  const { loaded } = await loadAll(server, templates, 'subscriptions/listen')
  return uri => resourcesByUri.has(uri) || loaded.some(({ definition }) => definition.match(uri) !== undefined)
}
