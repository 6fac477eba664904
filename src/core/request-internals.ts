import type { McpContext } from './event.ts'

/** What the engine knows of a request and the author must not see, keys above all. */
export interface RequestInternals {
  /** Separates servers that share one key: the route of the endpoint. */
  readonly audience: string
  /** What a state is bound to by default (basic/patterns/mrtr: "an id of the originating request"). */
  readonly request: { readonly method: string, readonly name: string, readonly arguments: unknown }
  readonly stateKeys: StateKeySource
}

/** Reads keys when they are needed, per request: on some runtimes they exist only inside one. */
export interface StateKeySource {
  /** Throws an error that names the variable when the key is missing or too short. */
  current(): string
  previous(): readonly string[]
}

const table = new WeakMap<McpContext, RequestInternals>()

export function setRequestInternals(context: McpContext, internals: RequestInternals): void {
  table.set(context, internals)
}

export function requestInternalsOf(context: McpContext): RequestInternals {
  const internals = table.get(context)
  if (!internals) throw new TypeError('This event.context.mcp was not made by createMcpHandler of this copy of nitro-mcp.')
  return internals
}
