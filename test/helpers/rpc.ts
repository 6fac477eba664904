import type { McpHandler } from 'nitro-mcp'

export interface RpcReply {
  status: number
  headers: Headers
  body: { jsonrpc?: string, id?: unknown, result?: Record<string, unknown>, error?: { code: number, message: string, data?: unknown } } | undefined
}

export interface RpcOptions {
  /** Merged over the headers that belong to the request; `null` leaves one out. */
  headers?: Record<string, string | null>
  /** Merged over the modern `_meta`; `undefined` leaves a key out. */
  meta?: Record<string, unknown>
  capabilities?: object
  id?: unknown
}

export const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }

const prefix = 'io.modelcontextprotocol/'

/** A well-formed request of 2026-07-28, as far as `options` leave it so. */
export function modern(handler: McpHandler, method: string, params: Record<string, unknown> = {}, options: RpcOptions = {}): Promise<RpcReply> {
  const { capabilities = everything, meta, headers, id = 1 } = options
  const _meta = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: capabilities, [`${prefix}clientInfo`]: { name: 'test', version: '1.0.0' }, ...meta }
  const name = method === 'resources/read' ? params.uri : method === 'tools/call' || method === 'prompts/get' ? params.name : undefined
  return send(handler, { jsonrpc: '2.0', id, method, params: { ...params, _meta } }, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...typeof name === 'string' && { 'mcp-name': name },
    ...headers,
  })
}

/** A request of a 2025 revision. */
export function legacy(handler: McpHandler, method: string, params?: Record<string, unknown>, { headers, id = 1 }: RpcOptions = {}): Promise<RpcReply> {
  return send(handler, { jsonrpc: '2.0', id, method, ...params && { params } }, { 'mcp-protocol-version': '2025-11-25', ...headers })
}

/** Posts `message` as it is; a string goes unparsed. */
export async function send(handler: McpHandler, message: unknown, headers: Record<string, string | null> = {}, init: RequestInit = {}): Promise<RpcReply> {
  const all = Object.entries({ 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', ...headers })
  const response = await handler.fetch(new Request('http://localhost:3000/mcp', {
    method: 'POST',
    body: typeof message === 'string' ? message : JSON.stringify(message),
    ...init,
    headers: all.filter((header): header is [string, string] => header[1] !== null),
  }))
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}
