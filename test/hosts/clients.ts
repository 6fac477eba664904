import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createMcpTestClient } from 'nitro-mcp/testing'
import type { Answers, McpTestClient, McpTestClientOptions } from 'nitro-mcp/testing'
import { checkResponse, parse } from '../helpers/wire-tap.ts'

/** The official client of 2026-07-28 over the network. A function as `url` may send each request elsewhere. */
export function modernClient(url: string | (() => string), answers: Answers = {}, options: McpTestClientOptions = {}): Promise<McpTestClient> {
  const target = typeof url === 'string' ? () => url : url
  const handler = { fetch: async (request: Request) => checkedFetch(new Request(target(), request)) }
  return createMcpTestClient(handler, { ...options, answers, url: target() })
}

/** The official SDK of the 2025 revisions, as the clients in the field have it. It submits `forms`, one after another. */
export async function legacyClient(url: string, forms: readonly Record<string, string | number | boolean>[] = []): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'legacy', version: '0' }, { capabilities: { elicitation: {} } })
  const left = [...forms]
  client.setRequestHandler(ElicitRequestSchema, () => {
    const content = left.shift()
    return content ? { action: 'accept', content } : { action: 'decline' }
  })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: (input, init) => checkedFetch(new Request(input, init)) }))
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** Kept for the run: Node forgets to pass an abort on when a Request on the way was collected, and a stream stays open. */
const requests = new Set<Request>()

/**
 * Over the network; each plain reply of the server is checked against the official schema as well. Streams go untouched, as a
 * client that closes one must be seen to go away; their messages are checked in memory (test/spec), and by the client itself.
 */
async function checkedFetch(request: Request): Promise<Response> {
  requests.add(request)
  const text = request.method === 'POST' ? await request.clone().text() : ''
  const response = await fetch(request)
  if (response.headers.get('content-type') === 'text/event-stream') return response
  return checkResponse(response, () => ({ message: parse(text), versionHeader: request.headers.get('mcp-protocol-version') }))
}
