import { createCipheriv, createHmac, hkdfSync } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { decodeBase64url, decodeUtf8, encodeUtf8 } from '../../src/core/encoding.ts'
import { openBody, readToken, sealBody, tokenLength, type TokenKind } from '../../src/core/seal.ts'
import { sealKey, type SealKey } from '../../src/core/seal-key.ts'
import vectors from './seal.vectors.json' with { type: 'json' }

/** The format written a second time, by Node's own crypto. */
const derive = (purpose: string, scope: string, length: number) =>
  Buffer.from(hkdfSync('sha256', vectors.key, 'nitro-mcp', `v1 ${purpose} ${scope}`, length))
const head = (kind: TokenKind, scope: string) => `${kind}.${derive('id', scope, 6).toString('base64url')}`

function signed(body: Buffer, kind: TokenKind, context: string, scope: string): string {
  const text = `${head(kind, scope)}.${body.toString('base64url')}`
  return `${text}.${createHmac('sha256', derive('mac', scope, 32)).update(`${text}\n${context}`).digest('base64url')}`
}

function encrypted(body: Buffer, nonce: string, context: string, scope: string): string {
  const cipher = createCipheriv('aes-256-gcm', derive('cipher', scope, 32), Buffer.from(nonce, 'base64url'))
  cipher.setAAD(Buffer.from(`${head('e1', scope)}\n${context}`))
  const sealed = Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()])
  return `${head('e1', scope)}.${nonce}.${sealed.toString('base64url')}`
}

const open = (text: string, context: string, key: SealKey) => {
  const token = readToken(text)
  return token ? openBody(token, context, key) : Promise.resolve(undefined)
}

/** Makes the next nonce the one of a vector. */
function fixNonce(nonce: string): void {
  vi.spyOn(globalThis.crypto, 'getRandomValues').mockImplementation((array) => {
    (array as unknown as Uint8Array).set(Buffer.from(nonce, 'base64url'))
    return array
  })
}

afterEach(() => void vi.restoreAllMocks())

describe.each(vectors.vectors)('the vector $why', ({ scope, context, body, nonce, packed, token }) => {
  const bytes = packed === undefined ? Buffer.from(body) : Buffer.from(packed, 'base64url')
  const kind = readToken(token)!.kind

  it('is what Node\'s crypto makes by the same recipe', () => {
    expect(nonce ? encrypted(bytes, nonce, context, scope) : signed(bytes, kind, context, scope)).toBe(token)
  })

  it('is what sealBody makes, and as long as tokenLength says', async () => {
    if (nonce) fixNonce(nonce)
    expect(await sealBody(new Uint8Array(bytes), kind, context, await sealKey(vectors.key, scope))).toBe(token)
    expect(tokenLength(kind, bytes.length)).toBe(token.length)
  })

  it('opens to its body, with its key and context only', async () => {
    expect(Buffer.from(await open(token, context, await sealKey(vectors.key, scope)) ?? [])).toEqual(bytes)
    expect(await open(token, `${context} `, await sealKey(vectors.key, scope))).toBeUndefined()
    expect(await open(token, context, await sealKey(vectors.key, 'another scope'))).toBeUndefined()
    expect(await open(token, context, await sealKey('x'.repeat(32), scope))).toBeUndefined()
  })
})

describe('tokens', () => {
  it('never hold the same nonce twice', async () => {
    const key = await sealKey(vectors.key, 'a scope')
    const nonces = await Promise.all(Array.from({ length: 100 }, async () => readToken(await sealBody(encodeUtf8('x'), 'e1', '', key))?.first))
    expect(new Set(nonces).size).toBe(100)
  })

  it('do not let text wander between the token and its context', async () => {
    const key = await sealKey(vectors.key, 'a scope')
    const token = await sealBody(encodeUtf8('x'), 'v1', 'a\nb', key)
    for (const context of ['a', 'b', 'ab', 'a\n', '\na\nb', 'b\na', '']) expect(await open(token, context, key)).toBeUndefined()
    expect(decodeUtf8(await open(token, 'a\nb', key) ?? new Uint8Array())).toBe('x')
  })

  it('are nothing that merely has the shape', async () => {
    const key = await sealKey(vectors.key, 'a scope')
    for (const token of ['', '.', '...', 'v1...', `v1.${key.id}.e30.`, `v1.${key.id}.e30.${'A'.repeat(43)}`, `v1.${key.id}.${'e'.repeat(60_000)}.${'A'.repeat(43)}`, `e1.${key.id}.${'A'.repeat(16)}.${'A'.repeat(24)}`, `e1.${key.id}.A.A`, '__proto__']) {
      expect(await open(token, '', key), token).toBeUndefined()
    }
  })
})

describe('sealKey', () => {
  const key = () => sealKey(vectors.key, 'a scope')

  it('derives the same after it fell out of the cache', async () => {
    const before = await key()
    for (let index = 0; index < 70; index++) await sealKey(vectors.key, `scope ${index}`)
    const after = await key()
    expect(after).not.toBe(before)
    expect(await open(await sealBody(encodeUtf8('x'), 'v1', '', before), '', after)).toBeDefined()
    expect(await key()).toBe(after)
  })

  it('takes a secret as text or as its bytes, but not bytes for a text that spells them', async () => {
    expect((await sealKey(encodeUtf8(vectors.key), 'a scope')).id).toBe((await key()).id)
    const spelt = await sealKey(Buffer.from('x'.repeat(32)).toString('base64url'), 's')
    expect((await sealKey(encodeUtf8('x'.repeat(32)), 's')).id).not.toBe(spelt.id)
  })

  it('names keys of different secrets and scopes differently, by 48 bits', async () => {
    const ids = await Promise.all([key(), sealKey(vectors.key, 'other'), sealKey('x'.repeat(32), 'a scope')].map(async made => (await made).id))
    expect(new Set(ids).size).toBe(3)
    expect(ids.map(id => decodeBase64url(id)?.length)).toEqual([6, 6, 6])
  })
})
