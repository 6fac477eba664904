import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { requireClientCapability } from './client-capability.ts'
import type { McpContext } from './event.ts'
import type { ProgressToken } from './envelope.ts'
import type { Exchange } from './exchange.ts'
import { isLogLevel, logLevelNames, reachesLevel, type LogLevel } from './log-level.ts'
import type { McpNotify } from './notify.ts'
import type { PrincipalSource } from './principal.ts'
import type { Era } from './protocol.ts'

export interface RequestFacts {
  readonly era: Era
  readonly protocolVersion: string
  readonly method: string
  readonly name: string | undefined
  readonly clientInfo: Implementation | undefined
  readonly clientCapabilities: ClientCapabilities
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  readonly requestState: string | undefined
  readonly progressToken: ProgressToken | undefined
  readonly logLevel: LogLevel | undefined
}

/** Where a request's notifications go, and how it learns that nobody waits any more. */
export type Outlet = Pick<Exchange, 'send' | 'signal'>

/** What the engine knows of a request and the author must not see, keys above all. */
export interface RequestInternals {
  /** Separates servers that share one key: the route of the endpoint. */
  readonly audience: string
  /** What a state is bound to by default (basic/patterns/mrtr: "an id of the originating request"). */
  readonly request: { readonly method: string, readonly name: string, readonly arguments: unknown }
  readonly stateKeys: StateKeySource
  /** Absent where the app did not say who its principals are. */
  readonly principal: PrincipalSource | undefined
}

/** Reads keys when they are needed, per request: on some runtimes they exist only inside one. */
export interface StateKeySource {
  /** Throws an error that names the variable when the key is missing or too short. */
  current(): string
  previous(): readonly string[]
}

/** `event.context.mcp`. The internals are in a private field: out of reach of the author's code, of spreads and of logs. */
export class RequestContext implements McpContext {
  readonly era: Era
  readonly protocolVersion: string
  readonly method: string
  readonly name: string | undefined
  readonly clientInfo: Implementation | undefined
  readonly clientCapabilities: ClientCapabilities
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  readonly requestState: string | undefined
  readonly notify: McpNotify
  readonly #progressToken: ProgressToken | undefined
  readonly #logLevel: LogLevel | undefined
  readonly #outlet: Outlet
  readonly #internals: () => RequestInternals
  #known: RequestInternals | undefined
  #lastProgress = -Infinity

  constructor(facts: RequestFacts, outlet: Outlet, notify: McpNotify, internals: () => RequestInternals) {
    this.era = facts.era
    this.protocolVersion = facts.protocolVersion
    this.method = facts.method
    this.name = facts.name
    this.clientInfo = facts.clientInfo
    this.clientCapabilities = facts.clientCapabilities
    this.inputResponses = facts.inputResponses
    this.requestState = facts.requestState
    this.notify = notify
    this.#progressToken = facts.progressToken
    this.#logLevel = facts.logLevel
    this.#outlet = outlet
    this.#internals = internals
  }

  get signal(): AbortSignal {
    return this.#outlet.signal
  }

  // Functions come from getters, bound, so that they survive `const { progress } = event.context.mcp`.

  get progress(): McpContext['progress'] {
    return (value, total, message) => {
      if (!Number.isFinite(value) || (total !== undefined && !Number.isFinite(total))) throw new TypeError('event.context.mcp.progress: value and total must be finite numbers.')
      if (this.#progressToken === undefined || value <= this.#lastProgress) return
      this.#lastProgress = value
      this.#send('notifications/progress', { progressToken: this.#progressToken, progress: value, total, message })
    }
  }

  get log(): McpContext['log'] {
    return (level, data, logger) => {
      if (!isLogLevel(level)) throw new TypeError(`event.context.mcp.log: the level must be one of ${logLevelNames}, not ${JSON.stringify(level)}.`)
      if (this.#logLevel !== undefined && reachesLevel(level, this.#logLevel)) this.#send('notifications/message', { level, logger, data })
    }
  }

  get requireClientCapability(): McpContext['requireClientCapability'] {
    return name => requireClientCapability(this.clientCapabilities, name)
  }

  #send(method: string, params: object): void {
    this.#outlet.send(JSON.stringify({ jsonrpc: '2.0', method, params }))
  }

  static internalsOf(context: McpContext): RequestInternals {
    if (!(#internals in context)) throw new TypeError('This event.context.mcp was not made by createMcpHandler of this copy of nitro-mcp.')
    return context.#known ??= context.#internals()
  }
}
