import type { Inbound } from './inbound.ts'
import { corsHeaders, preflightHeaders, type OriginPolicy } from './origin.ts'
import { ErrorCode } from './protocol.ts'
import { emptyReply, errorReply, type Reply } from './reply.ts'

export interface HttpPolicy {
  readonly origin: OriginPolicy
  /** In bytes. */
  readonly maxBodySize: number
}

export type Received = { message: unknown } | { reply: Reply }

const allow = 'POST, OPTIONS'

/**
 * All that can be said of a request before its JSON-RPC is looked at (basic/transports/streamable-http).
 * A body that is not JSON by its own declaration is refused: a browser sends any other type across origins without asking first.
 */
export async function receive(inbound: Inbound, policy: HttpPolicy): Promise<Received> {
  const origin = inbound.header('origin')
  if (origin !== null && !policy.origin(origin, inbound.host)) {
    return refuse(403, ErrorCode.InvalidRequest, `Origin ${origin} is not allowed. The server's "origin" option lists those that are.`)
  }
  if (inbound.method === 'OPTIONS') {
    return { reply: emptyReply(204, { allow, ...origin !== null && preflightHeaders(inbound) }) }
  }
  if (inbound.method !== 'POST') {
    return refuse(405, ErrorCode.InvalidRequest, `Method ${inbound.method} is not allowed: this endpoint takes MCP messages by POST and keeps no sessions.`, { allow })
  }
  const type = inbound.header('content-type')
  if (!isJson(type)) {
    return refuse(415, ErrorCode.InvalidRequest, `Content-Type must be application/json${type === null ? '' : `, not ${type}`}.`)
  }
  const text = await inbound.text(policy.maxBodySize)
  if (text === undefined) {
    return refuse(413, ErrorCode.InvalidRequest, `The body is over ${policy.maxBodySize} bytes.`)
  }
  try {
    return { message: JSON.parse(text) }
  }
  catch {
    return refuse(400, ErrorCode.ParseError, 'The body is not JSON.')
  }
}

/** Adds what an allowed browser page needs to read the reply. */
export function withCors(reply: Reply, inbound: Inbound, policy: HttpPolicy): Reply {
  const origin = inbound.header('origin')
  if (origin === null) return reply
  if (!policy.origin(origin, inbound.host)) return { ...reply, headers: { ...reply.headers, vary: 'Origin' } }
  return { ...reply, headers: { ...reply.headers, ...corsHeaders(origin) } }
}

function isJson(type: string | null): boolean {
  return type !== null && (type === 'application/json' || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json')
}

function refuse(status: number, code: number, message: string, headers?: Record<string, string>): Received {
  return { reply: errorReply(status, { code, message }, undefined, headers) }
}
