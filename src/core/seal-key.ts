import { encodeBase64url, encodeUtf8, type Bytes } from './encoding.ts'

/**
 * What seals tokens. Every key in use is derived (HKDF-SHA-256, RFC 5869) from a secret, a purpose and a scope, so that
 * a token of one scope means nothing in another, and nothing made for one purpose passes for another.
 */
export interface SealKey {
  readonly scope: string
  /** Says which key made a token, so that opening one costs one try however many keys there are. */
  readonly id: string
  readonly mac: CryptoKey
  readonly cipher: CryptoKey
}

export type Secret = string | Bytes

/** As long as the output of SHA-256 (RFC 2104, section 3, advises against less). */
export const MIN_SECRET_BYTES = 32

const SALT = encodeUtf8('nitro-mcp')
const KEY_ID_BITS = 48
const MAX_CACHED = 64

/**
 * Derived keys are a pure function of secret and scope, so keeping them cannot serve a stale one. Holds values,
 * not promises: on workerd a promise begun in one request must not be awaited in another.
 */
const cache = new Map<string, SealKey>()

export async function sealKey(secret: Secret, scope: string): Promise<SealKey> {
  const name = JSON.stringify([typeof secret === 'string' ? secret : [encodeBase64url(secret)], scope])
  const known = cache.get(name)
  if (known) return known
  const key = await deriveSealKey(secret, scope)
  const [oldest] = cache.keys()
  if (cache.size >= MAX_CACHED && oldest !== undefined) cache.delete(oldest)
  cache.set(name, key)
  return key
}

async function deriveSealKey(secret: Secret, scope: string): Promise<SealKey> {
  const { subtle } = globalThis.crypto
  const material = await subtle.importKey('raw', typeof secret === 'string' ? encodeUtf8(secret) : secret, 'HKDF', false, ['deriveBits', 'deriveKey'])
  const hkdf = (purpose: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: SALT, info: encodeUtf8(`v1 ${purpose} ${scope}`) })
  const [id, mac, cipher] = await Promise.all([
    subtle.deriveBits(hkdf('id'), material, KEY_ID_BITS),
    subtle.deriveKey(hkdf('mac'), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify']),
    subtle.deriveKey(hkdf('cipher'), material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
  ])
  return { scope, id: encodeBase64url(new Uint8Array(id)), mac, cipher }
}
