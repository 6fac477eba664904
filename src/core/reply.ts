import type { McpError } from './errors.ts'

/** One HTTP answer, before it takes the form that the host wants. */
export interface Reply {
  readonly status: number
  readonly headers: Record<string, string>
  /** Text, or a stream of server-sent events. */
  readonly body?: string | ReadableStream<Uint8Array>
}

export type RequestId = string | number

const json = 'application/json'

export function emptyReply(status: number, headers: Record<string, string> = {}): Reply {
  return { status, headers }
}

/** `result` is JSON text already. */
export function resultReply(id: RequestId, result: string): Reply {
  return { status: 200, headers: { 'content-type': json }, body: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}` }
}

/** Without a readable id the key is left out: `"id":null` breaks the schema of 2026-07-28. */
export function errorReply(status: number, error: Pick<McpError, 'code' | 'message' | 'data'>, id?: RequestId, headers: Record<string, string> = {}): Reply {
  const { code, message, data } = error
  const body = JSON.stringify({ jsonrpc: '2.0', ...id !== undefined && { id }, error: { code, message, ...data !== undefined && { data } } })
  return { status, headers: { 'content-type': json, ...headers }, body }
}

export function responseOf(reply: Reply): Response {
  return new Response(reply.body, { status: reply.status, headers: reply.headers })
}

/** A refusal before or beside a method: the HTTP status goes with the error. */
export class Refusal {
  readonly status: number
  readonly error: Pick<McpError, 'code' | 'message' | 'data'>

  constructor(status: number, code: number, message: string, data?: unknown) {
    this.status = status
    this.error = { code, message, data }
  }
}
