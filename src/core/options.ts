import { checkBus, type McpBus } from './bus.ts'
import type { CacheHints } from './cache-hints.ts'
import type { Implementation } from './capabilities.ts'
import type { McpEvent } from './event.ts'
import { isJsonObject } from './json.ts'
import { checkLegacyInput, type LegacyInputOptions } from './legacy-input.ts'
import type { OriginOption } from './origin.ts'
import type { PrincipalResolver } from './principal.ts'
import type { DefinitionLists } from './registry.ts'
import type { ErrorSource } from './server.ts'
import { checkSubscriptionOptions, type SubscriptionOptions } from './subscriptions.ts'
import type { TaskStorage } from './tasks/storage.ts'

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
   * Where tasks are kept: a storage of unstorage, or of that form, that all instances share. It comes to hold the arguments,
   * answers and results of tools. Default: the memory of this instance.
   */
  taskStorage?: TaskStorage
  /**
   * For whom a request is made, such as the id of the signed-in user; `undefined` for nobody in particular. When given, every
   * state opens only for the principal it was sealed for, and a task is there only for the one it was made for: that stops one
   * user from replaying what another agreed to, and from reading another's results. Asked when a state is sealed or opened, or a
   * task is made or asked for, at most once per request. By default states and tasks are bound to no one.
   */
  principal?: PrincipalResolver
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
  /**
   * How long clients may keep the lists and what `server/discover` says. Default a minute, `{ ttlMs: 60_000, cacheScope: 'private' }`;
   * in dev not at all. Make it `public` only if everyone may see the lists: a shared cache does not ask your guard first.
   */
  cache?: Partial<CacheHints>
  /** The most entries in one page of a list. Default: all of them. */
  pageSize?: number
  /** Protocol extensions that the server speaks, with their settings, by id such as `com.example/invoices`. Declared to 2026-07-28 clients only. */
  extensions?: Record<string, object>
  /**
   * Bounds the streams on which clients of 2026-07-28 listen for changes. `false` when there should be none, as on platforms
   * that bill or cut long requests: then no capability says that lists or resources may change.
   */
  subscriptions?: SubscriptionOptions | false
  /** Carries notifications between instances. Default: in memory, for one process. */
  bus?: McpBus
  /** Tells the messages of unexpected errors to the client instead of masking them. Never in production. Default `false`. */
  dev?: boolean
  /** Where unexpected errors go; the client only hears that something failed. Default `console.error`. */
  onError?: (error: unknown, source: ErrorSource) => void
}

export const defaults = { route: '/mcp', maxBodySize: 1_048_576 } as const

/** Dot-separated labels, a slash, a name (basic/index, "Key name format"). */
const extensionId = /^[a-z](?:[a-z\d-]*[a-z\d])?(?:\.[a-z](?:[a-z\d-]*[a-z\d])?)*\/[a-z\d](?:[\w.-]*[a-z\d])?$/i

/** Throws `TypeError` for an option that can't be served, naming it. The definitions are checked by the registry. */
export function checkOptions(options: McpHandlerOptions): void {
  for (const key of ['name', 'version'] as const) {
    if (typeof options[key] !== 'string' || options[key] === '') throw new TypeError(`createMcpHandler: ${key} must be a non-empty string.`)
  }
  const { bus, legacyInput, maxBodySize, pageSize, principal, route, subscriptions, taskStorage, extensions = {} } = options
  checkLegacyInput(legacyInput)
  if (maxBodySize !== undefined && !(Number.isSafeInteger(maxBodySize) && maxBodySize > 0)) throw new TypeError(`createMcpHandler: maxBodySize must be a positive number of bytes, not ${String(maxBodySize)}.`)
  if (pageSize !== undefined && !(Number.isSafeInteger(pageSize) && pageSize > 0)) throw new TypeError(`createMcpHandler: pageSize must be a positive number of entries, not ${String(pageSize)}.`)
  if (bus !== undefined) checkBus(bus, 'createMcpHandler')
  if (subscriptions) checkSubscriptionOptions(subscriptions)
  if (taskStorage !== undefined && !isTaskStorage(taskStorage)) throw new TypeError('createMcpHandler: taskStorage must have getItem, setItem and removeItem, as a storage of unstorage has.')
  for (const [id, settings] of Object.entries(extensions)) {
    if (!extensionId.test(id)) throw new TypeError(`createMcpHandler: the extension id ${JSON.stringify(id)} needs a prefix, as in "com.example/invoices".`)
    if (!isJsonObject(settings)) throw new TypeError(`createMcpHandler: the settings of extension "${id}" must be an object; use {} when it has none.`)
  }
  if (principal !== undefined && typeof principal !== 'function') throw new TypeError(`createMcpHandler: principal must be a function of the event, not ${principal === null ? 'null' : `a value of type ${typeof principal}`}.`)
  if (route !== undefined && !route.startsWith('/')) throw new TypeError(`createMcpHandler: route must begin with "/", as in "/mcp", not ${JSON.stringify(route)}.`)
}

function isTaskStorage(value: Partial<TaskStorage> | null): boolean {
  return (['getItem', 'setItem', 'removeItem'] as const).every(key => typeof value?.[key] === 'function')
}
