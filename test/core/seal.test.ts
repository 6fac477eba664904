import { createHmac, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeUtf8, encodeUtf8 } from '../../src/core/encoding.ts'
import { openText, sealKey, sealText, tagHolds, tagOf } from '../../src/core/seal.ts'
import vectors from './seal.vectors.json' with { type: 'json' }

/** The format written a second time, by Node's own crypto. */
const derive = (purpose: string, scope: string, length: number) =>
  Buffer.from(hkdfSync('sha256', vectors.key, 'nitro-mcp', `v1 ${purpose} ${scope}`, length))

const key = () => sealKey(vectors.key, vectors.scope)

describe('sealText', () => {
  it('makes the fixed token of the vectors', async () => {
    expect(await sealText(vectors.body, await key())).toBe(vectors.token)
  })

  it('makes what Node\'s crypto makes by the same recipe', async () => {
    const signed = ['v1', derive('id', 'a scope', 6).toString('base64url'), Buffer.from('ü').toString('base64url')].join('.')
    const mac = createHmac('sha256', derive('mac', 'a scope', 32)).update(signed).digest('base64url')
    expect(await sealText('ü', await sealKey(vectors.key, 'a scope'))).toBe(`${signed}.${mac}`)
  })

  it('takes a secret as text or as its bytes', async () => {
    expect(await sealText(vectors.body, await sealKey(encodeUtf8(vectors.key), vectors.scope))).toBe(vectors.token)
  })
})

describe('openText', () => {
  it('gives the body and the key that made the token, among several', async () => {
    const keys = await Promise.all([sealKey('x'.repeat(32), vectors.scope), key(), sealKey(vectors.key, 'other')])
    const opened = await openText(vectors.token, keys)
    expect(decodeUtf8(opened?.body ?? new Uint8Array())).toBe(vectors.body)
    expect(opened?.key).toBe(keys[1])
  })

  it('opens nothing with no key, with another secret or in another scope', async () => {
    expect(await openText(vectors.token, [])).toBeUndefined()
    expect(await openText(vectors.token, [await sealKey('x'.repeat(32), vectors.scope)])).toBeUndefined()
    expect(await openText(vectors.token, [await sealKey(vectors.key, 'other')])).toBeUndefined()
  })

  it('opens no text that merely has the shape', async () => {
    const { id } = await key()
    for (const token of ['', '.', '...', 'v1...', `v1.${id}.e30.`, `v1.${id}.e30.${'A'.repeat(43)}`, `v1.${id}.${'e'.repeat(60_000)}.${'A'.repeat(43)}`, '__proto__']) {
      expect(await openText(token, [await key()]), token).toBeUndefined()
    }
  })
})

describe('sealKey', () => {
  it('derives the same after it fell out of the cache', async () => {
    const before = await key()
    for (let index = 0; index < 70; index++) await sealKey(vectors.key, `scope ${index}`)
    const after = await key()
    expect(after).not.toBe(before)
    expect(await openText(await sealText('x', before), [after])).toBeDefined()
    expect(await key()).toBe(after)
  })

  it('does not take the bytes of a secret for a text that spells them', async () => {
    const spelt = await sealKey(Buffer.from('x'.repeat(32)).toString('base64url'), 's')
    expect((await sealKey(encodeUtf8('x'.repeat(32)), 's')).id).not.toBe(spelt.id)
  })
})

describe('tags', () => {
  it('hold for their text, purpose and key only', async () => {
    const tag = await tagOf('user-1', 'principal', await key())
    expect(tag).toBe(createHmac('sha256', derive('principal', vectors.scope, 32)).update('user-1').digest('base64url'))
    expect(await tagHolds(tag, 'user-1', 'principal', await key())).toBe(true)
    expect(await tagHolds(tag, 'user-2', 'principal', await key())).toBe(false)
    expect(await tagHolds(tag, 'user-1', 'request', await key())).toBe(false)
    expect(await tagHolds(tag, 'user-1', 'principal', await sealKey(vectors.key, 'other'))).toBe(false)
    for (const bad of ['', tag.slice(1), `${tag}=`, `${tag}A`]) expect(await tagHolds(bad, 'user-1', 'principal', await key())).toBe(false)
  })
})
