import { McpError } from './errors.ts'
import { mcpContextOf, type EventLike, type McpContext, type McpEvent } from './event.ts'
import { assertPlainJson } from './plain-json.ts'
import { ErrorCode, MAX_REQUEST_STATE_LENGTH } from './protocol.ts'
import { RequestContext, type RequestInternals } from './request-context.ts'
import { CALLER, checkStateOptions, type RequestStateOptions, type StateCodec } from './request-state-options.ts'
import { openBody, readToken, sealBody, tokenLength } from './seal.ts'
import { sealKey, type SealKey, type Secret } from './seal-key.ts'
import { bindingOf, contextOf, unbound, type Binding } from './state-binding.ts'
import { packEnvelope, readEnvelope, writeEnvelope, type Envelope } from './state-envelope.ts'

export interface RequestState<T> {
  /**
   * Seals a payload into a `requestState`. Without `encrypt` it is tamper-evident but readable, so keep secrets out of it.
   *
   * Without an event (a test, a fixture, a flow seeded beforehand) the state is bound to no request and no principal, so
   * that an endpoint with a `principal` refuses it; it takes a codec that has a `key` and no `bind`, else `TypeError`. Also
   * throws `TypeError` for a payload that JSON would change, and `RangeError` when the state would be longer than
   * `MAX_REQUEST_STATE_LENGTH` before it is compressed, so that what fits depends neither on the runtime nor on luck.
   */
  seal(payload: T, event?: EventLike): Promise<string>
  /**
   * The payload of the state that this request carries; `undefined` only when it carries none (the first round).
   * Any other state that is not intact, current, unredeemed and bound to this request throws `McpError` `-32602`, the same
   * for every cause, as telling them apart would help a client that probes.
   */
  open(event: EventLike): Promise<T | undefined>
}

const FREE_SCOPE = 'free'

/**
 * A codec for what must survive between rounds (2026-07-28, basic/patterns/mrtr): signed by HMAC-SHA-256, or encrypted.
 * Make it once, at module level.
 *
 * Throws at once: `RangeError` for a key under 32 bytes or a `ttlMs` that is not a finite positive number,
 * `TypeError` for an option of another type or a runtime without `crypto.subtle`.
 *
 * @example const state = defineRequestState<{ step: number }>({ bind: event => event.context.user.id })
 */
export function defineRequestState<T = unknown>(options: RequestStateOptions = {}): RequestState<T> {
  const codec = checkStateOptions(options)
  const redemptions: Redemptions = new WeakMap()
  return {
    seal: (payload, event) => seal(codec, payload, event),
    // The seal says that this server made it, as a T.
    open: async event => (await open(codec, redemptions, event))?.payload as T | undefined,
  }
}

async function seal(codec: StateCodec, payload: unknown, event: EventLike | undefined): Promise<string> {
  assertPlainJson(payload, `${CALLER}().seal: the payload`)
  const { key, binding } = event ? await boundTo(event, codec) : await free(codec)
  const body = writeEnvelope(payload, Date.now() + codec.ttlMs)
  const length = tokenLength(codec.encrypt ? 'e1' : 'v1', body.length)
  if (length > MAX_REQUEST_STATE_LENGTH) {
    throw new RangeError(`${CALLER}().seal: the sealed state has ${length} characters; at most ${MAX_REQUEST_STATE_LENGTH} may travel. Keep large data on the server and seal its id.`)
  }
  const { kind, packed } = await packEnvelope(body, codec.encrypt)
  return sealBody(packed, kind, contextOf(binding), key)
}

async function boundTo(event: EventLike, codec: StateCodec): Promise<{ key: SealKey, binding: Binding }> {
  const internals = RequestContext.internalsOf(mcpContextOf(event, `${CALLER}().seal`))
  const binding = await bindingOf(event, internals, codec)
  return { key: await sealKey(codec.ownKeys?.[0] ?? internals.stateKeys.current(), endpointScope(internals)), binding }
}

async function free({ ownKeys, bind }: StateCodec): Promise<{ key: SealKey, binding: Binding }> {
  if (bind) throw new TypeError(`${CALLER}().seal: a codec with bind needs the event, or open() would refuse what it seals.`)
  if (!ownKeys) throw new TypeError(`${CALLER}().seal: without the event there is no key; pass the event, or define the codec with a key.`)
  return { key: await sealKey(ownKeys[0], FREE_SCOPE), binding: unbound }
}

async function open(codec: StateCodec, redemptions: Redemptions, event: EventLike): Promise<Envelope | undefined> {
  const context = mcpContextOf(event, `${CALLER}().open`)
  const text: unknown = context.requestState
  if (text === undefined) return undefined
  if (typeof text !== 'string' || text.length > MAX_REQUEST_STATE_LENGTH) throw invalidState()
  const internals = RequestContext.internalsOf(context)
  // Before the token is looked at: what `bind`, the principal or a missing key throws must not depend on whether it is genuine.
  const binding = await bindingOf(event, internals, codec)
  const secrets = codec.ownKeys ?? [internals.stateKeys.current(), ...internals.stateKeys.previous()]
  const envelope = await openWith(secrets, text, binding, codec.encrypt, internals)
  if (!envelope || Date.now() >= envelope.expiresAt) throw invalidState()
  if (codec.redeem && !await redeemOnce(codec.redeem, redemptions, context, envelope, event)) throw invalidState()
  return envelope
}

async function openWith(secrets: readonly Secret[], text: string, binding: Binding, encrypt: boolean, internals: RequestInternals): Promise<Envelope | undefined> {
  const token = readToken(text)
  if (!token || (token.kind === 'e1') !== encrypt) return undefined
  const key = await keyOf(token.keyId, secrets, internals)
  if (!key) return undefined
  // A state sealed without an event is bound to no request; the scope of its key says so.
  const body = await openBody(token, contextOf(key.scope === FREE_SCOPE ? { ...binding, request: undefined } : binding), key)
  return body && readEnvelope(body, token.kind)
}

async function keyOf(id: string, secrets: readonly Secret[], internals: RequestInternals): Promise<SealKey | undefined> {
  for (const scope of [endpointScope(internals), FREE_SCOPE]) {
    for (const secret of secrets) {
      const key = await sealKey(secret, scope)
      if (key.id === id) return key
    }
  }
  return undefined
}

/** Per request, the state that was redeemed: whoever opens it a second time within the request is not a second one to come. */
type Redemptions = WeakMap<McpContext, { id: string, outcome: Promise<boolean> }>

function redeemOnce(redeem: NonNullable<StateCodec['redeem']>, redemptions: Redemptions, context: McpContext, { id, expiresAt }: Envelope, event: EventLike): Promise<boolean> {
  const known = redemptions.get(context)
  if (known?.id === id) return known.outcome
  const outcome = (async () => {
    const answer: unknown = await redeem(id, expiresAt, event as McpEvent)
    if (typeof answer !== 'boolean') throw new TypeError(`${CALLER}: redeem must return true or false, not ${answer === null ? 'null' : `a value of type ${typeof answer}`}.`)
    return answer
  })()
  redemptions.set(context, { id, outcome })
  return outcome
}

function endpointScope({ audience }: RequestInternals): string {
  return `endpoint ${audience}`
}

function invalidState(): McpError {
  return new McpError(ErrorCode.InvalidParams, 'Invalid request state')
}
