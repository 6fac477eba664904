import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineRequestState } from '../../src/core/request-state.ts'
import vectors from '../core/seal.vectors.json' with { type: 'json' }
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

/** What a client can send instead of the state it was given, against the fixed vectors. */
const state = defineRequestState({ bind: () => vectors.principal })

const open = (requestState: unknown) => state.open(makeEvent({
  stateKey: vectors.key,
  audience: vectors.audience,
  method: vectors.method,
  name: vectors.name,
  arguments: vectors.arguments,
  requestState,
}))

/** The whole error, so that two causes cannot differ in a field that is not looked at. */
async function refusal(requestState: unknown): Promise<unknown> {
  try {
    await open(requestState)
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

describe('a state from the client', () => {
  it('opens when it is the genuine one', async () => {
    expect(await open(vectors.token)).toEqual(vectors.payload)
    expect(vectors.tamperings.length).toBeGreaterThanOrEqual(35)
  })

  it.each(vectors.tamperings)('is refused, without a hint: $why', proves('state/integrity', 'state/no-oracle', 'state/canonical'), async ({ token }) => {
    expect(await refusal(token)).toEqual(opaque)
  })

  it.each([
    null, 0, 1, true, {}, [], [vectors.token], { toString: () => vectors.token }, Object(vectors.token), '', ' ', '.', '...', '__proto__', 'constructor', 'null', '{}',
    `${vectors.token}${'A'.repeat(65_536)}`, '.'.repeat(65_536), 'v1.'.repeat(20_000), '\0', '\uD800', '🚀'.repeat(1000),
  ])('is refused when it is nothing like one (%#)', async (requestState) => {
    expect(await refusal(requestState)).toEqual(opaque)
  })

  it('is refused before any cryptography when it is longer than a state can be', async () => {
    const verify = vi.spyOn(globalThis.crypto.subtle, 'verify')
    const [version, id, , mac] = vectors.token.split('.')
    expect(await refusal([version, id, 'A'.repeat(65_536), mac].join('.'))).toEqual(opaque)
    expect(verify).not.toHaveBeenCalled()
    expect(await refusal([version, id, 'AAAA', mac].join('.'))).toEqual(opaque)
    expect(verify).toHaveBeenCalledTimes(1)
    verify.mockRestore()
  })

  it('is never parsed before its MAC was verified', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const [version, id, body, mac = ''] = vectors.token.split('.')
    expect(await refusal([version, id, body, mac.replace(/^./, first => first === 'A' ? 'B' : 'A')].join('.'))).toEqual(opaque)
    expect(parse).not.toHaveBeenCalled()
    await open(vectors.token)
    expect(parse).toHaveBeenCalledTimes(1)
    parse.mockRestore()
  })
})

describe('what a state tells', () => {
  it('is its payload, a time and tags: no key, no principal, no arguments', async () => {
    const secret = 'a principal or argument that must not travel'
    const codec = defineRequestState({ bind: () => secret })
    const token = await codec.seal({ step: 1 }, makeEvent({ stateKey: vectors.key, arguments: { note: secret } }))
    const body = Buffer.from(token.split('.')[2] ?? '', 'base64url').toString()
    expect(Object.keys(JSON.parse(body) as object).sort()).toEqual(['b', 'e', 'i', 'p', 'r'])
    for (const text of [secret, vectors.key, 'tools/call']) {
      expect(token).not.toContain(text)
      expect(body).not.toContain(text)
    }
  })
})
