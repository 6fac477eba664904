import type { Inbound } from './inbound.ts'

/** Which browser pages may call: a list of origins such as `https://chat.example.com`, or `'*'` for any. */
export type OriginOption = readonly string[] | '*'

export type OriginPolicy = (origin: string, host: string) => boolean

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Without a list, two kinds of origin pass: a page on this machine calling a server on this machine, and a page of the very
 * host it calls, over `https:`. Plain `http:` pages of the same host do not, since that is what DNS rebinding looks like:
 * a hostile name that resolves to this server. With `https:` the browser has checked a certificate for the name.
 */
export function originPolicy(option: OriginOption | undefined): OriginPolicy {
  if (option === '*') return () => true
  const listed = new Set((option ?? []).map(checkedOrigin))
  return (origin, host) => listed.has(origin) || isOwnOrigin(origin, host)
}

function isOwnOrigin(origin: string, host: string): boolean {
  if (origin === `https://${host}`) return true
  return isLoopback(origin) && isLoopback(`http://${host}`)
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && loopbackHosts.has(new URL(origin).hostname)
}

function checkedOrigin(value: string): string {
  const origin = URL.canParse(value) ? new URL(value).origin : undefined
  if (!origin || origin === 'null' || origin !== value) {
    throw new TypeError(`createMcpHandler: origin ${JSON.stringify(value)} is not an origin; write scheme, host and port only${origin && origin !== 'null' ? `: ${JSON.stringify(origin)}` : ', as in "https://chat.example.com"'}.`)
  }
  return origin
}

/** What a reply to an allowed page carries. Never credentials: cookies of the app stay out of cross-origin calls. */
export function corsHeaders(origin: string): Record<string, string> {
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'WWW-Authenticate, Mcp-Session-Id', 'vary': 'Origin' }
}

const usualHeaders = 'Accept, Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID'

/** The page is allowed already, so it may send what it asks for; `Mcp-Param-*` names are not known in advance. */
export function preflightHeaders(inbound: Inbound): Record<string, string> {
  return {
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': inbound.header('access-control-request-headers') ?? usualHeaders,
    'access-control-max-age': '7200',
  }
}
