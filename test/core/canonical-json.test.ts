import { describe, expect, it } from 'vitest'
import { canonicalJson, MAX_JSON_DEPTH } from '../../src/core/canonical-json.ts'

const nested = (depth: number, kind: 'array' | 'object') => {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = kind === 'array' ? [value] : { a: value }
  return value
}

describe('canonicalJson', () => {
  it('sorts keys at every level, by code units, and leaves arrays as they are', () => {
    expect(canonicalJson({ b: [3, 1, { z: null, y: true }], a: 'ü"', B: 1, 10: 0, 9: 0 })).toBe('{"10":0,"9":0,"B":1,"a":"ü\\"","b":[3,1,{"y":true,"z":null}]}')
    expect(canonicalJson({ '\uFFFD': 1, '\u{1F680}': 2 })).toBe('{"\u{1F680}":2,"\uFFFD":1}')
  })

  it('gives one text to one value however it was written', () => {
    const one = '{"a": 1.0, "b": {"d": -0, "c": "\\u00fc"}}'
    const other = '{"b":{"c":"ü","d":0},"a":1}'
    expect(canonicalJson(JSON.parse(one))).toBe(canonicalJson(JSON.parse(other)))
  })

  it('gives different texts to different values', () => {
    const values = ['null', '[]', '{}', '""', '"null"', '0', '"0"', 'false', '1e400', '-1e400', '[1,2]', '["1,2"]', '{"a":[]}', '{"a":{}}', '[[],[]]', '[[[]]]', '"\\ud800"', '"\\ufffd"', '{"__proto__":1}']
    expect(new Set(values.map(text => canonicalJson(JSON.parse(text)))).size).toBe(values.length)
  })

  it('takes prototype names as keys like any other', () => {
    expect(canonicalJson(JSON.parse('{"constructor":1,"__proto__":{"x":2}}'))).toBe('{"__proto__":{"x":2},"constructor":1}')
  })

  it('leaves out members that are undefined, as JSON does', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}')
  })

  it.each(['array', 'object'] as const)('refuses an %s nested too deep with -32602, one million levels too', (kind) => {
    expect(canonicalJson(nested(MAX_JSON_DEPTH, kind))).toContain('1')
    for (const depth of [MAX_JSON_DEPTH + 1, 1_000_000]) {
      expect(() => canonicalJson(nested(depth, kind))).toThrow(expect.objectContaining({ code: -32602, message: 'Arguments are nested deeper than 100 levels' }))
    }
  })

  it.each([undefined, 1n, () => 1, Symbol('x')])('throws a TypeError for %s', (value) => {
    expect(() => canonicalJson([value])).toThrow(TypeError)
  })
})
