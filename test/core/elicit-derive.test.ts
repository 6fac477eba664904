import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { inputRequired, mcpElicit } from '../../src/core/index.ts'
import type { StandardSchema } from '../../src/core/index.ts'
import { makeEvent } from '../helpers/event.ts'

type FormSchema = StandardSchema<object, unknown>

const formOf = (schema: FormSchema) => mcpElicit({ message: 'm', schema }).params.requestedSchema

/** The one field of a form, as it travels. */
const fieldOf = (field: z.ZodType) => formOf(z.object({ field })).properties.field

describe('a form of a zod schema', () => {
  it.each<[string, z.ZodType, object]>([
    ['text', z.string().min(1).max(9), { type: 'string', minLength: 1, maxLength: 9 }],
    ['an email address', z.email(), { type: 'string', format: 'email' }],
    ['a URL', z.url(), { type: 'string', format: 'uri' }],
    ['a date', z.iso.date(), { type: 'string', format: 'date' }],
    ['a time', z.iso.datetime(), { type: 'string', format: 'date-time' }],
    ['a number', z.number().min(0).max(1), { type: 'number', minimum: 0, maximum: 1 }],
    ['a whole number', z.int(), { type: 'integer' }],
    ['a whole number with open bounds', z.int().gt(0).lt(10), { type: 'integer', minimum: 1, maximum: 9 }],
    ['the narrower of two bounds', z.int().min(5).gt(2), { type: 'integer', minimum: 5 }],
    ['a boolean', z.boolean(), { type: 'boolean' }],
    ['a boolean that must be true', z.literal(true), { type: 'boolean' }],
    ['a choice', z.enum(['s', 'm']), { type: 'string', enum: ['s', 'm'] }],
    ['one thing', z.literal('s'), { type: 'string', enum: ['s'] }],
    ['literals', z.literal(['s', 'm']), { type: 'string', enum: ['s', 'm'] }],
    ['a choice with titles', z.union([z.literal('s').meta({ title: 'Small' }), z.literal('m')]), { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'm', title: 'm' }] }],
    ['several choices', z.array(z.enum(['a', 'b'])).min(1).max(2), { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b'] } }],
    ['several choices with titles', z.array(z.union([z.literal('a').meta({ title: 'A' }), z.literal('b').meta({ title: 'B' })])), { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }, { const: 'b', title: 'B' }] } }],
    ['title and description', z.string().meta({ title: 'T', description: 'D' }), { type: 'string', title: 'T', description: 'D' }],
    ['the title of a choice', z.enum(['a']).meta({ title: 'T' }), { type: 'string', title: 'T', enum: ['a'] }],
    ['a default', z.int().default(3), { type: 'integer', default: 3 }],
    ['a default of several', z.array(z.enum(['a', 'b'])).default(['a']), { type: 'array', default: ['a'], items: { type: 'string', enum: ['a', 'b'] } }],
    ['a named schema', z.enum(['x']).meta({ id: 'derive/named~' }), { type: 'string', enum: ['x'] }],
    ['several of a named schema', z.array(z.enum(['x']).meta({ id: 'derive/item' })), { type: 'array', items: { type: 'string', enum: ['x'] } }],
    ['what is converted afterwards', z.string().transform(Number), { type: 'string' }],
  ])('asks for %s', (_, schema, field) => {
    expect(fieldOf(schema)).toEqual(field)
  })

  it.each<[string, z.ZodType, object]>([
    ['a pattern', z.string().regex(/^a/), { type: 'string' }],
    ['another format', z.uuid(), { type: 'string' }],
    ['a multiple', z.number().multipleOf(5), { type: 'number' }],
    ['an open bound of a number', z.number().gt(0), { type: 'number', minimum: 0 }],
    ['a refinement', z.string().refine(() => true), { type: 'string' }],
  ])('leaves %s to validation', (_, schema, field) => {
    expect(fieldOf(schema)).toEqual(field)
  })

  it.each<[string, z.ZodType, string]>([
    ['an object', z.object({ a: z.string() }), 'is an object; a form has flat fields only, so ask for its parts by themselves or in a round of their own.'],
    ['null', z.string().nullable(), 'may be null, which no form can answer; make it optional instead.'],
    ['null among choices', z.enum(['a']).nullable(), 'may be null, which no form can answer; make it optional instead.'],
    ['several types', z.union([z.string(), z.number()]), 'may be of several types; a field of a form has one.'],
    ['numbers to choose from', z.literal([1, 2]), 'has choices that are not strings; offer strings, and convert the one chosen.'],
    ['mixed choices', z.literal(['a', 1]), 'has choices that are not strings; offer strings, and convert the one chosen.'],
    ['free lists', z.array(z.string()), 'is a list of free values; the only list that a form has is several choices out of given strings.'],
    ['tuples', z.tuple([z.string()]), 'is a list of free values; the only list that a form has is several choices out of given strings.'],
    ['a Date', z.date(), 'has no type that a form can draw: it takes anything, or something that JSON does not have, such as a Date.'],
    ['a set', z.set(z.string()), 'has no type that a form can draw: it takes anything, or something that JSON does not have, such as a Date.'],
    ['anything', z.unknown(), 'has no type that a form can draw: it takes anything, or something that JSON does not have, such as a Date.'],
    ['itself', z.lazy((): z.ZodType => z.lazy(() => z.object({ again: z.string() }))), 'is an object; a form has flat fields only, so ask for its parts by themselves or in a round of their own.'],
  ])('refuses %s, with the path and why', (_, schema, why) => {
    expect(() => formOf(z.object({ fine: z.string(), guest: schema }))).toThrow(new TypeError(`mcpElicit: schema.guest ${why}`))
  })

  it('refuses a root that is not one object of named fields', () => {
    const union = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])
    expect(() => formOf(union)).toThrow(new TypeError('mcpElicit: schema is not one object; a form is an object of fields, so put what you ask for under a name.'))
    expect(() => formOf(z.record(z.string(), z.string()))).toThrow(new TypeError('mcpElicit: schema has no named fields; a form needs to know them beforehand.'))
    expect(() => formOf(z.string() as unknown as FormSchema)).toThrow('mcpElicit: schema is not one object')
  })

  it('requires what has to be there', () => {
    expect(formOf(z.object({ a: z.string(), b: z.string().optional(), c: z.string().default('c') })).required).toEqual(['a'])
    expect(formOf(z.object({ b: z.string().optional() }))).toEqual({ type: 'object', properties: { b: { type: 'string' } } })
  })

  it('tells nothing of strictness, refinements or other fields of the whole', () => {
    const form = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }
    for (const schema of [z.strictObject({ a: z.string() }), z.looseObject({ a: z.string() }), z.object({ a: z.string() }).refine(() => true)]) expect(formOf(schema)).toEqual(form)
  })
})

describe('a form of another library\'s schema', () => {
  it('arktype', () => {
    const schema = type({ 'name': 'string >= 2', 'kind': '\'city\'|\'cargo\'', 'days': '1 <= number.integer < 15', 'mail?': 'string.email', 'extras': '(\'lock\'|\'helmet\')[]', 'sure': 'boolean' })
    expect(formOf(schema)).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2 },
        kind: { type: 'string', enum: ['cargo', 'city'] },
        days: { type: 'integer', minimum: 1, maximum: 14 },
        mail: { type: 'string', format: 'email' },
        extras: { type: 'array', items: { type: 'string', enum: ['helmet', 'lock'] } },
        sure: { type: 'boolean' },
      },
      required: expect.arrayContaining(['name', 'kind', 'days', 'extras', 'sure']) as string[],
    })
    expect(() => formOf(type({ at: 'Date' }))).toThrow('mcpElicit: schema.at has no type that a form can draw')
    expect(() => formOf(type({ at: { deep: 'string' } }))).toThrow('mcpElicit: schema.at is an object')
  })

  it('valibot, whose own checks are left to validation', () => {
    const schema = toStandardJsonSchema(v.object({
      name: v.pipe(v.string(), v.minLength(2), v.check(name => name !== 'admin')),
      size: v.union([v.pipe(v.literal('s'), v.title('Small')), v.pipe(v.literal('l'), v.title('Large'))]),
      note: v.optional(v.string(), 'none'),
    }))
    expect(formOf(schema)).toEqual({
      type: 'object',
      properties: { name: { type: 'string', minLength: 2 }, size: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l', title: 'Large' }] }, note: { type: 'string', default: 'none' } },
      required: ['name', 'size'],
    })
    expect(() => formOf(toStandardJsonSchema(v.object({ at: v.date() })))).toThrow('mcpElicit: schema.at has no type that a form can draw')
    expect(() => formOf(v.object({ a: v.string() }) as unknown as FormSchema)).toThrow('mcpElicit: schema: this valibot schema cannot give JSON Schema; wrap it: toStandardJsonSchema(schema)')
  })
})

describe('mcpElicit', () => {
  const schema = z.object({ a: z.string() })

  it('derives once for one schema, and travels without it', () => {
    const request = mcpElicit({ message: 'm', schema, optional: true })
    expect(mcpElicit({ message: 'n', schema }).params.requestedSchema).toBe(request.params.requestedSchema)
    expect(JSON.stringify(request)).toBe('{"method":"elicitation/create","params":{"mode":"form","message":"m","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}}}')
    const { inputRequests } = inputRequired(makeEvent({ clientCapabilities: { elicitation: {} } }), { inputRequests: { request } })
    expect(JSON.stringify(inputRequests?.request)).toBe(JSON.stringify(request))
  })

  it('takes one of the two schemas', () => {
    const both = { message: 'm', schema, requestedSchema: { type: 'object', properties: {} } } as unknown as { message: string, schema: typeof schema }
    expect(() => mcpElicit(both)).toThrow(new TypeError('mcpElicit: state schema or requestedSchema, not both.'))
    expect(() => mcpElicit({ message: 'm', schema: { type: 'object' } as unknown as typeof schema })).toThrow(new TypeError('mcpElicit: schema must be a Standard Schema, not an object; a form written by hand goes under requestedSchema.'))
  })
})
