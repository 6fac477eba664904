import { describe, expect, test } from 'vitest'
import { mutationsOf } from '../../src/testing/attack/mutations.ts'
import { wrongContentsOf } from '../../src/testing/attack/wrong-content.ts'

const encode = (value: unknown) => btoa(JSON.stringify(value)).replaceAll('=', '')
const decode = (text: string) => JSON.parse(atob(text)) as unknown
const statesOf = (state: string) => mutationsOf(state).map(({ state }) => state)

describe('the mutations of a state', () => {
  test.each(['v1.abcd.c2VhbA.bWFj', encode({ step: 1 }), '{"step":1}', 'x', '7', 'Ä', ''])('none is the state itself, or another one again: %s', (state) => {
    const states = statesOf(state)
    expect(states).not.toContain(state)
    expect(new Set(states).size).toBe(states.length)
    expect(states.length).toBeGreaterThan(state === '' ? 0 : 2)
  })

  test('change every field of what can be read', () => {
    const trip = { city: 'Rome', paid: false, seats: [1], who: { id: 7 }, note: null }
    const edits = [{ city: 'Romex' }, { city: '' }, { paid: true }, { seats: [2] }, { seats: [0] }, { who: { id: 8 } }, { who: { id: 6 } }, { who: { id: 0 } }, { note: true }].map(edit => ({ ...trip, ...edit }))
    expect(statesOf(JSON.stringify(trip)).flatMap(readable)).toEqual(expect.arrayContaining(edits))
    expect(statesOf(encode(trip)).filter(state => state).flatMap(state => readable(tryDecode(state)))).toEqual(expect.arrayContaining(edits))
    expect(mutationsOf(encode(trip)).map(({ what }) => what)).toContain('who.id changed in what it encodes')
  })

  test('forge a JWT that needs no signature, and leave the signature out', () => {
    const states = statesOf(`${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}.c2ln`)
    const forged = states.find(state => state.endsWith('.') && !state.startsWith(encode({ alg: 'HS256' })))
    expect(forged?.split('.').slice(0, 2).map(decode)).toEqual([{ alg: 'none' }, { sub: 'ada' }])
    expect(states).toContain(`${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}`)
    expect(states).toContain(`${encode({ alg: 'HS256' })}.${encode({ sub: 'ada' })}.`)
  })
})

const readable = (text: string): unknown[] => {
  try {
    return [JSON.parse(text)]
  }
  catch {
    return []
  }
}

const tryDecode = (state: string) => {
  try {
    return atob(state)
  }
  catch {
    return ''
  }
}

describe('content that does not fit a form', () => {
  test('is none for a form that takes anything', () => {
    expect(wrongContentsOf({ type: 'object', properties: {} })).toEqual([])
  })

  test('misses what is required, is of another type, or beyond the limits', () => {
    expect(wrongContentsOf({
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 3 }, mail: { type: 'string', format: 'email' }, free: { type: 'string' }, kind: { type: 'string', enum: ['a'] },
        days: { type: 'integer', minimum: 1 }, price: { type: 'number', maximum: 9 }, ok: { type: 'boolean' }, parts: { type: 'array', items: { type: 'string', enum: ['a'] } },
      },
      required: ['name'],
    })).toEqual([
      { what: 'nothing filled in', content: {} },
      { what: 'fields of another type', content: { name: { not: 'flat' }, mail: { not: 'flat' }, free: { not: 'flat' }, kind: { not: 'flat' }, days: true, price: true, ok: { not: 'flat' }, parts: true } },
      { what: 'fields beyond their limits', content: { name: 'xxxx', mail: 'not of this format', free: 'x', kind: 'none of the choices', days: 0, price: 10, ok: true, parts: ['none of the choices'] } },
    ])
  })

  test('has nothing beyond the limits of a form that has no limits', () => {
    expect(wrongContentsOf({ type: 'object', properties: { ok: { type: 'boolean' }, note: { type: 'string' } } }).map(({ what }) => what)).toEqual(['fields of another type'])
  })
})
