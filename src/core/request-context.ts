import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { requireClientCapability } from './client-capability.ts'
import type { McpContext } from './event.ts'
import type { ProgressToken } from './envelope.ts'
import type { Exchange } from './exchange.ts'
import { isLogLevel, logLevelNames, reachesLevel, type LogLevel } from './log-level.ts'
import type { McpNotify } from './notify.ts'
import type { PrincipalSource } from './principal.ts'
import type { Era } from './protocol.ts'

/** What a request said of itself. */
export interface RequestFacts extends Pick<McpContext, 'era' | 'protocolVersion' | 'method' | 'name' | 'clientInfo' | 'clientCapabilities' | 'inputResponses' | 'requestState'> {
  readonly progressToken: ProgressToken | undefined
  readonly logLevel: LogLevel | undefined
}

/** Where a request's notifications go, and how it learns that nobody waits any more. */
export interface Outlet extends Pick<Exchange, 'send' | 'signal'> {
  /** Present in a call of a tool with `task`. */
  readonly task?: TaskSeat
}

/** A call that may become a task, as its handler reaches it. */
export interface TaskSeat {
  /** Once it is one. */
  readonly id: string | undefined
  /** Makes it one, if the client takes tasks. Gives whether it is one. */
  start(): Promise<boolean>
  progressed(message: string): void
}

/** What the engine knows of a request and the author must not see, keys above all. */
export interface RequestInternals {
  /** Separates servers that share one key: the route of the endpoint. */
  readonly audience: string
  /** What a state is bound to by default (basic/patterns/mrtr: "an id of the originating request"). */
  readonly request: { readonly method: string, readonly name: string, readonly arguments: unknown }
  readonly stateKeys: StateKeySource
  /** On the 2025 side. Left out means `off`. */
  readonly legacyInput?: LegacyReach
  /** Absent where the app did not say who its principals are. */
  readonly principal: PrincipalSource | undefined
}

/** Whether a 2025 client can be asked while its request is held open, and what stands in the way. */
export type LegacyReach = 'open' | 'off' | 'no-key' | 'no-session' | 'no-stream'

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

  get taskId(): string | undefined {
    return this.#outlet.task?.id
  }

  // Functions come from getters, bound, so that they survive `const { progress } = event.context.mcp`.

  get startTask(): McpContext['startTask'] {
    return async () => {
      const { task } = this.#outlet
      if (!task) throw new TypeError('event.context.mcp.startTask: only a tool that is defined with "task" can start one.')
      return task.start()
    }
  }

  get progress(): McpContext['progress'] {
    return (value, total, message) => {
      if (!Number.isFinite(value) || (total !== undefined && !Number.isFinite(total))) throw new TypeError('event.context.mcp.progress: value and total must be finite numbers.')
      if (message !== undefined) this.#outlet.task?.progressed(message)
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

  /** The same request, with another way out. */
  static through(context: McpContext, outlet: Outlet): RequestContext {
    if (!(#internals in context)) throw foreignContext()
    const next = new RequestContext({ ...context, progressToken: context.#progressToken, logLevel: context.#logLevel }, outlet, context.notify, () => RequestContext.internalsOf(context))
    next.#lastProgress = context.#lastProgress
    return next
  }

  /** The same request once more, with what the client answered meanwhile. Its progress goes on from where it was. */
  static nextRound(context: McpContext, round: Pick<RequestFacts, 'inputResponses' | 'requestState'>): RequestContext {
    if (!(#internals in context)) throw foreignContext()
    const internals = RequestContext.internalsOf(context)
    const { era, protocolVersion, method, name, clientInfo, clientCapabilities } = context
    const next = new RequestContext({ era, protocolVersion, method, name, clientInfo, clientCapabilities, ...round, progressToken: context.#progressToken, logLevel: context.#logLevel }, context.#outlet, context.notify, () => internals)
    next.#lastProgress = context.#lastProgress
    return next
  }

  static internalsOf(context: McpContext): RequestInternals {
    if (!(#internals in context)) throw foreignContext()
    return context.#known ??= context.#internals()
  }
}

function foreignContext(): TypeError {
  return new TypeError('This event.context.mcp was not made by createMcpHandler of this copy of nitro-mcp.')
}
