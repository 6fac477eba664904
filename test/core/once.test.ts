import { describe, expect, it, vi } from 'vitest'
import { MAX_ONCE_LENGTH, OnceMemo } from '../../src/core/once.ts'

describe('once', () => {
  it('gives a carried result without running anything', async () => {
    const fn = vi.fn(() => 'new')
    expect(await new OnceMemo({ a: ['old'] }).once('a', fn)).toBe('old')
    expect(fn).not.toHaveBeenCalled()
  })

  it.each([[{ list: [1, null, 'ü'] }], [null], [false], [0], ['']])('carries %j', async (value) => {
    const memo = new OnceMemo()
    expect(await memo.once('a', () => value)).toEqual(value)
    const carried = await memo.results()
    expect(await new OnceMemo(JSON.parse(JSON.stringify(carried)) as typeof carried).once<unknown>('a', () => 'other')).toEqual(value)
  })

  it('carries undefined, for what is done for its effect', async () => {
    const memo = new OnceMemo()
    const send = vi.fn(() => {})
    expect(await memo.once('mail', send)).toBeUndefined()
    expect(await new OnceMemo(await memo.results()).once('mail', send)).toBeUndefined()
    expect(send).toHaveBeenCalledTimes(1)
  })

  it('runs once for two calls at a time, and is waited for', async () => {
    const memo = new OnceMemo()
    const fn = vi.fn(async () => {
      await new Promise(resolve => setTimeout(resolve, 5))
      return 1
    })
    const both = Promise.all([memo.once('a', fn), memo.once('a', fn)])
    expect(await memo.results()).toEqual({ a: [1] })
    expect(await both).toEqual([1, 1])
    expect(fn).toHaveBeenCalledTimes(1)
  })

  it('does not carry a rejection', async () => {
    const memo = new OnceMemo()
    await expect(memo.once('a', () => {
      throw new Error('down')
    })).rejects.toThrow('down')
    expect(memo.size).toBe(0)
    expect(await memo.once('a', () => 2)).toBe(2)
  })

  it('is not changed through its result', async () => {
    const memo = new OnceMemo()
    const made = { total: 1 }
    const first = await memo.once('a', () => made)
    first.total = 2
    made.total = 3
    expect(await memo.once('a', () => made)).toEqual({ total: 1 })
    expect(await memo.results()).toEqual({ a: [{ total: 1 }] })
  })

  it('keeps inherited names apart', async () => {
    const memo = new OnceMemo()
    for (const key of ['constructor', '__proto__']) expect(await memo.once(key, () => key)).toBe(key)
    expect(JSON.stringify(await memo.results())).toBe('{"constructor":["constructor"],"__proto__":["__proto__"]}')
  })

  it('refuses what is not JSON, and names the key', async () => {
    const memo = new OnceMemo()
    await expect(memo.once('at', () => ({ at: new Date(0) }))).rejects.toThrow(new TypeError('round.once("at"): the result["at"] is an instance of Date, which JSON would drop or change. Convert it first: a Date by toISOString(), a bigint by String().'))
    await expect(memo.once('n', () => Number.NaN)).rejects.toThrow('round.once("n"): the result is NaN')
    expect(memo.size).toBe(0)
  })

  it('refuses what is too big, and names the key', async () => {
    const memo = new OnceMemo()
    await expect(memo.once('rows', () => 'x'.repeat(MAX_ONCE_LENGTH - 3))).rejects.toThrow(new RangeError('round.once("rows"): the result has 16385 characters as JSON; at most 16384 may travel. Keep it on the server, and return its id.'))
    expect(await memo.once('rows', () => 'x'.repeat(MAX_ONCE_LENGTH - 4))).toHaveLength(MAX_ONCE_LENGTH - 4)
  })

  it('refuses a key or a function that is none', async () => {
    const memo = new OnceMemo()
    await expect(memo.once('', () => 1)).rejects.toThrow(new TypeError('round.once: the key must be a string that is not empty.'))
    await expect(memo.once('a', 1 as unknown as () => number)).rejects.toThrow(new TypeError('round.once("a"): the second argument must be a function.'))
  })
})
