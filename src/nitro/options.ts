import type { CacheHints, Icon, LegacyInputOptions, SubscriptionOptions } from 'nitro-mcp'
import { readFile } from 'node:fs/promises'
import { join } from 'pathe'

/**
 * Options of the endpoint. They are data, since they are written into the server bundle: a function or a secret has no
 * place here. The key that seals the state comes from the environment of the running server.
 */
export interface McpOptions {
  /** The name that clients show and log. Default: `name` of the app's package.json. */
  name?: string
  /** Default: `version` of the app's package.json, else `0.0.0`. */
  version?: string
  /** The name for people, where it differs. */
  title?: string
  /** What the server is for, in a sentence or two. */
  description?: string
  /** A page about the server. */
  websiteUrl?: string
  icons?: Icon[]
  /** How to use the server, for the model that calls it. */
  instructions?: string
  /** Where the endpoint is, below `app.baseURL`; it answers with and without a slash at the end. Default `/mcp`. */
  route?: string
  /** The folder of definitions, in the server folder of the app and of each layer. Default `mcp`. */
  dir?: string
  /**
   * The server file whose default export says for whom a request is made, relative to the root of the app: a function of the
   * event that gives the id of the signed-in user, or `undefined` for nobody. States then open only for the principal they
   * were sealed for: that stops one user from replaying what another agreed to. Default: `principal.ts` in the folder of
   * definitions, if there is one.
   */
  principal?: string
  /**
   * The mount of Nitro's storage where tasks are kept, with the arguments, answers and results of their tools. Give it a driver
   * that all instances share, under `storage` in the config of Nitro; without one it is in memory. Default `mcp`.
   */
  taskStorage?: string
  /**
   * Pages of other origins that may call from a browser, as `https://chat.example.com`, or `'*'` for any. By default only pages
   * of the app's own host over `https:`, and pages on this machine calling a server on it: that stops DNS rebinding, where a
   * hostile page reaches a private server through a name of its own.
   */
  origin?: string[] | '*'
  /**
   * The largest body taken, in bytes; a longer one is refused (413) before it is parsed, so that nobody fills the memory
   * of the server. Default 1 MiB (1048576).
   */
  maxBodySize?: number
  /**
   * How long clients may keep the lists, `ttlMs` in milliseconds. Default a minute, `{ ttlMs: 60_000, cacheScope: 'private' }`; in dev
   * not at all. Make it `public` only if everyone may see the lists: a shared cache does not ask your guard first.
   */
  cache?: Partial<CacheHints>
  /** The most entries in one page of a list. Default: all of them. */
  pageSize?: number
  /** Protocol extensions that the server speaks, with their settings, by id such as `com.example/invoices`. */
  extensions?: Record<string, object>
  /**
   * Bounds the streams on which clients listen for changes: `max` of them per process, `ttlMs` milliseconds each. `false` declares
   * none, and is the default where the preset is not one long-lived process.
   */
  subscriptions?: SubscriptionOptions | false
  /**
   * Whether what asks may also ask a client of 2025: the call is held open until the answer comes, as a request of its own to
   * the same process. Default: where the preset is one long-lived process (`node_server`, `bun`, `deno_server` and the like,
   * and in dev); elsewhere such a call is refused at once. `true` says that it is one process where the module can't know,
   * an object sets other limits where it is on, and `false` holds no connection for a person anywhere: nobody can use up what
   * a server may hold.
   */
  legacyInput?: boolean | LegacyInputOptions
}

export type ResolvedOptions = McpOptions & Required<Pick<McpOptions, 'name' | 'version' | 'route' | 'dir' | 'taskStorage'>>

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isOrigin = (value: unknown) => typeof value === 'string' && URL.canParse(value) && new URL(value).origin === value && value !== 'null'

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function isCacheHints(value: unknown): boolean {
  if (!isObject(value)) return false
  const { ttlMs = 0, cacheScope = 'private', ...rest } = value
  return Number.isSafeInteger(ttlMs) && Number(ttlMs) >= 0 && ['public', 'private'].includes(String(cacheScope)) && Object.keys(rest).length === 0
}

const MAX_TTL_MS = 2_147_483_647

function isSubscriptions(value: unknown): boolean {
  if (value === false) return true
  if (typeof value !== 'object' || value === null) return false
  const { max = 1, ttlMs = 1, ...rest } = value as SubscriptionOptions
  return isCount(max) && isTime(ttlMs) && Object.keys(rest).length === 0
}

const isCount = (value: unknown) => value === undefined || (Number.isSafeInteger(value) && (value as number) > 0)

const isTime = (value: unknown) => value === undefined || (typeof value === 'number' && value > 0 && value <= MAX_TTL_MS)

/** As the engine has it, from which the build takes types only. */
const extensionId = /^[a-z](?:[a-z\d-]*[a-z\d])?(?:\.[a-z](?:[a-z\d-]*[a-z\d])?)*\/[a-z\d](?:[\w.-]*[a-z\d])?$/i
const isLegacyInput = (value: unknown) => typeof value === 'boolean' || (
  typeof value === 'object' && value !== null && Object.entries(value).every(([key, limit]) => key === 'timeoutMs' ? isTime(limit) : key === 'maxPending' && isCount(limit))
)

const text = { fits: isText, expects: 'a string that is not empty' }

const rules: Record<keyof McpOptions, { fits: (value: unknown) => boolean, expects: string }> = {
  name: text,
  version: text,
  title: text,
  description: text,
  instructions: text,
  websiteUrl: { fits: value => typeof value === 'string' && URL.canParse(value), expects: 'a URL' },
  icons: { fits: value => Array.isArray(value) && value.every(icon => isText((icon as Partial<Icon> | null)?.src)), expects: 'a list of icons, each with a src' },
  route: { fits: value => isText(value) && /^[\w\-.~/]+$/.test(value as string) && normalizeRoute(value as string) !== '/', expects: 'a path below the root, such as "/mcp", without parameters' },
  dir: { fits: value => isText(value) && /^[\w-][\w\-.]*(?:\/[\w-][\w\-.]*)*$/.test(value as string), expects: 'a folder in the server folder, such as "mcp"' },
  principal: { fits: isText, expects: 'the path of a server file, such as "server/principal.ts"' },
  taskStorage: { fits: value => typeof value === 'string' && /^[\w-]+(?::[\w-]+)*$/.test(value), expects: 'the name of a storage mount, such as "mcp"' },
  origin: { fits: value => value === '*' || (Array.isArray(value) && value.every(isOrigin)), expects: '"*" or a list of origins, each only scheme, host and port, such as "https://chat.example.com"' },
  maxBodySize: { fits: value => Number.isSafeInteger(value) && (value as number) > 0, expects: 'a positive number of bytes' },
  cache: { fits: isCacheHints, expects: 'hints such as { ttlMs: 60_000, cacheScope: "private" }' },
  pageSize: { fits: value => Number.isSafeInteger(value) && (value as number) > 0, expects: 'a positive number of entries' },
  extensions: { fits: value => isObject(value) && Object.entries(value).every(([id, settings]) => extensionId.test(id) && isObject(settings)), expects: 'a map of settings by id, such as { "com.example/invoices": {} }' },
  subscriptions: { fits: isSubscriptions, expects: 'false, or { max, ttlMs }: how many streams may listen, and for how many milliseconds' },
  legacyInput: { fits: isLegacyInput, expects: 'true, false, or an object with timeoutMs and maxPending' },
}

/** Checks the options and fills in what is not given. Throws one `TypeError` that names every option that is wrong. */
export async function resolveOptions(given: McpOptions, rootDir: string): Promise<ResolvedOptions> {
  const stated = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as McpOptions
  const wrong = Object.entries(stated).flatMap(([key, value]) => {
    const rule = Object.hasOwn(rules, key) ? rules[key as keyof McpOptions] : undefined
    if (!rule) return [`mcp.${key} is no option${/key|secret|token/i.test(key) ? ': secrets come from the environment of the running server' : ''}. There are: ${Object.keys(rules).join(', ')}.`]
    return rule.fits(value) ? [] : [`mcp.${key} must be ${rule.expects}, not ${JSON.stringify(value) ?? typeof value}.`]
  })
  if (wrong.length > 0) throw new TypeError(`nitro-mcp can't use these options:\n${wrong.map(line => `- ${line}`).join('\n')}`)
  const app = await readPackage(rootDir)
  return { name: app.name ?? 'nitro-mcp', version: app.version ?? '0.0.0', dir: 'mcp', taskStorage: 'mcp', ...stated, route: normalizeRoute(stated.route ?? '/mcp') }
}

/** One slash at the start, none at the end. */
function normalizeRoute(route: string): string {
  return `/${route.split('/').filter(Boolean).join('/')}`
}

async function readPackage(rootDir: string): Promise<{ name?: string, version?: string }> {
  const source = await readFile(join(rootDir, 'package.json'), 'utf8').catch(() => '{}')
  const { name, version } = JSON.parse(source) as { name?: unknown, version?: unknown }
  return { name: typeof name === 'string' && name ? name : undefined, version: typeof version === 'string' && version ? version : undefined }
}
