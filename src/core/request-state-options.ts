import { encodeUtf8, type Bytes } from './encoding.ts'
import type { McpEvent } from './event.ts'
import { MIN_SECRET_BYTES, type Secret } from './seal-key.ts'

/**
 * Whether this state may still be used, and marks it as used. One call has to do both, or two requests at the same moment
 * both get through. Called on `open` only, when all else holds, and once per request however often that is called.
 *
 * `id` names one state: 96 random bits in Base64url. After `expiresAt`, in milliseconds of Unix time, no instance whose
 * clock is right asks again.
 */
export type RedeemState = (id: string, expiresAt: number, event: McpEvent) => boolean | Promise<boolean>

export interface RequestStateOptions {
  /**
   * At least 32 bytes (of UTF-8, for a string), the same on every instance; bytes are copied.
   * Default: the key of the endpoint, read anew on every request, along with the previous ones.
   */
  key?: string | Uint8Array
  /** Keys from before a rotation of `key`, which they need beside them: they open states, and seal none. Default none. */
  previousKeys?: readonly (string | Uint8Array)[]
  /** How long a state may be answered, in milliseconds, by the clock of the instance that opens it. Default 600 000 (10 minutes). */
  ttlMs?: number
  /**
   * Whom the state is for, such as the team that the user acts for, beside the principal of the endpoint. Stops one user
   * from replaying another's state. Runs on `seal` and on `open`; throw when nobody is signed in. Never travels.
   */
  bind?: (event: McpEvent) => string | Promise<string>
  /**
   * Whether a state holds only for a retry of the request that minted it: the same method, name or URI, and
   * arguments. Default `true`, which stops a state (and the consent in it) from being carried over to another
   * tool or to other arguments.
   */
  bindRequest?: boolean
  /**
   * Hides the payload from the client (AES-256-GCM); its length still shows. Default `false`: signed, readable. A state of
   * one sort never opens where the other is expected. Change the key before it sealed 2^32 states: beyond that, a
   * repeated nonce, which would break the seal, is no longer unlikely enough.
   */
  encrypt?: boolean
  /**
   * Makes a state good for one `open` only, which stops a replay within `ttlMs`. It also turns away the honest repeat of a
   * round whose reply was lost. `nitro-mcp/redeem` has two ready-made. By default a state can be used again until it expires.
   */
  redeem?: RedeemState
}

/** Of one `defineRequestState`, checked. */
export interface StateCodec {
  readonly bind: RequestStateOptions['bind']
  readonly redeem: RedeemState | undefined
  readonly ttlMs: number
  readonly bindRequest: boolean
  readonly encrypt: boolean
  /** The key and the previous ones; `undefined` for those of the endpoint. */
  readonly ownKeys: readonly [Secret, ...Secret[]] | undefined
}

export const CALLER = 'defineRequestState'

export function checkStateOptions({ key, previousKeys, ttlMs = 600_000, bind, bindRequest = true, encrypt = false, redeem }: RequestStateOptions): StateCodec {
  if (!globalThis.crypto?.subtle) throw new TypeError(`${CALLER}: this runtime has no crypto.subtle (Web Crypto).`)
  if (!Number.isFinite(ttlMs) || ttlMs <= 0) throw new RangeError(`${CALLER}: ttlMs must be a finite number above 0, not ${String(ttlMs)}.`)
  for (const [name, option] of [['bind', bind], ['redeem', redeem]] as const) {
    if (option !== undefined && typeof option !== 'function') throw new TypeError(`${CALLER}: ${name} must be a function${name === 'bind' ? ' of the event' : ''}.`)
  }
  for (const [name, option] of [['bindRequest', bindRequest], ['encrypt', encrypt]] as const) {
    if (typeof option !== 'boolean') throw new TypeError(`${CALLER}: ${name} must be true or false.`)
  }
  return { ttlMs, bind, bindRequest, encrypt, redeem, ownKeys: checkKeys(key, previousKeys) }
}

function checkKeys(key: RequestStateOptions['key'], previousKeys: RequestStateOptions['previousKeys'] = []): StateCodec['ownKeys'] {
  if (!Array.isArray(previousKeys)) throw new TypeError(`${CALLER}: previousKeys must be a list of keys.`)
  if (key !== undefined) return [checkKey(key, 'the key'), ...previousKeys.map((previous, index) => checkKey(previous, `previousKeys[${index}]`))]
  if (previousKeys.length > 0) throw new TypeError(`${CALLER}: previousKeys need a key beside them; those of the endpoint come from its own configuration.`)
  return undefined
}

function checkKey(key: unknown, name: string): string | Bytes {
  if (typeof key !== 'string' && !(key instanceof Uint8Array)) throw new TypeError(`${CALLER}: ${name} must be a string or a Uint8Array.`)
  const { length } = typeof key === 'string' ? encodeUtf8(key) : key
  if (length < MIN_SECRET_BYTES) throw new RangeError(`${CALLER}: ${name} has ${length} bytes; it needs at least ${MIN_SECRET_BYTES}.`)
  return typeof key === 'string' ? key : new Uint8Array(key)
}
