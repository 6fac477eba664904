import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import { formatIssues } from '../../src/core/issue.ts'
import { createArgumentsSchema, createSchema } from '../../src/core/schema.ts'
import { proves } from '../helpers/proves.ts'

const expected = { type: 'object', properties: { city: { type: 'string' }, nights: { type: 'integer', minimum: 1 } }, required: ['city', 'nights'] }

const libraries = {
  zod: z.object({ city: z.string(), nights: z.number().meta({ type: 'integer', minimum: 1 }) }),
  valibot: toStandardJsonSchema(v.object({ city: v.string(), nights: v.pipe(v.number(), v.integer(), v.minValue(1)) })),
  arktype: type({ city: 'string', nights: 'number.integer >= 1' }),
  plain: expected,
}

describe.each(Object.entries(libraries))('%s', (_, source) => {
  const schema = createArgumentsSchema(source, 'test')

  test('gives JSON Schema of the default dialect', () => {
    expect(schema.json).toEqual(expected)
  })

  test('validates, and names each path', async () => {
    expect(await schema.validate({ city: 'Bern', nights: 2 })).toEqual({ value: { city: 'Bern', nights: 2 } })
    const { issues } = await schema.validate({ nights: 'two' })
    expect(issues?.map(({ path }) => path)).toEqual(expect.arrayContaining([['city'], ['nights']]))
    expect(issues).toHaveLength(2)
    expect(formatIssues(issues!)).toMatch(/^- (city|nights): .+\n- (city|nights): .+$/)
  })
})

describe('a Standard Schema', () => {
  test('converts: the input is shown, the output is handed over', async () => {
    for (const source of [
      z.object({ n: z.string().transform(Number) }),
      toStandardJsonSchema(v.object({ n: v.pipe(v.string(), v.toNumber()) })),
      type({ n: 'string.numeric.parse' }),
    ]) {
      const schema = createArgumentsSchema(source, 'test')
      expect(schema.json.properties).toMatchObject({ n: { type: 'string' } })
      expect(await schema.validate({ n: '5' })).toEqual({ value: { n: 5 } })
    }
  })

  test('may be asynchronous', async () => {
    const schema = createArgumentsSchema(z.object({ id: z.string().refine(async id => id !== 'taken', 'is taken') }), 'test')
    expect(await schema.validate({ id: 'free' })).toEqual({ value: { id: 'free' } })
    expect(await schema.validate({ id: 'taken' })).toEqual({ issues: [{ path: ['id'], message: 'is taken' }] })
  })

  test('is answered with the mend when it has no JSON Schema', () => {
    expect(() => createSchema(v.object({}), 'input', 'defineTool: inputSchema')).toThrow(new TypeError(
      'defineTool: inputSchema: this valibot schema cannot give JSON Schema; wrap it: toStandardJsonSchema(schema) from \'@valibot/to-json-schema\'.',
    ))
    expect(() => createSchema(mini.object({}), 'input', 'test')).toThrow('this zod schema cannot give JSON Schema; use zod 4.2 or newer')
    const own = { '~standard': { version: 1, vendor: 'own', validate: () => ({ value: 1 }) } }
    expect(() => createSchema(own, 'input', 'test')).toThrow('this own schema cannot give JSON Schema; use a version of the library that implements Standard JSON Schema')
    const proto = { '~standard': { version: 1, vendor: 'constructor', validate: () => ({ value: 1 }) } }
    expect(() => createSchema(proto, 'input', 'test')).toThrow('use a version of the library')
  })

  test('that JSON Schema has no words for is a TypeError with the reason', () => {
    expect(() => createSchema(z.object({ at: z.date() }), 'input', 'test')).toThrow(new TypeError('test: zod cannot write this schema as JSON Schema (Date cannot be represented in JSON Schema); use types that JSON has.'))
    expect(() => createSchema(z.string().transform(Number), 'output', 'test')).toThrow('Transforms cannot be represented')
  })

  test('with a name at its root still says type: object', async () => {
    const node = z.object({ name: z.string(), get kids() {
      return z.array(node)
    } }).meta({ id: 'Node' })
    const schema = createArgumentsSchema(node, 'test')
    expect(schema.json).toMatchObject({ type: 'object', properties: { name: { type: 'string' }, kids: { items: { $ref: '#/$defs/Node' } } }, $defs: { Node: { type: 'object' } } })
    expect(schema.json).not.toHaveProperty('$ref')
  })

  test('paths of objects and symbols are read', async () => {
    const source = {
      '~standard': {
        version: 1, vendor: 'own',
        jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
        validate: () => ({ issues: [{ message: 'bad', path: [{ key: 'a' }, 0, Symbol('s')] }, { message: 'worse' }] }),
      },
    }
    const { issues } = await createSchema(source, 'input', 'test').validate({})
    expect(issues).toEqual([{ message: 'bad', path: ['a', 0, 'Symbol(s)'] }, { message: 'worse', path: [] }])
    expect(formatIssues(issues!)).toBe('- a[0]["Symbol(s)"]: bad\n- worse')
  })
})

describe('plain JSON Schema', () => {
  test('is passed through as the same object', () => {
    const source = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', additionalProperties: false }
    expect(createArgumentsSchema(source, 'test').json).toBe(source)
  })

  test('that is a raw shape is told apart', () => {
    expect(() => createArgumentsSchema({ city: z.string() }, 'test')).toThrow(new TypeError('test is a plain object that holds a schema under "city"; wrap it as an object schema, such as z.object({ … }).'))
  })

  test.each([null, 'object', [], 3])('is not %j', (source) => {
    expect(() => createSchema(source, 'input', 'test')).toThrow(/^test must be a Standard Schema or a JSON Schema object, not /)
  })
})

describe('arguments', () => {
  test('have an object at their root', proves('tools/input-schema'), () => {
    const union = 'must have type: \'object\' at its root, not a union'
    expect(() => createArgumentsSchema(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), 'test')).toThrow(new TypeError(`test ${union} (anyOf); put the union under a property.`))
    expect(() => createArgumentsSchema(z.discriminatedUnion('k', [z.object({ k: z.literal('a') })]), 'test')).toThrow(`test ${union} (oneOf)`)
    expect(() => createArgumentsSchema({ type: 'array' }, 'test')).toThrow('not "array"; name each argument as a property of an object.')
    expect(() => createArgumentsSchema({}, 'test')).toThrow('not undefined;')
    expect(() => createArgumentsSchema(z.string(), 'test')).toThrow(TypeError)
  })

  test('never refer to another document', proves('tools/no-network'), () => {
    expect(() => createArgumentsSchema({ type: 'object', properties: { a: { $ref: 'https://example.com/a' } } }, 'test')).toThrow('is never fetched')
    const source = {
      '~standard': { version: 1, vendor: 'own', jsonSchema: { input: () => ({ type: 'object', properties: { a: { $ref: 'file:///etc/passwd' } } }) }, validate: () => ({ value: {} }) },
    }
    expect(() => createArgumentsSchema(source, 'test')).toThrow('is never fetched')
  })
})
