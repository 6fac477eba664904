import type { McpHandler } from 'nitro-mcp'
import { legacyRequest } from './rpc.ts'
import { readStream, type OpenedStream } from './stream.ts'

export interface ServerRequest { jsonrpc: string, id: string, method: string, params?: Record<string, unknown> }

/** A client of 2025, as far as these tests need one: it initializes, calls, and answers by a request of its own. */
export class LegacyClient {
  readonly session: string | null
  readonly #handler: Pick<McpHandler, 'fetch'>
  readonly #version: string
  #id = 0

  private constructor(handler: Pick<McpHandler, 'fetch'>, version: string, session: string | null) {
    this.#handler = handler
    this.#version = version
    this.session = session
  }

  static async connect(handler: Pick<McpHandler, 'fetch'>, { version = '2025-11-25', capabilities = { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} } as object, clientInfo = { name: 'old', version: '1' } as object } = {}): Promise<LegacyClient> {
    const response = await handler.fetch(legacyRequest('initialize', { protocolVersion: version, capabilities, clientInfo }, { headers: { 'mcp-protocol-version': null } }))
    await response.text()
    return new LegacyClient(handler, version, response.headers.get('mcp-session-id'))
  }

  get headers(): Record<string, string | null> {
    return { 'mcp-session-id': this.session, 'mcp-protocol-version': this.#version === '2025-03-26' ? null : this.#version }
  }

  async call(name: string, options: { id?: number, method?: string, params?: Record<string, unknown>, headers?: Record<string, string | null>, signal?: AbortSignal } = {}): Promise<OpenedStream> {
    const { id = ++this.#id, method = 'tools/call', params = {}, headers, signal } = options
    const request = legacyRequest(method, { name, ...params }, { id, headers: { ...this.headers, ...headers } })
    return readStream(await this.#handler.fetch(new Request(request, { signal })))
  }

  /** Posts a message of any kind and gives the status. */
  async post(message: unknown, headers: Record<string, string | null> = {}): Promise<Response> {
    const all = Object.entries({ 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', ...this.headers, ...headers })
    return this.#handler.fetch(new Request('http://localhost:3000/mcp', { method: 'POST', body: JSON.stringify(message), headers: all.filter((header): header is [string, string] => header[1] !== null) }))
  }

  async answer(id: unknown, result: unknown): Promise<number> {
    return (await this.post({ jsonrpc: '2.0', id, result })).status
  }

  async refuse(id: unknown, message: string): Promise<number> {
    return (await this.post({ jsonrpc: '2.0', id, error: { code: -1, message } })).status
  }
}

/** The next message of a stream, as a request of the server's. */
export async function nextQuestion(stream: OpenedStream): Promise<ServerRequest> {
  const message = await stream.next() as ServerRequest
  if (message?.method === undefined || message.id === undefined) throw new Error(`Not a request: ${JSON.stringify(message)}`)
  return message
}
