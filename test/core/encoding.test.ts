import { describe, expect, it } from 'vitest'
import { decodeBase64url, decodeUtf8, encodeBase64url, encodeUtf8 } from '../../src/core/encoding.ts'
import { proves } from '../helpers/proves.ts'

describe('base64url', () => {
  it('agrees with Node on every length up to 64 and every byte', () => {
    const all = Uint8Array.from({ length: 256 }, (_, index) => index * 167 & 255)
    for (let length = 0; length <= 64; length++) {
      const bytes = all.slice(length, 2 * length)
      const text = encodeBase64url(bytes)
      expect(text).toBe(Buffer.from(bytes).toString('base64url'))
      expect(decodeBase64url(text)).toEqual(bytes)
    }
    expect(decodeBase64url(encodeBase64url(all))).toEqual(all)
  })

  it('takes one text only for one value: of all texts of two characters, those with unused bits set are refused', proves('state/canonical'), () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const accepted = [...alphabet].flatMap(first => [...alphabet].map(second => first + second)).filter(text => decodeBase64url(text))
    expect(accepted).toHaveLength(256)
    for (const text of accepted) expect(encodeBase64url(decodeBase64url(text) ?? new Uint8Array())).toBe(text)
    expect(decodeBase64url('AAB')).toBeUndefined()
    expect(decodeBase64url('AAA')).toEqual(new Uint8Array(2))
  })

  it.each([
    ['padding', 'QQ=='], ['the other alphabet', '+/+/'], ['a space', 'QU FB'], ['a line feed', 'QUFB\n'],
    ['an impossible length', 'QUFBQ'], ['an impossible length that ends in zero bits', 'QUFBA'], ['a character beyond ASCII', 'QUF\u0100'], ['a fullwidth letter', 'QUF\uFF22'], ['NUL', 'QUF\0'],
  ])('refuses %s', (_, text) => {
    expect(decodeBase64url(text)).toBeUndefined()
  })
})

describe('utf8', () => {
  it('keeps every text, a leading byte order mark too', () => {
    for (const text of ['', 'Zürich', '\uFEFFx', '🚀', '\0']) expect(decodeUtf8(encodeUtf8(text))).toBe(text)
  })

  it('refuses bytes that are not UTF-8 instead of replacing them', () => {
    for (const bytes of [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]]) expect(decodeUtf8(Uint8Array.from(bytes))).toBeUndefined()
  })
})
