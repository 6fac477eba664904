import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { definePrompt } from '../../src/core/prompt.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const event = makeEvent({ method: 'prompts/get' })
const message = (text: string) => ({ messages: [{ role: 'user', content: { type: 'text', text } }] })
/** Options that the types refuse, as plain JavaScript may hold them. */
const untyped = definePrompt as (options: unknown) => unknown

describe('a definition', () => {
  test('lists its arguments from the schema', () => {
    const prompt = definePrompt({
      name: 'plan',
      title: 'Plan',
      description: 'Plans a trip',
      inputSchema: z.object({ city: z.string().meta({ title: 'City', description: 'Where to' }), nights: z.coerce.number().default(2) }),
      handler: () => 'x',
    })
    expect(prompt['~mcp']).toBe('prompt')
    expect(prompt.name).toBe('plan')
    expect(prompt.descriptor).toStrictEqual({
      title: 'Plan',
      description: 'Plans a trip',
      arguments: [{ name: 'city', title: 'City', description: 'Where to', required: true }, { name: 'nights' }],
    })
    expect(prompt.complete).toBeUndefined()
    expect(definePrompt({ handler: () => 'x' }).descriptor).toStrictEqual({})
    expect(definePrompt({ inputSchema: { type: 'object' }, handler: () => 'x' }).descriptor).toStrictEqual({ arguments: [] })
  })

  test.each([
    z.object({ a: z.string() }),
    z.object({ a: z.enum(['x', 'y']).optional() }),
    z.object({ a: z.union([z.string(), z.number()]) }),
    z.object({ a: z.coerce.number().min(10).max(20) }),
    z.object({ a: z.coerce.boolean() }),
    z.object({ a: z.stringbool() }),
    z.object({ a: z.any() }),
    z.object({ a: z.preprocess(value => Number(value), z.number()) }),
    toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.toNumber()) })),
    type({ a: 'string.numeric.parse' }),
    { type: 'object', properties: { a: { type: ['string', 'null'] }, b: { $ref: '#/$defs/b' }, c: true }, $defs: { b: { enum: [1, 'x'] } } } as const,
  ])('takes arguments that text can fill: %#', (inputSchema) => {
    expect(definePrompt({ inputSchema, handler: () => 'x' }).descriptor.arguments).toMatchObject([{ name: 'a' }, ...('type' in inputSchema && inputSchema.type === 'object' && 'properties' in inputSchema ? [{ name: 'b' }, { name: 'c' }] : [])])
  })

  test.each([
    z.object({ ok: z.string(), a: z.number() }),
    z.object({ a: z.number().min(10) }),
    z.object({ a: z.number().optional() }),
    z.object({ a: z.boolean() }),
    z.object({ a: z.literal(5) }),
    z.object({ a: z.array(z.string()) }),
    z.object({ a: z.object({ b: z.string() }) }),
    z.object({ a: z.number().or(z.boolean()) }),
    z.object({ a: z.number().refine(async () => true) }),
    toStandardJsonSchema(v.object({ a: v.number() })),
    type({ a: 'number' }),
    { type: 'object', properties: { a: { type: 'integer' } } } as const,
    { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { const: 1 } } } as const,
    { type: 'object', properties: { a: { allOf: [{ type: 'string' }, { type: 'number' }] } } } as const,
    { type: 'object', properties: { a: false } } as const,
  ])('refuses arguments that no text can fill: %#', (inputSchema) => {
    expect(() => definePrompt({ inputSchema, handler: () => 'x' })).toThrow(/^definePrompt: inputSchema: "a" can't be a string; prompt arguments travel as strings, so let the schema take one and convert it \(zod: z\.coerce\.number\(\)/)
  })

  test('a reference without end is no endless loop', () => {
    const inputSchema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } } as const
    expect(definePrompt({ inputSchema, handler: () => 'x' }).descriptor.arguments).toEqual([{ name: 'a' }])
  })

  test.each([
    [{}, 'definePrompt: handler must be a function, not undefined.'],
    [{ handler() {}, inputSchema: { type: 'array' } }, 'definePrompt: inputSchema must have type: \'object\' at its root, not "array"; name each argument as a property of an object.'],
    [{ handler() {}, complete: { city() {} } }, 'definePrompt: complete.city is for no argument; there are none.'],
    [{ handler() {}, inputSchema: z.object({ city: z.string() }), complete: { town() {} } }, 'definePrompt: complete.town is for no argument; there is city.'],
    [{ handler() {}, inputSchema: z.object({ city: z.string() }), complete: { city: ['Bern'] } }, 'definePrompt: complete.city must be a function, not an array.'],
    [{ handler() {}, complete: [] }, 'definePrompt: complete must be an object of functions, not an array.'],
  ])('of %o is refused', (options, problem) => {
    expect(() => untyped(options)).toThrow(new TypeError(problem))
  })
})

describe('get', () => {
  const prompt = definePrompt({ inputSchema: z.object({ city: z.string(), nights: z.coerce.number().default(2) }), handler: ({ city, nights }, given) => `${nights + 1} nights in ${city}, ${given === event}` })

  test('hands over what the schema made of the arguments', async () => {
    expect(await prompt.get({ city: 'Bern', nights: '3' }, event)).toEqual(message('4 nights in Bern, true'))
    expect(await definePrompt({ handler: (...args) => `${args.length}` }).get(undefined, event)).toEqual(message('1'))
  })

  test('refuses bad arguments with -32602', async () => {
    await expect(prompt.get(undefined, event)).rejects.toMatchObject({ name: 'McpError', code: -32602, message: expect.stringMatching(/^Invalid arguments:\n- city: /) })
    await expect(prompt.get({ city: 'Bern', nights: 'x' }, event)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('- nights: ') })
    await expect(prompt.get([], event)).rejects.toMatchObject({ code: -32602, message: 'arguments must be an object, not an array.' })
  })

  test('refuses arguments that are no strings, as the protocol has it', proves('prompts/arguments'), async () => {
    await expect(prompt.get({ city: 'Bern', nights: 3 }, event)).rejects.toMatchObject({ code: -32602, message: 'Invalid arguments:\n- nights: expected string, received number' })
    await expect(prompt.get({ city: null }, event)).rejects.toMatchObject({ code: -32602, message: 'Invalid arguments:\n- city: expected string, received null' })
  })
})

describe('complete', () => {
  const prompt = definePrompt({
    inputSchema: z.object({ city: z.string(), street: z.string() }),
    complete: { city: (value, { arguments: known, event: given }) => [value, JSON.stringify(known), String(given === event)] },
    handler: () => 'x',
  })

  test('asks the function of the argument', async () => {
    expect(await prompt.complete!('city', 'B', { street: 'Main' }, event)).toEqual(['B', '{"street":"Main"}', 'true'])
  })

  test('has no suggestions for an argument without a function, and refuses one that is none', async () => {
    expect(await prompt.complete!('street', 'B', {}, event)).toEqual([])
    for (const name of ['town', 'toString', '__proto__']) {
      await expect(prompt.complete!(name, '', {}, event)).rejects.toMatchObject({ name: 'McpError', code: -32602, message: `Unknown argument: ${name}` })
    }
  })

  test('must return strings', async () => {
    const wrong = untyped({ inputSchema: z.object({ city: z.string() }), complete: { city: () => [1] }, handler: () => 'x' }) as typeof prompt
    await expect(wrong.complete!('city', '', {}, event)).rejects.toThrow(new Error('definePrompt: complete.city must return an array of strings.'))
  })
})
