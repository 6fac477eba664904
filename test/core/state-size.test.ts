import { afterEach, describe, expect, it, vi } from 'vitest'
import { deflate, inflate } from '../../src/core/compress.ts'
import { encodeUtf8 } from '../../src/core/encoding.ts'
import { defineRequestState } from '../../src/core/request-state.ts'
import { makeEvent } from '../helpers/event.ts'
import { payloadOf } from '../helpers/payload.ts'

afterEach(() => vi.unstubAllGlobals())

const state = defineRequestState()
const notes = (count: number) => ({ notes: Array.from({ length: count }, (_, index) => `Night ${index + 1}: with breakfast`) })
const kindOf = (token: string) => token.slice(0, 2)

describe('the length of a state', () => {
  it('is the budget that the guide states: 120 characters and four thirds of the payload', async () => {
    for (const bytes of [2, 100, 500, 700]) expect((await state.seal(payloadOf(bytes), makeEvent())).length).toBeLessThanOrEqual(120 + Math.ceil(bytes * 4 / 3))
  })

  it('is less than half of that for a kilobyte or more that repeats itself, and never more', async () => {
    expect(kindOf(await state.seal(notes(20), makeEvent()))).toBe('v1')
    const token = await state.seal(notes(100), makeEvent())
    expect(kindOf(token)).toBe('z1')
    expect(token.length).toBeLessThan(JSON.stringify(notes(100)).length * 4 / 3 / 2)
    expect(await state.open(makeEvent({ requestState: token }))).toEqual(notes(100))

    // Random text still has but six bits in a letter, so bytes that do not shrink are none that JSON can hold.
    const random = payloadOf(4000)
    const sealed = await state.seal(random, makeEvent())
    expect(sealed.length).toBeLessThanOrEqual(120 + Math.ceil(4000 * 4 / 3))
    expect(await state.open(makeEvent({ requestState: sealed }))).toEqual(random)
  })

  it('never tells of an encrypted payload how it is made', async () => {
    const codec = defineRequestState({ encrypt: true })
    const token = await codec.seal(notes(100), makeEvent())
    expect(kindOf(token)).toBe('e1')
    expect(token.length).toBeGreaterThan(JSON.stringify(notes(100)).length * 4 / 3)
    expect(await codec.open(makeEvent({ requestState: token }))).toEqual(notes(100))
  })
})

describe('a runtime without streams that compress', () => {
  it('seals without, and opens what it sealed', async () => {
    vi.stubGlobal('CompressionStream', undefined)
    vi.stubGlobal('DecompressionStream', undefined)
    const token = await state.seal(notes(100), makeEvent())
    expect(kindOf(token)).toBe('v1')
    expect(await state.open(makeEvent({ requestState: token }))).toEqual(notes(100))
  })

  it('says what is wrong with the state of an instance that has them, once it knows that it is genuine', async () => {
    const token = await state.seal(notes(100), makeEvent())
    vi.stubGlobal('DecompressionStream', undefined)
    await expect(state.open(makeEvent({ requestState: token }))).rejects.toThrow('nitro-mcp: this state was compressed by another instance, and this runtime has no DecompressionStream.')
    await expect(state.open(makeEvent({ requestState: token, name: 'other' }))).rejects.toThrow('Invalid request state')
  })
})

describe('inflate', () => {
  it('stops at its limit, however much is in there', async () => {
    const bomb = await deflate(new Uint8Array(64 << 20))
    expect(bomb?.length).toBeLessThan(70_000)
    const before = process.memoryUsage.rss()
    expect(await inflate(bomb!, 65_536)).toBeUndefined()
    expect(process.memoryUsage.rss() - before).toBeLessThan(32 << 20)
  })

  it('gives up to its limit, and undefined for what is not DEFLATE', async () => {
    const text = encodeUtf8('x'.repeat(1000))
    const packed = await deflate(text)
    expect(await inflate(packed!, 1000)).toEqual(text)
    expect(await inflate(packed!, 999)).toBeUndefined()
    for (const bytes of [text, packed!.slice(0, -1), new Uint8Array(0)]) expect(await inflate(bytes, 1000)).toBeUndefined()
  })
})
