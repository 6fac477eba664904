import { createHmac } from 'node:crypto'
import type { Dice } from './dice.ts'
import type { Place } from './state-places.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Makes of a genuine state, and of another one that does not belong where this one is sent, a text to send there. */
export type Attack = (token: string, foreign: string, place: Place) => string

export function attacks({ below, chance, pick }: Dice): Record<string, Attack> {
  const letters = (count: number) => Array.from({ length: count }, () => pick(ALPHABET)).join('')
  const splice = (text: string, at: number, remove: number, insert = '') => text.slice(0, at) + insert + text.slice(at + remove)
  const segment = (token: string, index: number, change: (text: string) => string) =>
    token.split('.').map((text, at) => at === index ? change(text) : text).join('.')
  const anySegment = (token: string, change: (text: string) => string) => segment(token, below(4), change)
  const flipBit = (text: string) => {
    const bytes = Buffer.from(text, 'base64url')
    const at = below(bytes.length)
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1 << below(8), at)
    return bytes.toString('base64url')
  }
  /** Of a state whose body can be read; of another, only a bit. */
  const envelope = (token: string, change: (envelope: Record<string, unknown>) => void) => segment(token, 2, (body) => {
    if (!token.startsWith('v1')) return flipBit(body)
    const parsed = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
    change(parsed)
    return Buffer.from(JSON.stringify(parsed)).toString('base64url')
  })
  const remac = (token: string, key: string, context: string) => {
    const signed = token.split('.').slice(0, 3).join('.')
    return `${signed}.${createHmac('sha256', key).update(`${signed}\n${context}`).digest('base64url')}`
  }
  const last = (token: string) => token.length - 1

  return {
    'a character replaced': token => splice(token, below(token.length), 1, pick(ALPHABET)),
    'a character of the MAC replaced': token => segment(token, 3, mac => splice(mac, below(mac.length), 1, pick(ALPHABET))),
    'the last character replaced': token => splice(token, last(token), 1, pick(ALPHABET)),
    'any UTF-16 unit in place of one': token => splice(token, below(token.length), 1, String.fromCharCode(below(65_536))),
    'several characters replaced': token => Array.from({ length: 2 + below(8) }).reduce<string>(text => splice(text, below(text.length), 1, pick(ALPHABET)), token),
    'a bit of the body or nonce flipped': token => segment(token, 2, flipBit),
    'a bit of the MAC or ciphertext flipped': token => segment(token, 3, flipBit),
    'a bit of the key id flipped': token => segment(token, 1, flipBit),
    'cut off': token => token.slice(0, below(token.length)),
    'cut off at the front': token => token.slice(1 + below(last(token))),
    'a segment cut': token => anySegment(token, text => text.slice(0, below(text.length))),
    'the MAC cut in whole bytes': token => segment(token, 3, mac => Buffer.from(mac, 'base64url').subarray(0, below(32)).toString('base64url')),
    'a range deleted': token => splice(token, below(token.length), 1 + below(16)),
    'characters inserted': token => splice(token, below(token.length), 0, letters(1 + below(8))),
    'junk appended': token => token + pick(['-TAMPERED', '=', '==', '.', '\n', ' ', '\0', '%00', 'A', letters(4), `.${letters(43)}`]),
    'junk in front': token => pick([' ', '\n', '\uFEFF', '.', 'v1.', letters(4)]) + token,
    'whitespace inside': token => splice(token, below(token.length), 0, pick([' ', '\t', '\n', '\r\n', '\u00A0', '\u2028'])),
    'a segment padded': token => anySegment(token, text => text + pick(['=', '==', '===', 'A', 'AAAA'])),
    'a segment removed': token => token.split('.').toSpliced(below(4), 1).join('.'),
    'a segment emptied': token => anySegment(token, () => ''),
    'a segment twice': token => token.split('.').flatMap((text, at, all) => at === below(all.length) ? [text, text] : [text]).join('.'),
    'segments in another order': token => token.split('.').sort(() => chance() - 0.5).join('.'),
    'a segment of random letters': token => anySegment(token, text => letters(text.length)),
    'bytes of a segment reversed': token => anySegment(token, text => [...text].reverse().join('')),
    'another version': token => segment(token, 0, () => pick(['v0', 'v2', 'V1', 'E1', 'z2', 'v01', 'v1 ', '1', 'none', '__proto__', ''])),
    'relabelled': token => segment(token, 0, kind => pick(['v1', 'z1', 'e1'].filter(other => other !== kind))),
    'other letter case': token => pick([token.toLowerCase(), token.toUpperCase()]),
    'other Base64 alphabet': token => token.replaceAll('-', '+').replaceAll('_', '/') + pick(['', '=']),
    'percent-encoded': token => splice(token, last(token), 1, `%${token.charCodeAt(last(token)).toString(16)}`),
    'a look-alike letter': (token) => {
      const at = below(token.length)
      return splice(token, at, 1, String.fromCharCode(token.charCodeAt(at) + 0xFEE0))
    },
    'the unused bits of the last byte set': token => splice(token, last(token), 1, ALPHABET.charAt(ALPHABET.indexOf(token.slice(-1)) | 1 + below(3))),
    'a later expiry': token => envelope(token, body => Object.assign(body, { e: Number(body.e) + 1 + below(1e9) })),
    'no expiry': token => envelope(token, body => Object.assign(body, { e: undefined })),
    'another payload': token => envelope(token, body => Object.assign(body, { p: { step: 2 + below(1e6), admin: true } })),
    'a prototype in the payload': token => envelope(token, body => Object.assign(body, { p: JSON.parse('{"__proto__":{"admin":true}}') as unknown })),
    'another id': token => envelope(token, body => Object.assign(body, { i: letters(16) })),
    'rewritten and signed with a guessed key': (token, _, { context }) => remac(envelope(token, body => Object.assign(body, { p: { step: below(9) } })), letters(below(64)), context),
    'rewritten and signed with the secret itself': (token, _, { context, key }) => remac(envelope(token, body => Object.assign(body, { e: below(2 ** 42) })), key, context),
    'body or nonce of a foreign state': (token, foreign) => segment(token, 2, () => foreign.split('.')[2] ?? ''),
    'MAC or ciphertext of a foreign state': (token, foreign) => segment(token, 3, () => foreign.split('.')[3] ?? ''),
    'key id of a foreign state': (token, foreign) => segment(foreign, 1, () => token.split('.')[1] ?? ''),
    'halves of two states': (token, foreign) => {
      const at = 1 + below(last(token))
      return token.slice(0, at) + foreign.slice(at)
    },
    'two states in one': (token, foreign) => token + pick(['', '.', ',', ' ']) + foreign,
    'random letters in the right shape': token => token.split('.').map((text, at) => at === 0 ? text : letters(text.length)).join('.'),
    'random text': () => Array.from({ length: below(300) }, () => String.fromCharCode(below(65_536))).join(''),
  }
}
