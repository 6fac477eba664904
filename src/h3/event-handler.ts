import type { FetchEvent, McpHandler } from 'nitro-mcp'
import type { H3Event } from 'h3'
import { isNodeEvent } from './node-event.ts'
import { inboundOfNode, sendToNode } from './node-inbound.ts'

declare module 'nitro-mcp' {
  interface McpRegister {
    event: H3Event
  }
}

/**
 * Mounts a handler in h3, of either major: `app.use('/mcp', defineMcpEventHandler(createMcpHandler({ … })))`.
 * On h3 v1 no `Request` and no `Response` are built.
 */
export function defineMcpEventHandler(handler: McpHandler): (event: H3Event) => Promise<Response | string | ReadableStream<Uint8Array> | null> {
  const serve = async (event: H3Event | FetchEvent) => {
    if (!isNodeEvent(event)) return handler(event as FetchEvent)
    return sendToNode(await handler.handle(inboundOfNode(event), event), event.node.res)
  }
  // The mark that `defineEventHandler` of h3 v1 sets. h3 itself is not imported: next to Nitro 2 the app's own copy may be v2.
  return Object.assign(serve, { __is_handler__: true })
}
