import type { Inbound } from './inbound.ts'
import { corsHeaders, preflightHeaders, type OriginPolicy } from './origin.ts'
import { ErrorCode } from './protocol.ts'
import { emptyReply, errorReply, type Reply } from './reply.ts'

export interface HttpPolicy {
  readonly origin: OriginPolicy
  /** In bytes. */
  readonly maxBodySize: number
}

/** A browser page that calls, and whether it may. */
export interface Page {
  readonly origin: string
  readonly allowed: boolean
}

/** `reply` when there is no message to answer. */
export interface Received {
  readonly page?: Page
  readonly reply?: Reply
  readonly message?: unknown
}

const allow = 'POST, OPTIONS'

/**
 * All that can be said of a request before its JSON-RPC is looked at (basic/transports/streamable-http).
 * A body that is not JSON by its own declaration is refused: a browser sends any other type across origins without asking first.
 */
export async function receive(inbound: Inbound, policy: HttpPolicy): Promise<Received> {
  const origin = inbound.header('origin')
  const page = origin === null ? undefined : { origin, allowed: policy.origin(origin, inbound.host) }
  const reply = pageFault(page) ?? methodFault(inbound, page) ?? typeFault(inbound)
  if (reply) return { page, reply }
  const text = await inbound.text(policy.maxBodySize)
  if (text === undefined) return { page, reply: refuse(413, `The body is over ${policy.maxBodySize} bytes.`) }
  try {
    return { page, message: JSON.parse(text) }
  }
  catch {
    return { page, reply: errorReply(400, { code: ErrorCode.ParseError, message: 'The body is not JSON.' }) }
  }
}

/** Adds what a page needs to read the reply; whatever the reply, caches must not hand it to another page. */
export function withCors(reply: Reply, { origin, allowed }: Page): Reply {
  return { ...reply, headers: { ...reply.headers, ...allowed ? corsHeaders(origin) : { vary: 'Origin' } } }
}

function pageFault(page: Page | undefined): Reply | undefined {
  if (!page || page.allowed) return undefined
  return refuse(403, `Origin ${page.origin} is not allowed. The server's "origin" option lists those that are.`)
}

function methodFault(inbound: Inbound, page: Page | undefined): Reply | undefined {
  if (inbound.method === 'POST') return undefined
  if (inbound.method === 'OPTIONS') return emptyReply(204, { allow, ...page && preflightHeaders(inbound) })
  return refuse(405, `Method ${inbound.method} is not allowed: this endpoint takes MCP messages by POST and keeps no sessions.`, { allow })
}

function typeFault(inbound: Inbound): Reply | undefined {
  const type = inbound.header('content-type')
  if (type === 'application/json' || type?.split(';', 1)[0]?.trim().toLowerCase() === 'application/json') return undefined
  return refuse(415, `Content-Type must be application/json${type === null ? '' : `, not ${type}`}.`)
}

function refuse(status: number, message: string, headers?: Record<string, string>): Reply {
  return errorReply(status, { code: ErrorCode.InvalidRequest, message }, undefined, headers)
}
