import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MAX_REQUEST_STATE_LENGTH } from '../../src/core/protocol.ts'
import { defineRequestState, type RequestState } from '../../src/core/request-state.ts'
import { headerOf, makeEvent, type EventOptions } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const KEY = 'the key that this codec was given, of enough bytes'
const START = Date.UTC(2026, 6, 28)
const invalid = expect.objectContaining({ name: 'McpError', code: -32602, message: 'Invalid request state' })

/** Seals on one request and opens on the next, which may differ. */
async function round<T>(state: RequestState<T>, payload: T, first: EventOptions = {}, second: EventOptions = first) {
  return state.open(makeEvent({ ...second, requestState: await state.seal(payload, makeEvent(first)) }))
}

const noKey = () => {
  throw new Error('NUXT_MCP_STATE_KEY is not set')
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('options', () => {
  it('refuses a key under 32 bytes, counted in UTF-8, at once', () => {
    const message = 'defineRequestState: the key has 31 bytes; it needs at least 32.'
    for (const key of ['x'.repeat(31), new Uint8Array(31)]) expect(() => defineRequestState({ key })).toThrow(new RangeError(message))
    expect(() => defineRequestState({ key: '' })).toThrow(RangeError)
    expect(() => defineRequestState({ key: 'ü'.repeat(16) })).not.toThrow()
    expect(() => defineRequestState({ key: new Uint8Array(32) })).not.toThrow()
  })

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, '600' as unknown as number])('refuses a ttlMs of %s', (ttlMs) => {
    expect(() => defineRequestState({ ttlMs })).toThrow(RangeError)
    expect(() => defineRequestState({ ttlMs })).toThrow(`ttlMs must be a finite number above 0, not ${ttlMs}.`)
  })

  it('refuses previous keys that are too short, no list, or alone', () => {
    expect(() => defineRequestState({ key: KEY, previousKeys: [KEY, 'short'] })).toThrow(new RangeError('defineRequestState: previousKeys[1] has 5 bytes; it needs at least 32.'))
    expect(() => defineRequestState({ key: KEY, previousKeys: KEY as unknown as [] })).toThrow(new TypeError('defineRequestState: previousKeys must be a list of keys.'))
    expect(() => defineRequestState({ previousKeys: [KEY] })).toThrow(new TypeError('defineRequestState: previousKeys need a key beside them; those of the endpoint come from its own configuration.'))
  })

  it('refuses options of another type', () => {
    expect(() => defineRequestState({ encrypt: 'yes' as unknown as true })).toThrow(new TypeError('defineRequestState: encrypt must be true or false.'))
    expect(() => defineRequestState({ bindRequest: 0 as unknown as false })).toThrow(new TypeError('defineRequestState: bindRequest must be true or false.'))
    expect(() => defineRequestState({ redeem: true as unknown as () => true })).toThrow(new TypeError('defineRequestState: redeem must be a function.'))
    expect(() => defineRequestState({ key: 1 as unknown as string })).toThrow(new TypeError('defineRequestState: the key must be a string or a Uint8Array.'))
    expect(() => defineRequestState({ bind: 'user' as unknown as () => string })).toThrow(TypeError)
  })

  it('refuses a runtime without Web Crypto', () => {
    vi.stubGlobal('crypto', {})
    expect(() => defineRequestState()).toThrow(new TypeError('defineRequestState: this runtime has no crypto.subtle (Web Crypto).'))
  })

  it('copies the bytes of a key', async () => {
    const key = new Uint8Array(32).fill(7)
    const state = defineRequestState({ key })
    const before = await state.seal(1)
    key.fill(0)
    expect(await state.open(makeEvent({ requestState: before }))).toBe(1)
    expect(await defineRequestState({ key: new Uint8Array(32).fill(7) }).open(makeEvent({ requestState: await state.seal(2) }))).toBe(2)
  })
})

describe.each([['the injected key', {}], ['its own key', { key: KEY }]])('a round trip with %s', (_, options) => {
  it.each([{ step: 1 }, [], 'text', '', 0, false, null, { list: [{ a: null }], lone: '\uD800', ü: '🚀' }])('gives back %j', proves('state/verbatim'), async (payload) => {
    expect(await round(defineRequestState(options), payload)).toEqual(payload)
  })

  it('gives undefined only when the request carries no state', async () => {
    expect(await defineRequestState(options).open(makeEvent())).toBeUndefined()
  })

  it('never makes the same state twice', async () => {
    const state = defineRequestState(options)
    const event = makeEvent()
    expect(await state.seal(1, event)).not.toBe(await state.seal(1, event))
  })
})

describe('payloads', () => {
  it('keeps prototype names as data and pollutes nothing', async () => {
    const payload: unknown = JSON.parse('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"toString":1}')
    const opened = await round(defineRequestState(), payload)
    expect(JSON.stringify(opened)).toBe(JSON.stringify(payload))
    expect(Object.getPrototypeOf(opened)).toBe(Object.prototype)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it.each([['undefined', undefined], ['function', () => 1], ['bigint', 1n], ['NaN', Number.NaN], ['an instance of Date', new Date(0)]])('refuses %s, as JSON would change it', async (what, payload) => {
    await expect(defineRequestState().seal(payload, makeEvent())).rejects.toThrow(new TypeError(
      `defineRequestState().seal: the payload is ${what}, which JSON would drop or change. Convert it first: a Date by toISOString(), a bigint by String().`))
  })

  it('says where in the payload the fault is', async () => {
    await expect(defineRequestState().seal({ trips: [{ at: new Date(0) }] }, makeEvent())).rejects.toThrow('the payload["trips"][0]["at"] is an instance of Date')
  })

  it('fails at seal when the state would be too long to travel, and says by how much', async () => {
    const state = defineRequestState({ bindRequest: false })
    const base = (await state.seal('', makeEvent())).length
    // What repeats itself is compressed, which must not change what fits.
    const fits = 'x'.repeat(Math.floor((MAX_REQUEST_STATE_LENGTH - base) * 3 / 4) - 2)
    const token = await state.seal(fits, makeEvent())
    expect(token.length).toBeLessThan(1000)
    expect(await state.open(makeEvent({ requestState: token }))).toBe(fits)
    await expect(state.seal(`${fits}xxxx`, makeEvent())).rejects.toThrow(/^defineRequestState\(\)\.seal: the sealed state has 655\d\d characters; at most 65536 may travel\./)
    await expect(state.seal(`${fits}xxxx`, makeEvent())).rejects.toBeInstanceOf(RangeError)
  })
})

describe('expiry', () => {
  it.each([[undefined, 600_000], [1000, 1000], [0.5, 0.5]])('holds up to, not at, a ttlMs of %s', proves('state/expiry'), async (ttlMs, length) => {
    const state = defineRequestState({ ttlMs })
    const requestState = await state.seal(1, makeEvent())
    vi.setSystemTime(START + Math.ceil(length) - 1)
    expect(await state.open(makeEvent({ requestState }))).toBe(1)
    vi.setSystemTime(START + Math.ceil(length))
    await expect(state.open(makeEvent({ requestState }))).rejects.toEqual(invalid)
  })

  it('asks nothing of the clock of the instance that sealed, but that', async () => {
    const state = defineRequestState()
    const requestState = await state.seal(1, makeEvent())
    vi.setSystemTime(START - 60_000)
    expect(await state.open(makeEvent({ requestState }))).toBe(1)
  })
})

describe('binding to the request', () => {
  const first = { method: 'tools/call', name: 'book', arguments: { city: 'Oslo', guests: [{ age: 4, name: 'Ida' }] } }

  it('does not mind the order of keys', async () => {
    expect(await round(defineRequestState(), 1, first, { ...first, arguments: { guests: [{ name: 'Ida', age: 4 }], city: 'Oslo' } })).toBe(1)
  })

  it('takes absent arguments for empty ones', async () => {
    expect(await round(defineRequestState(), 1, { arguments: {} }, { arguments: undefined })).toBe(1)
  })

  it.each([
    ['another tool', { ...first, name: 'cancel' }],
    ['another method', { ...first, method: 'prompts/get' }],
    ['another argument', { ...first, arguments: { ...first.arguments, city: 'Rome' } }],
    ['one more argument', { ...first, arguments: { ...first.arguments, vip: true } }],
    ['no arguments', { ...first, arguments: {} }],
    ['another endpoint', { ...first, audience: '/admin' }],
  ])('refuses %s', proves('state/request'), async (_, second) => {
    await expect(round(defineRequestState(), 1, first, second)).rejects.toEqual(invalid)
    await expect(round(defineRequestState({ key: KEY }), 1, first, second)).rejects.toEqual(invalid)
  })

  it('can be left out, but the endpoint stays', async () => {
    const state = defineRequestState({ bindRequest: false })
    expect(await round(state, 1, first, { method: 'prompts/get', name: 'plan', arguments: {} })).toBe(1)
    await expect(round(state, 1, first, { ...first, audience: '/admin' })).rejects.toEqual(invalid)
  })

  it('fails closed both ways when it was added or removed', async () => {
    const bound = defineRequestState({ key: KEY })
    const loose = defineRequestState({ key: KEY, bindRequest: false })
    await expect(loose.open(makeEvent({ requestState: await bound.seal(1, makeEvent()) }))).rejects.toEqual(invalid)
    await expect(bound.open(makeEvent({ requestState: await loose.seal(1, makeEvent()) }))).rejects.toEqual(invalid)
  })

  it('refuses arguments nested too deep before it looks at the state, so that the answer tells nothing of it', async () => {
    let deep: unknown = 1
    for (let level = 0; level < 200; level++) deep = [deep]
    const state = defineRequestState()
    const tooDeep = expect.objectContaining({ code: -32602, message: 'Arguments are nested deeper than 100 levels' })
    await expect(state.seal(1, makeEvent({ arguments: { deep } }))).rejects.toEqual(tooDeep)
    for (const requestState of ['forged', await state.seal(1, makeEvent())]) {
      await expect(state.open(makeEvent({ arguments: { deep }, requestState }))).rejects.toEqual(tooDeep)
    }
  })
})

describe('bind', () => {
  const as = (user: string): EventOptions => ({ headers: { 'x-user': user } })
  const state = defineRequestState({ bind: event => headerOf(event, 'x-user') })

  it('lets only the same principal open a state, and may be asynchronous', proves('state/principal'), async () => {
    expect(await round(state, 1, as('ida'))).toBe(1)
    await expect(round(state, 1, as('ida'), as('per'))).rejects.toEqual(invalid)
    const slow = defineRequestState({ bind: event => Promise.resolve(headerOf(event, 'x-user')) })
    expect(await round(slow, 1, as('ida'))).toBe(1)
    await expect(round(slow, 1, as('ida'), as('per'))).rejects.toEqual(invalid)
  })

  it('keeps apart principals that UTF-8 would make one', async () => {
    let user = '\uD800'
    const lone = defineRequestState({ bind: () => user })
    const requestState = await lone.seal(1, makeEvent())
    user = '\uDFFF'
    await expect(lone.open(makeEvent({ requestState }))).rejects.toEqual(invalid)
  })

  it.each([['', ''], ['undefined', undefined], ['a number', 7]])('never binds to %s', async (_, principal) => {
    const message = 'defineRequestState: bind must return a string that is not empty; throw when there is no principal.'
    const careless = defineRequestState({ bind: () => principal as string })
    await expect(careless.seal(1, makeEvent())).rejects.toThrow(new TypeError(message))
    await expect(careless.open(makeEvent({ requestState: 'any' }))).rejects.toThrow(new TypeError(message))
  })

  it('lets what it throws through, whether the state is genuine or not', async () => {
    const requestState = await state.seal(1, makeEvent(as('ida')))
    const strict = defineRequestState({ bind: () => Promise.reject(new Error('401')) })
    await expect(strict.seal(1, makeEvent())).rejects.toThrow('401')
    for (const text of [requestState, 'forged']) await expect(strict.open(makeEvent({ requestState: text }))).rejects.toThrow('401')
    expect(await strict.open(makeEvent())).toBeUndefined()
  })

  it('fails closed both ways when it was added or removed', async () => {
    const unbound = defineRequestState()
    await expect(state.open(makeEvent({ ...as('ida'), requestState: await unbound.seal(1, makeEvent()) }))).rejects.toEqual(invalid)
    await expect(unbound.open(makeEvent({ requestState: await state.seal(1, makeEvent(as('ida'))) }))).rejects.toEqual(invalid)
  })
})

describe('keys', () => {
  const old = 'the key before the rotation, of enough bytes'
  const current = 'the key after the rotation, also long enough'

  it('seals by the current key and opens by the previous ones too', async () => {
    const rotated = { stateKey: current, previousStateKeys: [old] }
    expect(await round(defineRequestState(), 1, { stateKey: old }, rotated)).toBe(1)
    expect(await round(defineRequestState(), 1, rotated, { stateKey: current })).toBe(1)
    await expect(round(defineRequestState(), 1, rotated, { stateKey: old })).rejects.toEqual(invalid)
    await expect(round(defineRequestState(), 1, { stateKey: old }, { stateKey: current })).rejects.toEqual(invalid)
  })

  it('reads the current key on every request, not once', async () => {
    const state = defineRequestState()
    await state.seal(1, makeEvent({ stateKey: old }))
    await expect(round(state, 1, { stateKey: current }, { stateKey: old })).rejects.toEqual(invalid)
    expect(await round(state, 1, { stateKey: current })).toBe(1)
  })

  it('seals by its own key and opens by its own previous ones too, as text or bytes', async () => {
    const before = defineRequestState({ key: old })
    const after = defineRequestState({ key: current, previousKeys: ['x'.repeat(32), new TextEncoder().encode(old)] })
    const done = defineRequestState({ key: current })
    expect(await after.open(makeEvent({ requestState: await before.seal(1, makeEvent()) }))).toBe(1)
    expect(await done.open(makeEvent({ requestState: await after.seal(2, makeEvent()) }))).toBe(2)
    await expect(done.open(makeEvent({ requestState: await before.seal(3, makeEvent()) }))).rejects.toEqual(invalid)
    await expect(before.open(makeEvent({ requestState: await after.seal(4, makeEvent()) }))).rejects.toEqual(invalid)
  })

  it.each([false, true])('ends a flow that was begun before a rotation, and seals its next round by the new key (encrypt: %s)', async (encrypt) => {
    const state = defineRequestState<number>({ encrypt })
    const rotated = { stateKey: current, previousStateKeys: [old] }
    const first = await state.seal(1, makeEvent({ stateKey: old }))
    const second = makeEvent({ ...rotated, requestState: first })
    expect(await state.open(second)).toBe(1)
    const next = await state.seal(2, second)
    expect(next.split('.')[1]).not.toBe(first.split('.')[1])
    expect(await state.open(makeEvent({ stateKey: current, requestState: next }))).toBe(2)
  })

  it('does not read the injected keys when it has its own', async () => {
    expect(await round(defineRequestState({ key: KEY }), 1, { stateKey: noKey })).toBe(1)
    const requestState = await defineRequestState().seal(1, makeEvent())
    await expect(defineRequestState({ key: KEY }).open(makeEvent({ requestState }))).rejects.toEqual(invalid)
  })

  it('does not pass a missing key off as an invalid state', async () => {
    await expect(defineRequestState().seal(1, makeEvent({ stateKey: noKey }))).rejects.toThrow('NUXT_MCP_STATE_KEY is not set')
    await expect(defineRequestState().open(makeEvent({ stateKey: noKey, requestState: 'any' }))).rejects.toThrow('NUXT_MCP_STATE_KEY is not set')
    expect(await defineRequestState().open(makeEvent({ stateKey: noKey }))).toBeUndefined()
  })
})

describe('without an event', () => {
  it('seals a state that any request of any endpoint with the key may open', async () => {
    const requestState = await defineRequestState({ key: KEY }).seal({ seeded: true })
    for (const options of [{ key: KEY }, { key: KEY, bindRequest: false }]) {
      expect(await defineRequestState(options).open(makeEvent({ requestState, name: 'any', audience: '/any' }))).toEqual({ seeded: true })
    }
    expect(await defineRequestState().open(makeEvent({ requestState, stateKey: KEY }))).toEqual({ seeded: true })
    await expect(defineRequestState().open(makeEvent({ requestState }))).rejects.toEqual(invalid)
    await expect(defineRequestState({ key: KEY, bind: () => 'ida' }).open(makeEvent({ requestState }))).rejects.toEqual(invalid)
  })

  it('throws when the codec has a bind, or no key', async () => {
    await expect(defineRequestState({ key: KEY, bind: () => 'ida' }).seal(1)).rejects.toThrow(
      new TypeError('defineRequestState().seal: a codec with bind needs the event, or open() would refuse what it seals.'))
    await expect(defineRequestState().seal(1)).rejects.toThrow(
      new TypeError('defineRequestState().seal: without the event there is no key; pass the event, or define the codec with a key.'))
  })

  it('is not what a stranger to MCP requests gets', async () => {
    const stranger = { context: {} }
    await expect(defineRequestState({ key: KEY }).seal(1, stranger)).rejects.toThrow(/^defineRequestState\(\)\.seal: this event is not of an MCP request/)
    await expect(defineRequestState({ key: KEY }).open(stranger)).rejects.toThrow(/^defineRequestState\(\)\.open: this event is not of an MCP request/)
  })

  it('is not confused with an endpoint of an empty or similar name', async () => {
    const state = defineRequestState({ key: KEY })
    for (const audience of ['', 'free']) {
      expect(await round(state, 1, { audience })).toBe(1)
      await expect(round(state, 1, { audience }, { audience: '/mcp' })).rejects.toEqual(invalid)
      await expect(round(state, 1, { audience, name: 'book' }, { audience, name: 'cancel' })).rejects.toEqual(invalid)
    }
  })
})
