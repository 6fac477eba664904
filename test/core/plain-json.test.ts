import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { assertPlainJson } from '../../src/core/plain-json.ts'

const cycle: Record<string, unknown> = {}
cycle.self = cycle

describe('assertPlainJson', () => {
  it.each([
    ['null', null], ['false', false], ['zero', 0], ['an empty string', ''], ['nested', { a: [{ b: null }], c: 1.5 }],
    ['a member that is undefined', { a: undefined }], ['an object without prototype', Object.create(null)],
    ['an object of another realm', runInNewContext('({ a: [1] })')], ['prototype names', JSON.parse('{"__proto__":{"a":1},"constructor":2}')],
  ])('takes %s', (_, value) => {
    expect(() => assertPlainJson(value, 'it')).not.toThrow()
  })

  it.each([
    ['it is undefined', undefined],
    ['it["a"] is function', { a: () => 1 }],
    ['it["a"] is bigint', { a: 1n }],
    ['it[0] is symbol', [Symbol('x')]],
    ['it["a"][1] is NaN', { a: [1, Number.NaN] }],
    ['it is Infinity', Number.POSITIVE_INFINITY],
    ['it["when"] is an instance of Date', { when: new Date(0) }],
    ['it is an instance of Map', new Map()],
    ['it is an instance of Uint8Array', new Uint8Array(1)],
    ['it is an instance of String', Object('text')],
    ['it is an instance of Basket', new (class Basket { fruit = 1 })()],
    ['it[1] is undefined', [1, undefined]],
    ['it[1] is undefined', Object.assign([1], { 2: 3 })],
    ['it["toJSON"] is function', { toJSON: () => 1 }],
  ])('refuses: %s', (message, value) => {
    expect(() => assertPlainJson(value, 'it')).toThrow(TypeError)
    expect(() => assertPlainJson(value, 'it')).toThrow(`${message}, which JSON would drop or change`)
  })

  it('refuses a cycle', () => {
    expect(() => assertPlainJson(cycle, 'it')).toThrow(/is nested deeper than 100 levels, or contains itself\.$/)
  })
})
