import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { Question } from '../answers.ts'
import type { Fetchable } from '../client.ts'
import type { Call } from './target.ts'

/** What a request brings beside the call itself; the first one brings nothing. */
export interface Retry {
  readonly inputResponses?: Readonly<Record<string, object>>
  readonly requestState?: string
}

export interface Asked {
  readonly kind: 'asked'
  readonly questions: Readonly<Record<string, Question>>
  readonly state: string | undefined
}

export type Reply
  = Asked
    | { readonly kind: 'final', readonly result: Readonly<Record<string, unknown>> }
    /** Without a code when the answer is no JSON-RPC, such as a 401 of a middleware. */
    | { readonly kind: 'refused', readonly code: number | undefined, readonly message: string }

const VERSION = '2026-07-28'
const META = 'io.modelcontextprotocol/'

/** Speaks 2026-07-28 by hand: a well-made client would neither forge a state nor keep one. */
export class Wire {
  readonly #handler: Fetchable
  readonly #url: string | URL
  readonly #capabilities: ClientCapabilities
  #lastId = 0

  constructor(handler: Fetchable, url: string | URL, capabilities: ClientCapabilities) {
    this.#handler = handler
    this.#url = url
    this.#capabilities = capabilities
  }

  async send({ method, name, params }: Call, headers: Readonly<Record<string, string>>, retry: Retry = {}): Promise<Reply> {
    const _meta = {
      [`${META}protocolVersion`]: VERSION,
      [`${META}clientInfo`]: { name: 'nitro-mcp-attack', version: '0' },
      [`${META}clientCapabilities`]: this.#capabilities,
    }
    const response = await this.#handler.fetch(new Request(this.#url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'accept': 'application/json, text/event-stream',
        'mcp-protocol-version': VERSION,
        'mcp-method': method,
        'mcp-name': headerValue(name),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: ++this.#lastId, method, params: { ...params, ...retry, _meta } }),
    }))
    return readReply(await response.text(), response)
  }
}

/** Plain ASCII goes as it is; anything else as Base64 of UTF-8 (basic/transports/streamable-http, "Value encoding"). */
function headerValue(text: string): string {
  if (/^[\x20-\x7E]+$/.test(text) && text === text.trim() && !text.startsWith('=?base64?')) return text
  return `=?base64?${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}?=`
}

interface Message {
  readonly result?: Readonly<Record<string, unknown>> & { readonly inputRequests?: Asked['questions'], readonly requestState?: string }
  readonly error?: { readonly code: number, readonly message: string }
}

function readReply(text: string, { status, headers }: Response): Reply {
  const message = headers.get('content-type')?.startsWith('text/event-stream')
    // Progress and logs come before it, and have neither.
    ? [...text.matchAll(/^data: ?(?<json>\{.*\})\s*$/gm)].map(match => parse(match.groups?.json ?? '')).find(message => message?.result ?? message?.error)
    : parse(text)
  if (message?.error?.code !== undefined) return { kind: 'refused', code: message.error.code, message: message.error.message }
  if (!message?.result) return { kind: 'refused', code: undefined, message: `HTTP ${status}` }
  const { result } = message
  return result.resultType === 'input_required'
    ? { kind: 'asked', questions: result.inputRequests ?? {}, state: result.requestState }
    : { kind: 'final', result }
}

function parse(text: string): Message | undefined {
  try {
    return JSON.parse(text) as Message
  }
  catch {
    return undefined
  }
}
