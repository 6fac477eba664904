import { canonicalJson } from './canonical-json.ts'
import { encodeUtf8, type Bytes } from './encoding.ts'
import { McpError } from './errors.ts'
import { mcpContextOf, type EventLike, type McpEvent } from './event.ts'
import { assertPlainJson } from './plain-json.ts'
import { ErrorCode, MAX_REQUEST_STATE_LENGTH } from './protocol.ts'
import { RequestContext, type RequestInternals } from './request-context.ts'
import { MIN_SECRET_BYTES, openText, sealKey, sealText, type SealKey, type Secret } from './seal.ts'
import { readEnvelope, writeEnvelope, type Facts } from './state-envelope.ts'

export interface RequestStateOptions {
  /**
   * At least 32 bytes (of UTF-8, for a string), the same on every instance; bytes are copied.
   * Default: the key of the endpoint, read anew on every request, along with the previous ones.
   */
  key?: string | Uint8Array
  /** How long a state may be answered, in milliseconds, by the clock of the instance that opens it. Default 600 000 (10 minutes). */
  ttlMs?: number
  /**
   * Whom the state is for, such as the id of the signed-in user. Stops one user from replaying another's state.
   * Runs on `seal` and on `open`; throw when nobody is signed in. Only a keyed digest of it travels.
   */
  bind?: (event: McpEvent) => string | Promise<string>
  /**
   * Whether a state holds only for a retry of the request that minted it: the same method, name or URI, and
   * arguments. Default `true`, which stops a state (and the consent in it) from being carried over to another
   * tool or to other arguments.
   */
  bindRequest?: boolean
}

export interface RequestState<T> {
  /**
   * Signs a payload into a `requestState`: tamper-evident but readable, so keep secrets out of it.
   *
   * Without an event (a test, a fixture, a flow seeded beforehand) the state is bound to no request; it takes a
   * codec that has a `key` and no `bind`, else `TypeError`. Also throws `TypeError` for a payload that JSON would
   * change, and `RangeError` above `MAX_REQUEST_STATE_LENGTH`.
   */
  seal(payload: T, event?: EventLike): Promise<string>
  /**
   * The payload of the state that this request carries; `undefined` only when it carries none (the first round).
   * Any other state that is not intact, current and bound to this request throws `McpError` `-32602`, the same for
   * every cause, as telling them apart would help a client that probes.
   */
  open(event: EventLike): Promise<T | undefined>
}

const CALLER = 'defineRequestState'
const FREE_SCOPE = 'free'

/**
 * An HMAC-SHA-256 codec for what must survive between rounds (2026-07-28, basic/patterns/mrtr).
 * Make it once, at module level.
 *
 * Throws at once: `RangeError` for a key under 32 bytes or a `ttlMs` that is not a finite positive number,
 * `TypeError` for an option of another type or a runtime without `crypto.subtle`.
 *
 * @example const state = defineRequestState<{ step: number }>({ bind: event => event.context.user.id })
 */
export function defineRequestState<T = unknown>(options: RequestStateOptions = {}): RequestState<T> {
  const codec = checkOptions(options)
  return {
    seal: (payload, event) => seal(codec, payload, event),
    // The MAC says that this server sealed it, as a T.
    open: async event => (await open(codec, event))?.payload as T | undefined,
  }
}

interface Codec extends Pick<RequestStateOptions, 'bind'> { ttlMs: number, bindRequest: boolean, ownKey: Bytes | undefined }

function checkOptions({ key, ttlMs = 600_000, bind, bindRequest = true }: RequestStateOptions): Codec {
  if (!globalThis.crypto?.subtle) throw new TypeError(`${CALLER}: this runtime has no crypto.subtle (Web Crypto).`)
  if (!Number.isFinite(ttlMs) || ttlMs <= 0) throw new RangeError(`${CALLER}: ttlMs must be a finite number above 0, not ${String(ttlMs)}.`)
  if (bind !== undefined && typeof bind !== 'function') throw new TypeError(`${CALLER}: bind must be a function of the event.`)
  return { ttlMs, bind, bindRequest, ownKey: key === undefined ? undefined : checkKey(key) }
}

async function seal(codec: Codec, payload: unknown, event: EventLike | undefined): Promise<string> {
  assertPlainJson(payload, `${CALLER}().seal: the payload`)
  const { key, facts } = event ? await boundTo(event, codec) : await free(codec)
  const token = await sealText(await writeEnvelope(payload, Date.now() + codec.ttlMs, facts, key), key)
  if (token.length > MAX_REQUEST_STATE_LENGTH) {
    throw new RangeError(`${CALLER}().seal: the sealed state has ${token.length} characters; at most ${MAX_REQUEST_STATE_LENGTH} may travel. Keep large data on the server and seal its id.`)
  }
  return token
}

async function boundTo(event: EventLike, codec: Codec): Promise<{ key: SealKey, facts: Facts }> {
  const internals = RequestContext.internalsOf(mcpContextOf(event, `${CALLER}().seal`))
  const facts = await factsOf(event, internals, codec)
  return { key: await sealKey(codec.ownKey ?? internals.stateKeys.current(), endpointScope(internals)), facts }
}

async function free({ ownKey, bind }: Codec): Promise<{ key: SealKey, facts: Facts }> {
  if (bind) throw new TypeError(`${CALLER}().seal: a codec with bind needs the event, or open() would refuse what it seals.`)
  if (!ownKey) throw new TypeError(`${CALLER}().seal: without the event there is no key; pass the event, or define the codec with a key.`)
  return { key: await sealKey(ownKey, FREE_SCOPE), facts: {} }
}

async function open(codec: Codec, event: EventLike): Promise<{ payload: unknown } | undefined> {
  const context = mcpContextOf(event, `${CALLER}().open`)
  const token: unknown = context.requestState
  if (token === undefined) return undefined
  if (typeof token !== 'string' || token.length > MAX_REQUEST_STATE_LENGTH) throw invalidState()
  const internals = RequestContext.internalsOf(context)
  // Before the token is looked at: what `bind` throws must not depend on whether the token is genuine.
  const facts = await factsOf(event, internals, codec)
  const opened = await openText(token, await keysOf(internals, codec))
  // A state sealed without an event is bound to no request; its own scope says so, under the MAC.
  const expected = opened?.key.scope === FREE_SCOPE ? { ...facts, request: undefined } : facts
  const envelope = opened && await readEnvelope(opened.body, Date.now(), expected, opened.key)
  if (!envelope) throw invalidState()
  return envelope
}

function keysOf(internals: RequestInternals, { ownKey }: Codec): Promise<SealKey[]> {
  const secrets: Secret[] = ownKey ? [ownKey] : [internals.stateKeys.current(), ...internals.stateKeys.previous()]
  const scopes = [endpointScope(internals), FREE_SCOPE]
  return Promise.all(secrets.flatMap(secret => scopes.map(scope => sealKey(secret, scope))))
}

async function factsOf(event: EventLike, { request }: RequestInternals, { bind, bindRequest }: Codec): Promise<Facts> {
  const { method, name, arguments: args = {} } = request
  return {
    request: bindRequest ? canonicalJson([method, name, args]) : undefined,
    // As JSON, which escapes lone surrogates: two principals must not become one in UTF-8.
    principal: bind && JSON.stringify(checkPrincipal(await bind(event as McpEvent))),
  }
}

function endpointScope({ audience }: RequestInternals): string {
  return `endpoint ${audience}`
}

function checkKey(key: unknown): Bytes {
  if (typeof key !== 'string' && !(key instanceof Uint8Array)) throw new TypeError(`${CALLER}: the key must be a string or a Uint8Array.`)
  const bytes = typeof key === 'string' ? encodeUtf8(key) : new Uint8Array(key)
  if (bytes.length < MIN_SECRET_BYTES) throw new RangeError(`${CALLER}: the key has ${bytes.length} bytes; it needs at least ${MIN_SECRET_BYTES}.`)
  return bytes
}

/** An empty principal would bind the states of all who have none to one and the same "nobody". */
function checkPrincipal(principal: unknown): string {
  if (typeof principal !== 'string' || principal === '') throw new TypeError(`${CALLER}: bind must return a string that is not empty; throw when there is no principal.`)
  return principal
}

function invalidState(): McpError {
  return new McpError(ErrorCode.InvalidParams, 'Invalid request state')
}
