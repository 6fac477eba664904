import type { ClientCapabilities } from '../../src/core/capabilities.ts'
import type { EventLike, FetchEvent, McpEvent } from '../../src/core/event.ts'
import { createMcpBus } from '../../src/core/bus.ts'
import { createMcpNotify } from '../../src/core/notify.ts'
import { PrincipalSource, type PrincipalResolver } from '../../src/core/principal.ts'
import { LEGACY_VERSIONS, MODERN_VERSION, type Era } from '../../src/core/protocol.ts'
import { RequestContext } from '../../src/core/request-context.ts'

export const TEST_KEY = 'a key of the tests, long enough to seal with'

export interface EventOptions {
  method?: string
  name?: string
  /** Default `{}`; an explicit `undefined` is a request without arguments. */
  arguments?: unknown
  /** Unknown, as a test may put there what a client would. */
  requestState?: unknown
  inputResponses?: Record<string, unknown>
  clientCapabilities?: ClientCapabilities
  era?: Era
  audience?: string
  /** A function may throw, as the real source does when the key is missing. */
  stateKey?: string | (() => string)
  previousStateKeys?: readonly string[]
  /** Who the principal of the endpoint is; by default it knows none. */
  principal?: PrincipalResolver
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** The event of a `tools/call` as a handler gets it, made without an engine: for tests of one part. */
export function makeEvent(options: EventOptions = {}): McpEvent {
  const { method = 'tools/call', name = 'book', era = 'modern', clientCapabilities = {}, stateKey = TEST_KEY } = options
  const event: FetchEvent = { req: new Request('http://localhost/mcp', { method: 'POST', headers: options.headers }), context: {} }
  // The host's event type is whichever this program registers; tests of a part read `req` and `context` only.
  const entered = event as object as McpEvent
  const mcp = new RequestContext({
    era,
    protocolVersion: (era === 'modern' ? MODERN_VERSION : LEGACY_VERSIONS[0]) ?? MODERN_VERSION,
    method,
    name,
    clientInfo: undefined,
    clientCapabilities,
    inputResponses: options.inputResponses,
    requestState: options.requestState as string | undefined,
    progressToken: undefined,
    logLevel: undefined,
  }, { signal: options.signal ?? new AbortController().signal, send: () => {} }, createMcpNotify(createMcpBus()), () => ({
    audience: options.audience ?? '/mcp',
    request: { method, name, arguments: 'arguments' in options ? options.arguments : {} },
    stateKeys: {
      current: () => typeof stateKey === 'string' ? stateKey : stateKey(),
      previous: () => options.previousStateKeys ?? [],
    },
    principal: options.principal && new PrincipalSource(options.principal, entered),
  }))
  event.context = { mcp }
  return entered
}

/** A header of an event of {@link makeEvent}, whatever event type is registered; `''` when it is not there. */
export function headerOf(event: EventLike, name: string): string {
  return (event as EventLike & FetchEvent).req.headers.get(name) ?? ''
}
