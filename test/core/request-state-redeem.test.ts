import { describe, expect, it, vi } from 'vitest'
import { defineRequestState, type RequestState } from '../../src/core/request-state.ts'
import { makeEvent } from '../helpers/event.ts'

const invalid = expect.objectContaining({ name: 'McpError', code: -32602, message: 'Invalid request state' })

const counting = () => {
  const seen = new Set<string>()
  return vi.fn((id: string) => !seen.has(id) && Boolean(seen.add(id)))
}

async function tokenOf(state: RequestState<number>): Promise<string> {
  return await state.seal(1, makeEvent())
}

describe('redeem', () => {
  it('lets a state open in one request only, however often that opens it', async () => {
    const state = defineRequestState<number>({ redeem: counting() })
    const requestState = await tokenOf(state)
    const event = makeEvent({ requestState })
    expect(await Promise.all([state.open(event), state.open(event)])).toEqual([1, 1])
    expect(await state.open(event)).toBe(1)
    await expect(state.open(makeEvent({ requestState }))).rejects.toEqual(invalid)
    expect(await state.open(makeEvent({ requestState: await tokenOf(state) }))).toBe(1)
  })

  it('hears the id and the expiry of the state, the same each time, and the event', async () => {
    const redeem = vi.fn((_id: string, _expiresAt: number) => true)
    const state = defineRequestState<number>({ redeem, ttlMs: 1000 })
    const before = Date.now()
    const requestState = await tokenOf(state)
    const events = [makeEvent({ requestState }), makeEvent({ requestState })]
    for (const event of events) await state.open(event)
    const [[id, expiresAt] = []] = redeem.mock.calls
    expect(id).toMatch(/^[\w-]{16}$/)
    expect(Number(expiresAt) - before).toBeGreaterThanOrEqual(1000)
    expect(Number(expiresAt) - before).toBeLessThan(1500)
    expect(redeem.mock.calls).toEqual(events.map(event => [id, expiresAt, event]))
  })

  it('is asked last: nothing that is refused for another reason is used up', async () => {
    const redeem = counting()
    const state = defineRequestState<number>({ redeem, bind: () => 'ida', ttlMs: 50 })
    const requestState = await tokenOf(state)
    for (const attempt of [makeEvent({ requestState: `${requestState}A` }), makeEvent({ requestState, name: 'other' }), makeEvent({ requestState, principal: () => 'per' }), makeEvent({ requestState, audience: '/x' })]) {
      await expect(state.open(attempt)).rejects.toEqual(invalid)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60 })
    await expect(state.open(makeEvent({ requestState }))).rejects.toEqual(invalid)
    vi.useRealTimers()
    expect(redeem).not.toHaveBeenCalled()
    expect(await state.open(makeEvent())).toBeUndefined()
    expect(redeem).not.toHaveBeenCalled()
  })

  it('lets what it throws through, and takes no answer but true and false', async () => {
    const down = defineRequestState<number>({ redeem: () => Promise.reject(new Error('the database is down')) })
    await expect(down.open(makeEvent({ requestState: await tokenOf(down) }))).rejects.toThrow('the database is down')
    for (const answer of [undefined, 1, 'true']) {
      const careless = defineRequestState<number>({ redeem: () => answer as unknown as boolean })
      await expect(careless.open(makeEvent({ requestState: await tokenOf(careless) }))).rejects.toThrow(new TypeError(`defineRequestState: redeem must return true or false, not a value of type ${typeof answer}.`))
    }
  })
})
