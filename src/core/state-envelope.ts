import { decodeUtf8, encodeBase64url } from './encoding.ts'
import { isJsonObject } from './json.ts'
import { tagHolds, tagOf, type SealKey, type TagPurpose } from './seal.ts'

/** What a state is bound to, each as JSON; `undefined` for what it is not bound to. */
export type Facts = Readonly<Partial<Record<TagPurpose, string>>>

/** What travels under the seal; the names are short as they count against the length of every state. */
interface Envelope {
  /** The payload. */
  p: unknown
  /** Expiry, in milliseconds of Unix time. */
  e: number
  /** A random id: no two states are the same, and one can be marked as redeemed. */
  i: string
  /** Tag of the request. */
  r?: string
  /** Tag of the principal. */
  b?: string
}

const ID_BYTES = 12

export async function writeEnvelope(payload: unknown, expiry: number, facts: Facts, key: SealKey): Promise<string> {
  const [r, b] = await Promise.all([tag(facts, 'request', key), tag(facts, 'principal', key)])
  const id = encodeBase64url(globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES)))
  return JSON.stringify({ p: payload, e: expiry, i: id, r, b } satisfies Envelope)
}

/**
 * `undefined` unless the envelope is well formed, not expired, and bound to exactly these facts: a tag where no fact
 * is expected is refused like a missing one, so a codec whose `bind` was added or removed fails closed.
 * Call it with a body whose MAC was verified.
 */
export async function readEnvelope(body: Uint8Array, now: number, facts: Facts, key: SealKey): Promise<{ payload: unknown } | undefined> {
  const envelope = parse(decodeUtf8(body))
  if (!envelope) return undefined
  const checks = await Promise.all([
    holds(envelope.r, facts, 'request', key),
    holds(envelope.b, facts, 'principal', key),
  ])
  return checks.every(Boolean) && now < envelope.e ? { payload: envelope.p } : undefined
}

async function tag(facts: Facts, purpose: TagPurpose, key: SealKey): Promise<string | undefined> {
  const fact = facts[purpose]
  return fact === undefined ? undefined : tagOf(fact, purpose, key)
}

async function holds(found: string | undefined, facts: Facts, purpose: TagPurpose, key: SealKey): Promise<boolean> {
  const fact = facts[purpose]
  if (fact === undefined || found === undefined) return fact === found
  return tagHolds(found, fact, purpose, key)
}

function parse(text: string | undefined): Envelope | undefined {
  const value = text === undefined ? undefined : parseJson(text)
  if (!isJsonObject(value)) return undefined
  const { p, e, i, r, b } = value
  if (p === undefined || typeof e !== 'number' || typeof i !== 'string' || !isTag(r) || !isTag(b)) return undefined
  return { p, e, i, r, b }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}

function isTag(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}
