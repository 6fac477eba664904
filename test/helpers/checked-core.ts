/** Stands in for `nitro-mcp` in the projects that read the source: the same, with a look at every message that a handler sends. */
import { createMcpHandler as create, type FetchEvent, type McpHandler, type McpHandlerOptions } from '../../src/core/index.ts'
import type { Posted } from './wire-faults.ts'
import { checkMessage, checkResponse, checkStream, parse, readBy, tapRequest } from './wire-tap.ts'

export * from '../../src/core/index.ts'

export function createMcpHandler(options: McpHandlerOptions): McpHandler {
  const handler = create(options)
  const handle: McpHandler['handle'] = async (inbound, event) => {
    let posted: Posted = { versionHeader: inbound.header('mcp-protocol-version') }
    const text = async (limit: number) => {
      const read = await inbound.text(limit)
      if (read !== undefined) posted = { ...posted, message: parse(read) }
      return read
    }
    const tapped = { method: inbound.method, host: inbound.host, header: inbound.header.bind(inbound), signal: inbound.signal.bind(inbound), text }
    const reply = await handler.handle(tapped, event)
    if (reply.body instanceof ReadableStream) return { ...reply, body: checkStream(reply.body, () => posted) }
    if (reply.body) checkMessage(reply.body, readBy(reply.status, posted))
    return reply
  }
  const serve = async (event: FetchEvent) => {
    if (!(event?.req instanceof Request)) return handler(event)
    const posted = tapRequest(event.req)
    return checkResponse(await handler(event), posted)
  }
  return Object.assign(serve, handler, {
    handle,
    fetch: async (request: Request) => {
      const posted = tapRequest(request)
      return checkResponse(await handler.fetch(request), posted)
    },
  })
}
