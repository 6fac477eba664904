import type { Implementation } from './capabilities.ts'
import type { McpEvent } from './event.ts'
import { checkLegacyInput, type LegacyInputOptions } from './legacy-input.ts'
import type { OriginOption } from './origin.ts'
import type { DefinitionLists } from './registry.ts'
import type { ErrorSource } from './server.ts'

export interface McpHandlerOptions extends Implementation, DefinitionLists {
  /** How to use the server, for the model that calls it. */
  instructions?: string
  /**
   * The key that seals the state between rounds: at least 32 bytes, the same on every instance, never in the source.
   * A function is called with the event when a state is sealed or opened, and for each request of a 2025 session.
   * Needed only by tools that seal a state, and by `legacyInput`.
   */
  stateKey?: string | ((event: McpEvent) => unknown)
  /** Keys that still open states sealed before a rotation, as a list or as text separated by commas or spaces. */
  previousStateKeys?: readonly string[] | ((event: McpEvent) => unknown)
  /** What errors about the keys call `stateKey`, such as an environment variable. */
  stateKeyVariable?: string
  /**
   * Pages that may call from a browser. By default only pages of the same host over `https:`, and pages on this machine calling
   * a server on this machine: that stops DNS rebinding, where a hostile page reaches a private server through a name of its own.
   */
  origin?: OriginOption
  /** Where the endpoint is mounted. A state sealed on one route does not open on another. Default `/mcp`. */
  route?: string
  /**
   * The largest body taken, in bytes; a longer one is refused (413) before it is parsed, so that nobody fills the memory
   * of the server. Default 1 MiB.
   */
  maxBodySize?: number
  /**
   * Whether what asks may also ask a client of 2025, which can't send its request again: the call is then held open, the question
   * goes out on its stream, and the answer comes as a request of its own. That takes one long-lived process, which only you
   * can tell, and a `stateKey`, which signs the `Mcp-Session-Id`. Off, such a call is refused at once: no connection
   * waits for a person, and nobody can use up what a server may hold. An object turns it on with other limits. Default `false`.
   */
  legacyInput?: boolean | LegacyInputOptions
  /** Tells the messages of unexpected errors to the client instead of masking them. Never in production. Default `false`. */
  dev?: boolean
  /** Where unexpected errors go; the client only hears that something failed. Default `console.error`. */
  onError?: (error: unknown, source: ErrorSource) => void
}

export const defaults = { route: '/mcp', maxBodySize: 1_048_576 } as const

/** Throws `TypeError` for an option that can't be served, naming it. The definitions are checked by the registry. */
export function checkOptions(options: McpHandlerOptions): void {
  for (const key of ['name', 'version'] as const) {
    if (typeof options[key] !== 'string' || options[key] === '') throw new TypeError(`createMcpHandler: ${key} must be a non-empty string.`)
  }
  const { legacyInput, maxBodySize, route } = options
  checkLegacyInput(legacyInput)
  if (maxBodySize !== undefined && !(Number.isSafeInteger(maxBodySize) && maxBodySize > 0)) throw new TypeError(`createMcpHandler: maxBodySize must be a positive number of bytes, not ${String(maxBodySize)}.`)
  if (route !== undefined && !route.startsWith('/')) throw new TypeError(`createMcpHandler: route must begin with "/", as in "/mcp", not ${JSON.stringify(route)}.`)
}
