import type { RedeemState } from 'nitro-mcp'
import { isSweepDue, KEEP_MS } from './sweep.ts'

/** What is used of an unstorage storage, such as `useStorage('redis')` of Nitro gives. */
export interface RedeemStorage {
  hasItem(key: string): Promise<boolean>
  setItem(key: string, value: number, options: { ttl: number }): Promise<void>
  getKeys(base: string): Promise<string[]>
  removeItem(key: string): Promise<void>
}

export interface RedeemStorageOptions {
  /** What the keys begin with. Default `mcp-redeemed`. */
  prefix?: string
}

/**
 * Lets each state through once, as far as a key-value store can: it looks, and then writes. Within one instance that holds.
 * Two instances that are asked at the same moment may both let a state through; so may one that reads a copy that is not
 * up to date, which on Cloudflare KV lasts a minute or more. A store that loses its items, as the memory of a process does
 * at its end, lets everything through again. It stops the repeat that comes later, not the race that an attacker makes:
 * where that costs something, take `redeemInDatabase`.
 *
 * Items go an hour after their state expired: by themselves where the driver knows a `ttl`, else in passing.
 */
export function redeemInStorage(storage: RedeemStorage, { prefix = 'mcp-redeemed' }: RedeemStorageOptions = {}): RedeemState {
  if (!/^[\w-]+(?::[\w-]+)*$/.test(prefix)) throw new TypeError(`redeemInStorage: ${JSON.stringify(prefix)} can't be a prefix; use letters, digits, "_" and "-", with ":" between parts.`)
  const underWay = new Set<string>()
  return async (id, expiresAt) => {
    const key = `${prefix}:${Math.ceil(expiresAt)}.${id}`
    if (underWay.has(key)) return false
    underWay.add(key)
    try {
      if (isSweepDue()) await sweep(storage, prefix)
      if (await storage.hasItem(key)) return false
      await storage.setItem(key, 1, { ttl: Math.ceil((expiresAt - Date.now() + KEEP_MS) / 1000) })
      return true
    }
    finally {
      underWay.delete(key)
    }
  }
}

/** The expiry is in the key, so that nothing has to be read. */
async function sweep(storage: RedeemStorage, prefix: string): Promise<void> {
  const limit = Date.now() - KEEP_MS
  const keys = await storage.getKeys(prefix)
  const old = keys.filter(key => Number(/(\d+)\.[\w-]+$/.exec(key)?.[1]) < limit)
  await Promise.all(old.map(key => storage.removeItem(key)))
}
