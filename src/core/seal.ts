import { decodeBase64url, encodeBase64url, encodeUtf8, type Bytes } from './encoding.ts'
import type { SealKey } from './seal-key.ts'

/**
 * Tokens that only the holder of a secret can make, in Base64url:
 *
 * - `v1.<key id>.<body>.<mac>`: signed, anyone can read the body.
 * - `z1.<key id>.<body>.<mac>`: the same, of a compressed body.
 * - `e1.<key id>.<nonce>.<ciphertext>`: encrypted.
 *
 * Each is made in a context, a text that does not travel: who opens the token has to know it. It is what the token is
 * bound to, and costs neither a character nor a further operation.
 */
export type TokenKind = 'v1' | 'z1' | 'e1'

export interface Token {
  readonly kind: TokenKind
  readonly keyId: string
  /** The body, or the nonce of `e1`. */
  readonly first: string
  /** The MAC, or the ciphertext of `e1`. */
  readonly last: string
}

const SHAPE = /^(v1|z1|e1)\.([\w-]{8})\.([\w-]+)\.([\w-]+)$/
const MAC_BYTES = 32
/** The nonce for which AES-GCM is made (NIST SP 800-38D, 8.2); random, so one key is good for 2^32 tokens (8.3). */
const NONCE_BYTES = 12
const GCM_TAG_BYTES = 16

/** `undefined` for what has not even the shape of a token. Nothing in it can be trusted before {@link openBody}. */
export function readToken(text: string): Token | undefined {
  const [, kind, keyId, first, last] = SHAPE.exec(text) ?? []
  return last === undefined ? undefined : { kind: kind as TokenKind, keyId: keyId!, first: first!, last }
}

/** How long the token of a body will be. */
export function tokenLength(kind: TokenKind, bodyBytes: number): number {
  const parts = kind === 'e1' ? [NONCE_BYTES, bodyBytes + GCM_TAG_BYTES] : [bodyBytes, MAC_BYTES]
  return 'v1.12345678'.length + parts.reduce((length, bytes) => length + 1 + Math.ceil(bytes * 4 / 3), 0)
}

export async function sealBody(body: Bytes, kind: TokenKind, context: string, key: SealKey): Promise<string> {
  const head = `${kind}.${key.id}`
  if (kind === 'e1') {
    const nonce = globalThis.crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const sealed = await globalThis.crypto.subtle.encrypt(gcm(nonce, head, context), key.cipher, body)
    return `${head}.${encodeBase64url(nonce)}.${encodeBase64url(new Uint8Array(sealed))}`
  }
  const signed = `${head}.${encodeBase64url(body)}`
  const mac = await globalThis.crypto.subtle.sign('HMAC', key.mac, inContext(signed, context))
  return `${signed}.${encodeBase64url(new Uint8Array(mac))}`
}

/**
 * The body, or `undefined` for whatever is not exactly a token that `key` made in this context. Verified before the body
 * is decoded, and has one spelling only: no two tokens are equal in meaning.
 */
export function openBody(token: Token, context: string, key: SealKey): Promise<Bytes | undefined> {
  return token.kind === 'e1' ? decrypt(token, context, key) : verify(token, context, key)
}

async function verify({ kind, keyId, first, last }: Token, context: string, key: SealKey): Promise<Bytes | undefined> {
  const mac = decodeBase64url(last)
  if (mac?.length !== MAC_BYTES) return undefined
  // `subtle.verify` compares in constant time, which comparing two strings would not.
  const intact = await globalThis.crypto.subtle.verify('HMAC', key.mac, mac, inContext(`${kind}.${keyId}.${first}`, context))
  return intact ? decodeBase64url(first) : undefined
}

async function decrypt({ kind, keyId, first, last }: Token, context: string, key: SealKey): Promise<Bytes | undefined> {
  const [nonce, sealed] = [decodeBase64url(first), decodeBase64url(last)]
  if (nonce?.length !== NONCE_BYTES || !sealed) return undefined
  try {
    return new Uint8Array(await globalThis.crypto.subtle.decrypt(gcm(nonce, `${kind}.${keyId}`, context), key.cipher, sealed))
  }
  catch {
    // What AES-GCM has against a forged token is an exception.
    return undefined
  }
}

/** No part of a token has a line feed, so that nothing can move from one to the other. */
function inContext(text: string, context: string): Bytes {
  return encodeUtf8(`${text}\n${context}`)
}

function gcm(iv: Bytes, head: string, context: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: inContext(head, context) }
}
