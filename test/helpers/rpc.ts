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

const endpoint = 'http://localhost:3000/mcp'

/** A well-formed request of 2026-07-28, as far as `options` leave it so. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, options: RpcOptions = {}): Request {
  const { capabilities = everything, meta, headers, id = 1 } = options
  const _meta = { [`${prefix}protocolVersion`]: '2026-07-28', [`${prefix}clientCapabilities`]: capabilities, [`${prefix}clientInfo`]: { name: 'test', version: '1.0.0' }, ...meta }
  const name = method === 'resources/read' ? params.uri : method.startsWith('tasks/') ? params.taskId : method === 'tools/call' || method === 'prompts/get' ? params.name : undefined
  return post({ jsonrpc: '2.0', id, method, params: { ...params, _meta } }, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...typeof name === 'string' && { 'mcp-name': name },
    ...headers,
  })
}

/** A request of a 2025 revision. */
export function legacyRequest(method: string, params?: Record<string, unknown>, { headers, id = 1 }: RpcOptions = {}): Request {
  return post({ jsonrpc: '2.0', id, method, ...params && { params } }, { 'mcp-protocol-version': '2025-11-25', ...headers })
}

export const modern = (handler: McpHandler, method: string, params?: Record<string, unknown>, options?: RpcOptions): Promise<RpcReply> =>
  fetchReply(handler, modernRequest(method, params, options))

export const legacy = (handler: McpHandler, method: string, params?: Record<string, unknown>, options?: RpcOptions): Promise<RpcReply> =>
  fetchReply(handler, legacyRequest(method, params, options))

/** Posts `message` as it is; a string goes unparsed. */
export const send = (handler: McpHandler, message: unknown, headers?: Record<string, string | null>): Promise<RpcReply> =>
  fetchReply(handler, post(message, headers))

function post(message: unknown, headers: Record<string, string | null> = {}): Request {
  const all = Object.entries({ 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', ...headers })
  return new Request(endpoint, {
    method: 'POST',
    body: typeof message === 'string' ? message : JSON.stringify(message),
    headers: all.filter((header): header is [string, string] => header[1] !== null),
  })
}

async function fetchReply(handler: McpHandler, request: Request): Promise<RpcReply> {
  const response = await handler.fetch(request)
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}
