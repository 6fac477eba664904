import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { defineRequestState } from '../../src/core/request-state.ts'
import { headerOf, makeEvent, TEST_KEY, type EventOptions } from '../helpers/event.ts'

const TOTAL = 100_000
const SEED = 20_260_728
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** mulberry32: small, seeded, the same everywhere. */
function random(seed: number): () => number {
  return () => {
    seed = seed + 0x6D2B79F5 | 0
    let mixed = Math.imul(seed ^ seed >>> 15, 1 | seed)
    mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed
    return ((mixed ^ mixed >>> 14) >>> 0) / 4_294_967_296
  }
}

const next = random(SEED)
const below = (limit: number) => Math.floor(next() * limit)
const pick = <T>(list: ArrayLike<T>): T => list[below(list.length)] as T
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
const lookAlike = (text: string, at: number) => splice(text, at, 1, String.fromCharCode(text.charCodeAt(at) + 0xFEE0))
const halves = (one: string, other: string, at: number) => one.slice(0, at) + other.slice(at)
const envelope = (token: string, change: (envelope: Record<string, unknown>) => void) => segment(token, 2, (body) => {
  const parsed = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  change(parsed)
  return Buffer.from(JSON.stringify(parsed)).toString('base64url')
})
const remac = (token: string, key: string) => {
  const signed = token.split('.').slice(0, 3).join('.')
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** Each takes a genuine state of this request and another genuine state, which this request may not use. */
const mutations: Record<string, (token: string, foreign: string) => string> = {
  'a character replaced': token => splice(token, below(token.length), 1, pick(ALPHABET)),
  'a character of the MAC replaced': token => segment(token, 3, mac => splice(mac, below(mac.length), 1, pick(ALPHABET))),
  'the last character replaced': token => splice(token, token.length - 1, 1, pick(ALPHABET)),
  'any UTF-16 unit in place of one': token => splice(token, below(token.length), 1, String.fromCharCode(below(65_536))),
  'several characters replaced': token => Array.from({ length: 2 + below(8) }).reduce<string>(text => splice(text, below(text.length), 1, pick(ALPHABET)), token),
  'a bit of the body flipped': token => segment(token, 2, flipBit),
  'a bit of the MAC flipped': token => segment(token, 3, flipBit),
  'a bit of the key id flipped': token => segment(token, 1, flipBit),
  'cut off': token => token.slice(0, below(token.length)),
  'cut off at the front': token => token.slice(1 + below(token.length - 1)),
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
  'segments in another order': token => token.split('.').sort(() => next() - 0.5).join('.'),
  'a segment of random letters': token => anySegment(token, text => letters(text.length)),
  'bytes of a segment reversed': token => anySegment(token, text => [...text].reverse().join('')),
  'another version': token => segment(token, 0, () => pick(['v0', 'v2', 'V1', 'v01', 'v1 ', '1', 'none', '__proto__', ''])),
  'other letter case': token => pick([token.toLowerCase(), token.toUpperCase()]),
  'other Base64 alphabet': token => token.replaceAll('-', '+').replaceAll('_', '/') + pick(['', '=']),
  'percent-encoded': token => splice(token, token.length - 1, 1, `%${token.charCodeAt(token.length - 1).toString(16)}`),
  'a look-alike letter': token => lookAlike(token, below(token.length)),
  'the unused bits of the MAC set': token => splice(token, token.length - 1, 1, ALPHABET.charAt(ALPHABET.indexOf(token.slice(-1)) | 1 + below(3))),
  'a later expiry': token => envelope(token, body => Object.assign(body, { e: Number(body.e) + 1 + below(1e9) })),
  'no expiry': token => envelope(token, body => Object.assign(body, { e: undefined })),
  'another payload': token => envelope(token, body => Object.assign(body, { p: { step: 2 + below(1e6), admin: true } })),
  'a prototype in the payload': token => envelope(token, body => Object.assign(body, { p: JSON.parse('{"__proto__":{"admin":true}}') as unknown })),
  'no binding': token => envelope(token, body => Object.assign(body, { r: undefined, b: undefined })),
  'another id': token => envelope(token, body => Object.assign(body, { i: letters(16) })),
  'rewritten and signed with a guessed key': token => remac(envelope(token, body => Object.assign(body, { p: { step: below(9) } })), letters(below(64))),
  'rewritten and signed with the secret itself': token => remac(envelope(token, body => Object.assign(body, { e: below(2 ** 42) })), TEST_KEY),
  'body of a foreign state': (token, foreign) => segment(token, 2, () => foreign.split('.')[2] ?? ''),
  'MAC of a foreign state': (token, foreign) => segment(token, 3, () => foreign.split('.')[3] ?? ''),
  'key id of a foreign state': (token, foreign) => segment(foreign, 1, () => token.split('.')[1] ?? ''),
  'halves of two states': (token, foreign) => halves(token, foreign, 1 + below(token.length - 1)),
  'two states in one': (token, foreign) => token + pick(['', '.', ',', ' ']) + foreign,
  'a foreign state as it is': (_, foreign) => foreign,
  'random letters in the right shape': token => token.split('.').map((text, at) => at === 0 ? 'v1' : letters(text.length)).join('.'),
  'random text': () => Array.from({ length: below(300) }, () => String.fromCharCode(below(65_536))).join(''),
}

const ida: EventOptions = { name: 'book', arguments: { city: 'Oslo', nights: 2 }, headers: { 'x-user': 'ida' } }
const codec = (ttlMs?: number) => defineRequestState<{ step: number }>({ ttlMs, bind: event => headerOf(event, 'x-user') })

it(`refuses ${TOTAL} mutated states and crashes on none`, { timeout: 60_000 }, async () => {
  const state = codec()
  const genuine = await Promise.all(Array.from({ length: 32 }, (_, step) => state.seal({ step }, makeEvent(ida))))
  const shortLived = await codec(1).seal({ step: 1 }, makeEvent(ida))
  await new Promise(resolve => setTimeout(resolve, 5))
  const foreign = [shortLived, ...await Promise.all([
    { ...ida, name: 'cancel' }, { ...ida, method: 'prompts/get' }, { ...ida, arguments: { city: 'Rome', nights: 2 } },
    { ...ida, headers: { 'x-user': 'per' } }, { ...ida, audience: '/admin' }, { ...ida, stateKey: 'the key of another server, of enough bytes' },
  ].map(options => state.seal({ step: 1 }, makeEvent(options))))]
  const known = new Set(genuine)

  const names = Object.keys(mutations)
  const counts: Record<string, number> = Object.fromEntries(names.map(name => [name, 0]))
  const event = makeEvent(ida)
  const totals = { refused: 0, accepted: 0, crashed: 0 }
  const faults: string[] = []
  for (let done = 0; done < TOTAL;) {
    const name = names[done % names.length] ?? ''
    const requestState = mutations[name]?.(pick(genuine), pick(foreign)) ?? ''
    // A mutation that happened to change nothing is none: another draw takes its place.
    if (known.has(requestState)) continue
    done++
    counts[name] = (counts[name] ?? 0) + 1
    Object.assign(event.context.mcp, { requestState })
    const outcome = await state.open(event).then(() => 'accepted' as const, (error: { code?: unknown, message?: unknown }) =>
      error.code === -32602 && error.message === 'Invalid request state' ? 'refused' as const : 'crashed' as const)
    totals[outcome]++
    if (outcome !== 'refused') faults.push(`${outcome}: ${name}: ${requestState}`)
  }

  console.log(`mutated states (seed ${SEED}, ${names.length} kinds): ${TOTAL} tried, ${totals.refused} refused, ${totals.accepted} accepted, ${totals.crashed} crashed`)
  expect(faults.slice(0, 5)).toEqual([])
  expect(totals).toEqual({ refused: TOTAL, accepted: 0, crashed: 0 })
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(TOTAL / names.length - 2)
  // The harness can tell: the genuine states do open.
  for (const [step, requestState] of genuine.entries()) {
    Object.assign(event.context.mcp, { requestState })
    expect(await state.open(event)).toEqual({ step })
  }
})
