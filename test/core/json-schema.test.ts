import { describe, expect, test } from 'vitest'
import { formatIssues } from '../../src/core/issue.ts'
import { compileJsonSchema } from '../../src/core/json-schema.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { proves } from '../helpers/proves.ts'

/** What is wrong, as a client reads it; `undefined` when nothing is. */
function problems(schema: JsonObject, value: unknown): string | undefined {
  const { issues } = compileJsonSchema(schema, 'test')(value)
  return issues && formatIssues(issues)
}

const trip = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    nights: { type: 'integer', minimum: 1, maximum: 30 },
    class: { enum: ['first', 'second'] },
    guests: { type: 'array', maxItems: 2, items: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
  },
  required: ['city', 'nights'],
  additionalProperties: false,
}

describe('issues', () => {
  test('a valid value has none', () => {
    expect(problems(trip, { city: 'Bern', nights: 2, guests: [{ name: 'Ada' }] })).toBeUndefined()
  })

  test('all are listed, with their paths, leaves only', () => {
    expect(problems(trip, { city: 'B', nights: 'two', class: 'third', guests: [{ name: 1 }, {}, { name: 'x' }], pets: true })).toBe([
      '- city: must have at least 2 characters',
      '- nights: expected integer, received string',
      '- class: expected one of "first", "second"',
      '- guests: must have at most 2 items',
      '- guests[0].name: expected string, received number',
      '- guests[1].name: is missing',
      '- pets: is not allowed',
    ].join('\n'))
    expect(problems(trip, {})).toBe('- city: is missing\n- nights: is missing')
    expect(problems(trip, [])).toBe('- expected object, received array')
  })

  test.each([
    [{ minimum: 1 }, 0, 'must be at least 1'],
    [{ exclusiveMaximum: 1 }, 1, 'must be less than 1'],
    [{ multipleOf: 0.1 }, 0.25, 'must be a multiple of 0.1'],
    [{ pattern: '^a' }, 'b', 'must match the pattern ^a'],
    [{ format: 'email' }, 'b', 'must be a valid email'],
    [{ const: { a: 1 } }, {}, 'expected {"a":1}'],
    [{ type: ['string', 'null'] }, 1, 'expected string or null, received number'],
    [{ uniqueItems: true }, [1, 1], 'Duplicate items at indexes 0 and 1'],
    [{ contains: { type: 'string' } }, [1, 2], 'has no item of the kind it must contain'],
    [{ propertyNames: { pattern: '^a' } }, { b: 1 }, 'has a property name that is not allowed'],
    [{ not: { type: 'string' } }, 'x', 'Instance matched "not" schema'],
    [{ allOf: [{ type: 'string' }, { minLength: 2 }] }, 'x', 'must have at least 2 characters'],
  ])('%j refuses %j', (schema, value, message) => {
    expect(problems(schema, value)).toBe(`- ${message}`)
  })

  test('of several forms, the one that was meant is described', () => {
    const nullable = { anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'null' }] }
    expect(problems(nullable, { a: 1 })).toBe('- a: expected string, received number')
    expect(problems(nullable, 'x')).toBe('- expected object or null, received string')
    const kinds = { properties: { x: { oneOf: [{ required: ['a'] }, { required: ['b'] }] } } }
    expect(problems(kinds, { x: {} })).toBe('- x: matches none of the 2 allowed forms')
    expect(problems(kinds, { x: { a: 1, b: 1 } })).toBe('- x: matches more than one of the allowed forms')
    expect(problems({ properties: { x: nullable, y: { type: 'string' } } }, { x: { a: 1 }, y: 1 })).toBe('- x.a: expected string, received number\n- y: expected string, received number')
  })

  test('references are followed, recursive ones too', () => {
    const tree = { $ref: '#/$defs/node', $defs: { node: { type: 'object', properties: { name: { type: 'string' }, kids: { type: 'array', items: { $ref: '#/$defs/node' } } }, required: ['name'] } } }
    expect(problems(tree, { name: 'a', kids: [{ name: 'b', kids: [{ name: 1 }, {}] }] })).toBe('- kids[0].kids[0].name: expected string, received number\n- kids[0].kids[1].name: is missing')
    expect(problems({ properties: { a: { $ref: '#name' } }, $defs: { x: { $anchor: 'name', type: 'string' } } }, { a: 1 })).toBe('- a: expected string, received number')
  })

  test('odd property names keep their place', () => {
    const odd = { properties: { 'a/b': { type: 'string' }, 'c~d': { type: 'string' }, 'e%f': { type: 'string' }, 'é g': { type: 'string' } }, additionalProperties: false }
    expect(problems(odd, { 'a/b': 1, 'c~d': 1, 'e%f': 1, 'é g': 1 })?.split('\n').map(line => line.split(':')[0])).toEqual(['- ["a/b"]', '- ["c~d"]', '- ["e%f"]', '- ["é g"]'])
    expect(problems(odd, JSON.parse('{ "__proto__": 1, "constructor": 2 }'))).toBe('- __proto__: is not allowed\n- constructor: is not allowed')
    expect(problems({ required: ['toString'] }, {})).toBe('- toString: is missing')
  })
})

describe('what a client sends', () => {
  test('many mismatches give a bounded answer', proves('tools/bounded'), () => {
    const text = problems({ type: 'array', items: { type: 'string' } }, Array.from({ length: 2_000 }, () => 1))!
    expect(text.split('\n')).toHaveLength(51)
    expect(text).toMatch(/\n- and 1950 more$/)
    const long = problems({ additionalProperties: false }, { ['x'.repeat(100_000)]: 1 })!
    expect(long.length).toBeLessThan(600)
  })

  test('a value with a mismatch in each of half a million items costs no more than a valid one', () => {
    const start = performance.now()
    expect(problems({ type: 'array', items: { type: 'string' } }, Array.from({ length: 500_000 }, () => 1))).toBe('- [0]: expected string, received number')
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('uniqueness is not looked for in lists that would take quadratic time', () => {
    const schema = { type: 'array', uniqueItems: true, allOf: [{ items: { type: 'number' } }] }
    const start = performance.now()
    expect(problems(schema, Array.from({ length: 150_000 }, (_, index) => index))).toBe('- must have at most 1000 items')
    expect(performance.now() - start).toBeLessThan(1_000)
    expect(problems(schema, Array.from({ length: 1_000 }, (_, index) => index))).toBeUndefined()
    expect(problems(schema, [1, 'x'])).toBe('- [1]: expected number, received string')
    expect(problems({ properties: { uniqueItems: true, const: { uniqueItems: true } } }, { uniqueItems: [1, 1], const: [1, 1] })).toMatch(/^- const: Duplicate items/)
  })

  test('the format url, which the library would backtrack on, is checked as a uri', () => {
    const start = performance.now()
    expect(problems({ format: 'url' }, `http://${'a'.repeat(200)}!`)).toBeUndefined()
    expect(problems({ format: 'url' }, 'not one')).toBe('- must be a valid uri')
    expect(performance.now() - start).toBeLessThan(500)
  })

  test('nesting beyond the stack is a mismatch, not a crash', proves('tools/bounded'), () => {
    const list = { type: 'array', items: { $ref: '#' } }
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
    expect(problems(list, deep)).toBe('- is nested too deeply or malformed, so it can\'t be checked')
  })

  test('a name that is no valid UTF-16 is a mismatch, not a crash', () => {
    expect(problems({ additionalProperties: false }, { '\uD800': 1 })).toBe('- is nested too deeply or malformed, so it can\'t be checked')
  })

  test('thousands of failing unions are described in linear time', () => {
    const schema = { type: 'array', items: { anyOf: [{ type: 'object', required: ['a'] }, { type: 'object', required: ['b'] }] } }
    const start = performance.now()
    expect(problems(schema, Array.from({ length: 9_000 }, () => ({})))).toMatch(/matches none of the 2 allowed forms/)
    expect(performance.now() - start).toBeLessThan(3_000)
  })
})

describe('the schema', () => {
  test('stays as it was written, even frozen', () => {
    const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } }
    Object.freeze(schema.properties.a)
    const before = JSON.stringify(schema)
    expect(problems(schema, { a: 1 })).toBe('- a: expected string, received number')
    expect(JSON.stringify(schema)).toBe(before)
    expect(Object.getOwnPropertyNames(schema)).toEqual(['type', 'properties', '$defs'])
  })

  test('is compiled at the first value only', () => {
    let reads = 0
    const schema = { get type() {
      reads++
      return 'string'
    } }
    const validate = compileJsonSchema(schema, 'test')
    const atDefinition = reads
    validate('x')
    const atFirst = reads
    validate('y')
    expect(atFirst).toBeGreaterThan(atDefinition)
    expect(reads).toBe(atFirst)
  })

  test('may name a dialect it is written in', proves('tools/dialect', 'tools/dialect-unknown'), () => {
    const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', items: [{ type: 'string' }] }
    expect(problems(draft7, [1])).toBe('- [0]: expected string, received number')
    expect(problems({ $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string' }, 1)).toBe('- expected string, received number')
    expect(() => compileJsonSchema({ $schema: 'https://example.com/own' }, 'test')).toThrow(new TypeError('test: the dialect "https://example.com/own" is not known; leave "$schema" out for 2020-12, or name 2020-12, 2019-09, draft-07 or draft-04.'))
  })

  test('may not lead outside', proves('tools/no-network'), () => {
    const outside = '"$ref": "https://example.com/a.json" leads outside the schema and is never fetched; copy its target into "$defs" and refer to "#/$defs/…".'
    expect(() => compileJsonSchema({ $ref: 'https://example.com/a.json' }, 'test')).toThrow(new TypeError(`test: ${outside}`))
    expect(() => compileJsonSchema({ anyOf: [{ properties: { default: { items: { $ref: 'https://example.com/a.json' } } } }] }, 'test')).toThrow(outside)
    expect(() => compileJsonSchema({ $ref: 'other.json#/a' }, 'test')).toThrow(TypeError)
    expect(() => compileJsonSchema({ $dynamicRef: '#a' }, 'test')).toThrow('"$dynamicRef" is not supported')
    expect(() => compileJsonSchema({ $ref: '#/$defs/missing' }, 'test')).toThrow(new TypeError('test: "$ref": "#/$defs/missing" points at nothing in the schema.'))
  })

  test('data and names of the author are no references', () => {
    const schema = {
      properties: { $ref: { type: 'string' }, default: { type: 'string' } },
      default: { $ref: 'https://example.com' },
      enum: [{ $ref: 'https://example.com' }],
    }
    expect(problems(schema, { $ref: 'https://example.com' })).toBeUndefined()
  })

  test('with a document embedded, counts references from there', () => {
    const schema = { $id: 'https://example.com/root', properties: { a: { $id: 'https://example.com/part', $ref: '#/$defs/x', $defs: { x: { type: 'string' } } } } }
    expect(problems(schema, { a: 1 })).toBe('- a: expected string, received number')
  })

  test('may not contain itself', () => {
    const cyclic: JsonObject = { type: 'object' }
    cyclic.properties = { self: cyclic }
    expect(() => compileJsonSchema(cyclic, 'test')).toThrow('test: the schema is cyclic or nested deeper than 200 levels')
  })
})
