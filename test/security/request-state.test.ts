import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineRequestState } from '../../src/core/request-state.ts'
import vectors from '../core/seal.vectors.json' with { type: 'json' }
import { makeEvent, type EventOptions } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

/** What a client can send instead of the state it was given, against the fixed vectors. */
interface Vector { bind?: string, bindRequest?: boolean, encrypt?: boolean, principal?: string | null }

const [genuine] = vectors.vectors
const token = genuine!.token

function open(requestState: unknown, { bind, bindRequest, encrypt, principal }: Vector): Promise<unknown> {
  const options: EventOptions = {
    stateKey: vectors.key,
    audience: vectors.audience,
    method: vectors.method,
    name: vectors.name,
    arguments: vectors.arguments,
    requestState,
    ...principal !== undefined && { principal: () => principal ?? undefined },
  }
  return defineRequestState({ bindRequest, encrypt, ...bind !== undefined && { bind: () => bind } }).open(makeEvent(options))
}

/** The whole error, so that two causes cannot differ in a field that is not looked at. */
async function refusal(requestState: unknown, vector: Vector = genuine!): Promise<unknown> {
  try {
    await open(requestState, vector)
  }
  catch (error) {
    const { name, message, cause } = error as Error
    return { ...(error as object), name, message, cause }
  }
  return 'opened'
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: vectors.clock }))
afterEach(() => vi.useRealTimers())

const opaque = { name: 'McpError', code: -32602, message: 'Invalid request state', cause: undefined }

describe('a genuine state', () => {
  it.each(vectors.vectors)('opens where it belongs: $why', async (vector) => {
    expect(await open(vector.token, vector)).toEqual(vector.payload)
  })

  const crossed = vectors.vectors.flatMap(vector => vectors.vectors.map(other => ({ vector, other })))
    // Sealed without an event, it is bound to nothing that its codec could know; the first and the last differ in size only.
    .filter(({ vector, other }) => vector !== other && !(vector.scope === 'free' || other.scope === 'free') && !(vector.context === other.context && !vector.encrypt === !other.encrypt))

  it.each(crossed)('opens nowhere else: $vector.why, where one is expected that is $other.why', async ({ vector, other }) => {
    expect(await refusal(vector.token, other)).toEqual(opaque)
  })
})

describe('a state from the client', () => {
  it.each(vectors.tamperings)('is refused, without a hint: $why', proves('state/integrity', 'state/no-oracle', 'state/canonical'), async ({ token, encrypt }) => {
    expect(await refusal(token, { ...genuine, encrypt })).toEqual(opaque)
  })

  it.each([
    null, 0, 1, true, {}, [], [token], { toString: () => token }, Object(token), '', ' ', '.', '...', '__proto__', 'constructor', 'null', '{}',
    `${token}${'A'.repeat(65_536)}`, '.'.repeat(65_536), 'v1.'.repeat(20_000), '\0', '\uD800', '🚀'.repeat(1000),
  ])('is refused when it is nothing like one (%#)', async (requestState) => {
    expect(await refusal(requestState)).toEqual(opaque)
  })

  it('is refused before any cryptography when it is longer than a state can be', async () => {
    const verify = vi.spyOn(globalThis.crypto.subtle, 'verify')
    const [version, id, , mac] = token.split('.')
    expect(await refusal([version, id, 'A'.repeat(65_536), mac].join('.'))).toEqual(opaque)
    expect(verify).not.toHaveBeenCalled()
    expect(await refusal([version, id, 'AAAA', mac].join('.'))).toEqual(opaque)
    expect(verify).toHaveBeenCalledTimes(1)
    verify.mockRestore()
  })

  it('is never parsed before its MAC was verified', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const [version, id, body, mac = ''] = token.split('.')
    expect(await refusal([version, id, body, mac.replace(/^./, first => first === 'A' ? 'B' : 'A')].join('.'))).toEqual(opaque)
    expect(parse).not.toHaveBeenCalled()
    await open(token, genuine!)
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })

  it('is never inflated before its MAC was verified', async () => {
    const inflated = vi.fn()
    vi.stubGlobal('DecompressionStream', class extends DecompressionStream {
      constructor(format: CompressionFormat) {
        super(format)
        inflated()
      }
    })
    const compressed = vectors.vectors.at(-1)!
    const [version, id, body, mac = ''] = compressed.token.split('.')
    expect(await refusal([version, id, body, mac.replace(/^./, first => first === 'A' ? 'B' : 'A')].join('.'))).toEqual(opaque)
    expect(inflated).not.toHaveBeenCalled()
    await open(compressed.token, compressed)
    expect(inflated).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })
})

describe('what a state tells', () => {
  const secret = 'a principal or argument that must not travel'
  const event = () => makeEvent({ stateKey: vectors.key, arguments: { note: secret }, principal: () => secret })

  it('is its payload, a time and an id: no key, no principal, no arguments, nor a digest of them', async () => {
    const sealed = await defineRequestState({ bind: () => secret }).seal({ step: 1 }, event())
    const body = Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString()
    expect(JSON.parse(body)).toEqual({ p: { step: 1 }, e: vectors.clock + 600_000, i: expect.stringMatching(/^[\w-]{16}$/) })
    for (const text of [secret, vectors.key, 'tools/call']) {
      expect(sealed).not.toContain(text)
      expect(body).not.toContain(text)
    }
  })

  it('is its length only when it is encrypted', async () => {
    const payload = { note: secret }
    const seal = (text: string) => defineRequestState({ encrypt: true }).seal({ note: text }, event())
    const tokens = await Promise.all([seal(secret), seal(secret), seal(secret.replaceAll(/\w/g, 'x'))])
    for (const sealed of tokens) {
      for (const part of sealed.split('.')) expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/principal|argument|xxxx/)
      expect(sealed.length).toBe(tokens[0]?.length)
    }
    expect(new Set(tokens.map(sealed => sealed.split('.')[3])).size).toBe(3)
    expect(await defineRequestState({ encrypt: true }).open(makeEvent({ stateKey: vectors.key, arguments: { note: secret }, principal: () => secret, requestState: tokens[0] }))).toEqual(payload)
  })

  it('is not how much of an encrypted payload repeats itself', async () => {
    const seal = async (guess: string) => (await defineRequestState({ encrypt: true }).seal({ secret: 'card 4929-1234-5678'.repeat(100), guess }, event())).length
    expect(await seal('card 4929-1234-5678'.repeat(100))).toBe(await seal('xxxx 0000-0000-0000'.repeat(100)))
  })
})
