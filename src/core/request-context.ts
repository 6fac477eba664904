import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { requireClientCapability } from './client-capability.ts'
import type { McpContext } from './event.ts'
import type { Inbound } from './inbound.ts'
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
}

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
  readonly #inbound: Pick<Inbound, 'signal'>
  readonly #internals: () => RequestInternals
  #known: RequestInternals | undefined
  #signal: AbortSignal | undefined

  constructor(facts: RequestFacts, inbound: Pick<Inbound, 'signal'>, internals: () => RequestInternals) {
    this.era = facts.era
    this.protocolVersion = facts.protocolVersion
    this.method = facts.method
    this.name = facts.name
    this.clientInfo = facts.clientInfo
    this.clientCapabilities = facts.clientCapabilities
    this.inputResponses = facts.inputResponses
    this.requestState = facts.requestState
    this.#inbound = inbound
    this.#internals = internals
  }

  /** Most handlers never look, and on some hosts a signal costs listeners. */
  get signal(): AbortSignal {
    return this.#signal ??= this.#inbound.signal()
  }

  requireClientCapability(name: keyof ClientCapabilities): void {
    requireClientCapability(this.clientCapabilities, name)
  }

  static internalsOf(context: McpContext): RequestInternals {
    if (!(#internals in context)) throw new TypeError('This event.context.mcp was not made by createMcpHandler of this copy of nitro-mcp.')
    return context.#known ??= context.#internals()
  }
}
