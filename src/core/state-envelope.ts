import { deflate, inflate } from './compress.ts'
import { decodeUtf8, encodeBase64url, encodeUtf8, type Bytes } from './encoding.ts'
import { isJsonObject } from './json.ts'
import { MAX_REQUEST_STATE_LENGTH } from './protocol.ts'
import type { TokenKind } from './seal.ts'

export interface Envelope {
  readonly payload: unknown
  /** In milliseconds of Unix time. */
  readonly expiresAt: number
  /** Random: no two states are the same, and one can be marked as redeemed. */
  readonly id: string
}

const ID_BYTES = 12
/** Below this, the time is worth more than the bytes. */
const COMPRESS_FROM = 1024

/** What travels under the seal. The names are short, as they count against the length of every state. */
export function writeEnvelope(payload: unknown, expiresAt: number): Bytes {
  const id = encodeBase64url(globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  return encodeUtf8(JSON.stringify({ p: payload, e: expiresAt, i: id }))
}

/**
 * Compresses a signed body where that makes it shorter. Never an encrypted one: its length would tell how much of the
 * payload repeats what the client put into it, and with that, guess by guess, the payload (as CRIME did to TLS).
 */
export async function packEnvelope(body: Bytes, encrypted: boolean): Promise<{ kind: TokenKind, packed: Bytes }> {
  if (encrypted) return { kind: 'e1', packed: body }
  const packed = body.length > COMPRESS_FROM ? await deflate(body) : undefined
  return packed && packed.length < body.length ? { kind: 'z1', packed } : { kind: 'v1', packed: body }
}

/** `undefined` unless the body is a well-formed envelope. Call it with a body whose seal was verified. */
export async function readEnvelope(packed: Bytes, kind: TokenKind): Promise<Envelope | undefined> {
  const body = kind === 'z1' ? await inflate(packed, MAX_REQUEST_STATE_LENGTH) : packed
  const value = body && parseJson(decodeUtf8(body))
  if (!isJsonObject(value)) return undefined
  const { p: payload, e: expiresAt, i: id } = value
  if (payload === undefined || typeof expiresAt !== 'number' || typeof id !== 'string') return undefined
  return { payload, expiresAt, id }
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
