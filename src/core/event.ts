import type { ClientCapabilities, Implementation } from './capabilities.ts'
import type { LogLevel } from './log-level.ts'
import type { McpNotify } from './notify.ts'
import type { Era } from './protocol.ts'

/** What a handler knows of its request. Never holds a key. */
export interface McpContext {
  /** `modern` is 2026-07-28; `legacy` the revisions of 2025, where asking takes one long-lived process (`legacyInput`). */
  readonly era: Era
  readonly protocolVersion: string
  /** The JSON-RPC method, such as `tools/call`. */
  readonly method: string
  /** The name of the tool or prompt, or the URI of the resource; `undefined` for other methods. */
  readonly name: string | undefined
  /** Self-reported: never authorise by it. */
  readonly clientInfo: Implementation | undefined
  /** As this request declared them; on a legacy request as its session did, `{}` without one. */
  readonly clientCapabilities: ClientCapabilities
  /** The answers to the interim result that the client replies to, unvalidated. They do not accumulate. */
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  /** What the client sent as state, verbatim and untrusted: read it through `defineRequestState`. */
  readonly requestState: string | undefined
  /**
   * Aborts when the client cancels: on 2026-07-28 by going away, where the platform tells, and in a task by `tasks/cancel`; on the
   * 2025 revisions by a message within its session.
   */
  readonly signal: AbortSignal
  /**
   * Tells the client how far the work is: `value` of `total`, in any unit. Sent only when the client asked for progress, and only
   * when `value` has grown since the last time, as the protocol wants (2026-07-28, basic/patterns/progress).
   * In a task, `message` becomes its status message.
   * Throws `TypeError` for a value that is not a finite number.
   */
  readonly progress: (value: number, total?: number, message?: string) => void
  /** The id of the task that this handler runs in; `undefined` while, or where, there is none. */
  readonly taskId: string | undefined
  /**
   * Turns the call into a task from here on, for a tool with `task: { start: 'manual' }`; others have done so before the handler
   * runs. The client gets its reply, the handler goes on. Gives `false`, and the client goes on waiting, where it takes no tasks.
   * Does nothing when there is a task already, as in the rounds inside of one. Rejects with `TypeError` where there is no `task`.
   */
  readonly startTask: () => Promise<boolean>
  /**
   * A log message for the client, of any JSON; never put secrets in it. On 2026-07-28 it is sent only when the request asked for
   * this level or a lower one; on the 2025 revisions from `info` on.
   * @deprecated by the specification as of 2026-07-28 (SEP-2577).
   */
  readonly log: (level: LogLevel, data: unknown, logger?: string) => void
  /** Tells the clients that listen, this one or others, that something changed. Other routes of the app have `useMcpNotify`. */
  readonly notify: McpNotify
  /**
   * Throws `-32021` unless the client declared this top-level capability. Looser than `canRequestInput`:
   * it knows no modes and does not look at the value.
   */
  readonly requireClientCapability: (name: keyof ClientCapabilities) => void
}

/**
 * Where the host's event type is registered; `nitro-mcp/h3` and the types generated for an app do so.
 *
 * @example declare module 'nitro-mcp' { interface McpRegister { event: H3Event } }
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface McpRegister {}

/** The event of a host that registered none: what `handler.fetch(request)` makes. */
export interface FetchEvent {
  readonly req: Request
  context: object
}

export type HostEvent = McpRegister extends { event: infer Event } ? Event : FetchEvent

/** The app's own event, as a handler gets it. */
export type McpEvent = HostEvent & { context: { mcp: McpContext } }

/** Any event that may be inside an MCP request, of either h3 major: what a handler got, or the app's own event type. */
export interface EventLike { context: object }

/** The MCP side of an event. Throws `TypeError` outside an MCP request, naming the caller. */
export function mcpContextOf(event: EventLike, caller: string): McpContext {
  const { mcp: context } = (event?.context ?? {}) as { mcp?: McpContext }
  if (!context) throw new TypeError(`${caller}: this event is not of an MCP request; pass the event that your tool, prompt or resource handler received.`)
  return context
}
