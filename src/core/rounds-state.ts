import { encodeBase64url, encodeUtf8 } from './encoding.ts'
import { McpError } from './errors.ts'
import type { EventLike } from './event.ts'
import { isJsonObject } from './json.ts'
import type { OnceResults } from './once.ts'
import { ErrorCode, MAX_REQUEST_STATE_LENGTH } from './protocol.ts'
import type { RequestState } from './request-state.ts'

/** What travels between the rounds of a flow; the names are short as they count against the length of every state. */
export interface FlowState {
  /** Which flow. */
  f: string
  /** Answers by key, as they came: validation may give what JSON can't hold, so it runs anew on every request. */
  a: Record<string, unknown>
  /** Keys of optional questions that go without an answer. */
  s?: string[]
  /** Results of `once`. */
  o?: OnceResults
}

/** Goes into every fingerprint: raised when {@link FlowState} changes its meaning. */
const FORMAT = 1
const FINGERPRINT_BYTES = 9
const MAX_SIZES = 20

/** Short, and the same for the same identity on every instance. */
export async function fingerprintOf(identity: unknown): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', encodeUtf8(JSON.stringify([FORMAT, identity])))
  return encodeBase64url(new Uint8Array(digest, 0, FINGERPRINT_BYTES))
}

/** `undefined` when the request has no state. Throws what the codec does for any other, also when it is of another flow. */
export async function openFlow(codec: RequestState<FlowState>, event: EventLike, fingerprint: string): Promise<FlowState | undefined> {
  const state: unknown = await codec.open(event)
  if (state === undefined) return undefined
  if (!isJsonObject(state) || state.f !== fingerprint) throw new McpError(ErrorCode.InvalidParams, 'Invalid request state')
  // No other flow has this fingerprint, and the seal says that this server wrote it.
  return state as unknown as FlowState
}

export async function sealFlow(codec: RequestState<FlowState>, event: EventLike, state: FlowState, keys: readonly string[]): Promise<string> {
  try {
    return await codec.seal(state, event)
  }
  catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new RangeError(`defineRounds: in the round that asks ${keys.map(key => JSON.stringify(key)).join(', ')} the state outgrew the ${MAX_REQUEST_STATE_LENGTH} characters that may travel. Characters of JSON by key: ${sizesOf(state)}. Keep large data on the server, and carry its id.`, { cause })
  }
}

function sizesOf({ a, o = {} }: FlowState): string {
  const sizes = [
    ...Object.entries(a).map(([key, value]) => [`answer ${JSON.stringify(key)}`, JSON.stringify(value).length] as const),
    ...Object.entries(o).map(([key, value]) => [`once ${JSON.stringify(key)}`, JSON.stringify(value).length] as const),
  ].sort(([, one], [, other]) => other - one)
  const shown = sizes.slice(0, MAX_SIZES).map(([what, size]) => `${what} ${size}`)
  return [...shown, ...sizes.length > MAX_SIZES ? [`${sizes.length - MAX_SIZES} more`] : []].join(', ')
}
