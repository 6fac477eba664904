import { describe, expect, it, vi } from 'vitest'
import { createMcpHandler } from '../../src/core/handler.ts'
import { defineRequestState } from '../../src/core/request-state.ts'
import { defineTool } from '../../src/core/tool.ts'
import { headerOf, makeEvent, TEST_KEY } from '../helpers/event.ts'
import { modern } from '../helpers/rpc.ts'

const invalid = expect.objectContaining({ name: 'McpError', code: -32602, message: 'Invalid request state' })
const KEY = 'the key that this codec was given, of enough bytes'
const state = defineRequestState<number>()
const as = (user: string | undefined) => ({ principal: () => user })

/** One state, sealed for `first`. */
const sealedFor = (first: string | undefined, codec = state) => codec.seal(1, makeEvent(as(first)))

describe('a state on an endpoint that knows its principals', () => {
  it.each(['ida', undefined])('opens for whom it was sealed: %s', async (user) => {
    expect(await state.open(makeEvent({ ...as(user), requestState: await sealedFor(user) }))).toBe(1)
  })

  it.each([['ida', 'per'], ['ida', undefined], [undefined, 'ida'], ['ida', 'Ida'], ['\uD800', '\uDFFF'], ['null', undefined], ['["ida"]', 'ida']])('sealed for %j does not open for %j', async (first, second) => {
    await expect(state.open(makeEvent({ ...as(second), requestState: await sealedFor(first) }))).rejects.toEqual(invalid)
  })

  it('fails closed both ways when the endpoint begins or ceases to know', async () => {
    for (const user of ['ida', undefined]) {
      await expect(state.open(makeEvent({ requestState: await sealedFor(user) }))).rejects.toEqual(invalid)
      await expect(state.open(makeEvent({ ...as(user), requestState: await state.seal(1, makeEvent()) }))).rejects.toEqual(invalid)
    }
  })

  it('is bound by `bind` as well, not instead', async () => {
    let team = 'red'
    const both = defineRequestState<number>({ bind: () => team })
    const requestState = await sealedFor('ida', both)
    expect(await both.open(makeEvent({ ...as('ida'), requestState }))).toBe(1)
    await expect(both.open(makeEvent({ ...as('per'), requestState }))).rejects.toEqual(invalid)
    await expect(state.open(makeEvent({ ...as('ida'), requestState }))).rejects.toEqual(invalid)
    team = 'blue'
    await expect(both.open(makeEvent({ ...as('ida'), requestState }))).rejects.toEqual(invalid)
    // Who the endpoint knows is not whom `bind` names.
    team = 'ida'
    await expect(both.open(makeEvent({ requestState: await sealedFor('ida') }))).rejects.toEqual(invalid)
  })

  it('is bound with a key of its own, and encrypted, just the same', async () => {
    for (const codec of [defineRequestState<number>({ key: KEY }), defineRequestState<number>({ encrypt: true }), defineRequestState<number>({ bindRequest: false })]) {
      const requestState = await sealedFor('ida', codec)
      expect(await codec.open(makeEvent({ ...as('ida'), requestState }))).toBe(1)
      await expect(codec.open(makeEvent({ ...as('per'), requestState }))).rejects.toEqual(invalid)
    }
  })

  it('is refused when it was sealed without an event, for whomever', async () => {
    const seeded = defineRequestState<number>({ key: KEY })
    for (const user of ['ida', undefined]) await expect(seeded.open(makeEvent({ ...as(user), requestState: await seeded.seal(1) }))).rejects.toEqual(invalid)
  })
})

describe('the resolver', () => {
  it('is asked late, with the event, and once per request', async () => {
    const principal = vi.fn(async () => 'ida')
    const event = makeEvent({ principal })
    expect(await state.open(event)).toBeUndefined()
    expect(principal).not.toHaveBeenCalled()
    await Promise.all([state.seal(1, event), state.seal(2, event), defineRequestState({ bind: () => 'x' }).seal(3, event)])
    expect(principal.mock.calls).toEqual([[event]])
  })

  it('is heard before the state is looked at', async () => {
    const principal = () => Promise.reject(new Error('Sign in first'))
    await expect(state.seal(1, makeEvent({ principal }))).rejects.toThrow('Sign in first')
    for (const requestState of ['forged', await sealedFor('ida')]) await expect(state.open(makeEvent({ principal, requestState }))).rejects.toThrow('Sign in first')
  })

  it.each([['""', ''], ['null', null], ['7', 7], ['{"id":"ida"}', { id: 'ida' }], ['true', true]])('must not give %s', async (shown, principal) => {
    const message = `nitro-mcp: principal must return a string that is not empty, or undefined for nobody, not ${shown}.`
    await expect(state.seal(1, makeEvent({ principal: () => principal as string }))).rejects.toThrow(new TypeError(message))
    await expect(state.open(makeEvent({ principal: () => principal as string, requestState: 'any' }))).rejects.toThrow(new TypeError(message))
  })
})

describe('createMcpHandler', () => {
  const tool = defineTool({
    name: 'count',
    description: 'Counts',
    async handler(event) {
      const count = await state.open(event) ?? 0
      if (count === 9) throw new Error('out of numbers')
      return { resultType: 'input_required', requestState: await state.seal(count + 1, event) }
    },
  })
  const server = (options: object = {}) => createMcpHandler({ name: 'test', version: '1', stateKey: TEST_KEY, tools: [tool], principal: event => headerOf(event, 'x-user') || undefined, onError: () => {}, ...options })
  const call = (user: string, requestState?: unknown, options?: object) => modern(server(options), 'tools/call', { name: 'count', arguments: {}, requestState }, { headers: { 'x-user': user || null } })

  it('binds the states of its tools to the principal', async () => {
    const { body } = await call('ida')
    const requestState = body?.result?.requestState
    expect((await call('ida', requestState)).body?.result?.resultType).toBe('input_required')
    for (const user of ['per', '']) expect((await call(user, requestState)).body?.error).toEqual({ code: -32602, message: 'Invalid request state' })
  })

  it('tells the log for whom a call failed, if that was asked', async () => {
    let requestState: unknown
    for (let round = 0; round < 9; round++) requestState = (await call('ida', requestState)).body?.result?.requestState
    const onError = vi.fn()
    await call('ida', requestState, { onError })
    expect(onError.mock.calls).toEqual([[expect.objectContaining({ message: 'out of numbers' }), { method: 'tools/call', name: 'count', file: undefined, principal: 'ida' }]])

    const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
    await call('ida', requestState, { onError: undefined })
    expect(lines.mock.calls[0]?.[0]).toBe('[nitro-mcp] tools/call "count" for "ida" failed:')
    lines.mockRestore()
  })

  it('refuses a principal that is no function', () => {
    expect(() => server({ principal: 'ida' })).toThrow(new TypeError('createMcpHandler: principal must be a function of the event, not a value of type string.'))
    expect(() => server({ principal: null })).toThrow(new TypeError('createMcpHandler: principal must be a function of the event, not null.'))
  })
})
