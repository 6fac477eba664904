import { decodeBase64url, encodeBase64url, encodeUtf8, type Bytes } from './encoding.ts'

/**
 * Tokens that only the holder of a secret can make: `<version>.<key id>.<body>.<mac>`, in Base64url.
 * Signed, not encrypted: anyone can read the body.
 *
 * Every key in use is derived (HKDF-SHA-256, RFC 5869) from the secret, a purpose and a scope, so a token
 * of one scope means nothing in another, and a tag can never pass for a MAC.
 */
export interface SealKey {
  readonly scope: string
  /** Says which key made a token, so that opening one costs one MAC however many keys there are. */
  readonly id: string
  readonly mac: CryptoKey
  readonly tags: Readonly<Record<TagPurpose, CryptoKey>>
}

/** What a tag stands for; each has a key of its own. */
export type TagPurpose = 'principal' | 'request'

export type Secret = string | Bytes

/** As long as the output of SHA-256 (RFC 2104, section 3, advises against less). */
export const MIN_SECRET_BYTES = 32

const VERSION = 'v1'
const SALT = encodeUtf8('nitro-mcp')
const KEY_ID_BITS = 48
const SHAPE = /^v1\.([\w-]{8})\.([\w-]+)\.([\w-]{43})$/
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
  const hkdf = (purpose: string) => ({ name: 'HKDF', hash: 'SHA-256', salt: SALT, info: encodeUtf8(`${VERSION} ${purpose} ${scope}`) })
  const hmacKey = (purpose: string) =>
    subtle.deriveKey(hkdf(purpose), material, { name: 'HMAC', hash: 'SHA-256', length: 256 }, false, ['sign', 'verify'])
  const [id, mac, principal, request] = await Promise.all([
    subtle.deriveBits(hkdf('id'), material, KEY_ID_BITS),
    hmacKey('mac'),
    hmacKey('principal'),
    hmacKey('request'),
  ])
  return { scope, id: encodeBase64url(new Uint8Array(id)), mac, tags: { principal, request } }
}

/** The body is any text; see {@link encodeUtf8} for lone surrogates. */
export async function sealText(body: string, key: SealKey): Promise<string> {
  const signed = `${VERSION}.${key.id}.${encodeBase64url(encodeUtf8(body))}`
  return `${signed}.${await hmac(key.mac, signed)}`
}

/**
 * The body's bytes and the key that made the token, or `undefined` for whatever is not exactly a token that one of
 * `keys` made. The MAC is verified before the body is decoded, and has one spelling only: no two tokens are equal in meaning.
 */
export async function openText(token: string, keys: readonly SealKey[]): Promise<{ body: Bytes, key: SealKey } | undefined> {
  const [, id, encoded = '', mac = ''] = SHAPE.exec(token) ?? []
  const key = keys.find(candidate => candidate.id === id)
  if (!key) return undefined
  const intact = await verifyHmac(key.mac, mac, `${VERSION}.${id}.${encoded}`)
  const body = intact ? decodeBase64url(encoded) : undefined
  return body && { body, key }
}

/** A keyed digest to put in a body: unlike a bare hash it tells nothing of a guessable text. */
export function tagOf(text: string, purpose: TagPurpose, key: SealKey): Promise<string> {
  return hmac(key.tags[purpose], text)
}

export function tagHolds(tag: string, text: string, purpose: TagPurpose, key: SealKey): Promise<boolean> {
  return verifyHmac(key.tags[purpose], tag, text)
}

async function hmac(key: CryptoKey, text: string): Promise<string> {
  return encodeBase64url(new Uint8Array(await globalThis.crypto.subtle.sign('HMAC', key, encodeUtf8(text))))
}

/** `subtle.verify` compares in constant time, which comparing two strings would not. */
async function verifyHmac(key: CryptoKey, mac: string, text: string): Promise<boolean> {
  const bytes = decodeBase64url(mac)
  return bytes !== undefined && globalThis.crypto.subtle.verify('HMAC', key, bytes, encodeUtf8(text))
}
