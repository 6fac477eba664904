import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineRequestState } from 'nitro-mcp'
import { redeemInStorage } from 'nitro-mcp/redeem'
import { createStorage, type Storage } from 'unstorage'
import fs from 'unstorage/drivers/fs'
import memory from 'unstorage/drivers/memory'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeEvent } from '../helpers/event.ts'

afterEach(() => void vi.restoreAllMocks())

async function inFolder(use: (storage: Storage) => Promise<void>): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'nitro-mcp-redeem-'))
  try {
    await use(createStorage({ driver: fs({ base }) }))
  }
  finally {
    await rm(base, { recursive: true })
  }
}

const drivers: [string, (use: (storage: Storage) => Promise<void>) => Promise<void>][] = [
  ['memory', use => use(createStorage({ driver: memory() }))],
  ['fs', inFolder],
]

describe.each(drivers)('redeemInStorage on %s', (_, withStorage) => {
  it('lets one of 100 requests of one instance open a state, and none that comes later', () => withStorage(async (storage) => {
    const state = defineRequestState<string>({ redeem: redeemInStorage(storage) })
    const requestState = await state.seal('paid', makeEvent())
    const open = () => state.open(makeEvent({ requestState }))
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, open))
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 'paid' }])
    await expect(open()).rejects.toMatchObject({ code: -32602, message: 'Invalid request state' })
    const another = defineRequestState<string>({ redeem: redeemInStorage(storage) })
    await expect(another.open(makeEvent({ requestState }))).rejects.toMatchObject({ code: -32602, message: 'Invalid request state' })
  }))

  it('clears out now and then what expired more than an hour ago', () => withStorage(async (storage) => {
    const redeem = redeemInStorage(storage, { prefix: 'mcp:used' })
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    await redeem('long-ago', Date.now() - 3_601_000, makeEvent())
    await redeem('just-now', Date.now() - 3_500_000, makeEvent())
    await storage.setItem('mcp:other', 'stays')
    vi.spyOn(Math, 'random').mockReturnValue(0.005)
    expect(await redeem('-new_', Date.now() + 1000, makeEvent())).toBe(true)
    expect((await storage.getKeys()).map(key => key.replace(/\d{13}\./, '')).sort()).toEqual(['mcp:other', 'mcp:used:-new_', 'mcp:used:just-now'])
  }))
})

it('tells the store how long to keep an item: an hour longer than the state lives', async () => {
  const storage = createStorage({ driver: memory() })
  const setItem = vi.spyOn(storage, 'setItem')
  await redeemInStorage(storage)('id', Date.now() + 600_000, makeEvent())
  expect(setItem.mock.calls[0]?.slice(1)).toEqual([1, { ttl: 4200 }])
})

it('lets a state through again only when nothing was written', async () => {
  const storage = createStorage({ driver: memory() })
  const redeem = redeemInStorage(storage)
  vi.spyOn(storage, 'setItem').mockRejectedValueOnce(new Error('full'))
  const expiresAt = Date.now() + 1000
  await expect(redeem('id', expiresAt, makeEvent())).rejects.toThrow('full')
  expect(await redeem('id', expiresAt, makeEvent())).toBe(true)
  expect(await redeem('id', expiresAt, makeEvent())).toBe(false)
})

it('refuses a prefix that is none', () => {
  const storage = createStorage({ driver: memory() })
  for (const prefix of ['', ':', 'a:', 'a/b', '../x']) expect(() => redeemInStorage(storage, { prefix })).toThrow(TypeError)
})
