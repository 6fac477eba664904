import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { McpError } from '../../src/core/errors.ts'
import { defineTool } from '../../src/core/tool.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const event = makeEvent()
const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
/** Options that the types refuse, as plain JavaScript may hold them. */
const untyped = defineTool as (options: unknown) => unknown

describe('a definition', () => {
  test('describes itself, and only by what was stated', () => {
    const tool = defineTool({
      name: 'book',
      title: 'Book',
      description: 'Books a trip',
      annotations: { destructiveHint: false },
      icons: [{ src: 'https://example.com/a.png' }],
      _meta: { 'example.com/a': 1 },
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ ok: z.boolean() }),
      handler: () => ({ ok: true }),
    })
    expect(tool['~mcp']).toBe('tool')
    expect(tool.name).toBe('book')
    expect(tool.descriptor).toStrictEqual({
      title: 'Book',
      description: 'Books a trip',
      annotations: { destructiveHint: false },
      icons: [{ src: 'https://example.com/a.png' }],
      _meta: { 'example.com/a': 1 },
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false },
    })
    const small = defineTool({ handler: () => 'x' })
    expect(small.name).toBeUndefined()
    expect(small.descriptor).toStrictEqual({ inputSchema: { type: 'object' } })
  })

  test.each([
    [undefined, 'defineTool: the options must be an object, not undefined.'],
    [() => 'x', 'defineTool: the options must be an object, not a function.'],
    [{}, 'defineTool: handler must be a function, not undefined.'],
    [{ handler: 'x' }, 'defineTool: handler must be a function, not "x".'],
    [{ handler() {}, name: '' }, 'defineTool: name must be a string that is not empty, not "".'],
    [{ handler() {}, description: 1 }, 'defineTool: description must be a string, not 1.'],
    [{ handler() {}, icons: {} }, 'defineTool: icons must be an array, not an object.'],
    [{ handler() {}, annotations: [] }, 'defineTool: annotations must be an object, not an array.'],
    [{ handler() {}, _meta: null }, 'defineTool: _meta must be an object, not null.'],
    [{ handler() {}, inputSchema: null }, 'defineTool: inputSchema must be a Standard Schema or a JSON Schema object, not null.'],
    [{ handler() {}, inputSchema: { type: 'string' } }, 'defineTool: inputSchema must have type: \'object\' at its root, not "string"; name each argument as a property of an object.'],
    [{ handler() {}, outputSchema: 'x' }, 'defineTool: outputSchema must be a Standard Schema or a JSON Schema object, not "x".'],
  ])('of %o is refused', (options, message) => {
    expect(() => untyped(options)).toThrow(new TypeError(message))
  })
})

describe('arguments', () => {
  const inputs = {
    zod: z.object({ nights: z.number() }),
    plain: { type: 'object', properties: { nights: { type: 'number' } }, required: ['nights'] } as const,
    valibot: toStandardJsonSchema(v.object({ nights: v.number() })),
  }

  test.each(Object.entries(inputs))('are validated before the handler runs (%s)', proves('tools/validates'), async (_, inputSchema) => {
    let runs = 0
    const tool = defineTool({ inputSchema, handler: (args) => {
      runs++
      return args
    } })
    expect(await tool.call({ nights: 2 }, event)).toEqual(text('{"nights":2}'))
    const refused = await tool.call({ nights: 'two' }, event)
    expect(refused).toEqual({ content: [{ type: 'text', text: expect.stringMatching(/^Invalid arguments:\n- nights: \S/) }], isError: true })
    expect(runs).toBe(1)
  })

  test('are named with what is wrong', async () => {
    const tool = defineTool({ inputSchema: inputs.plain, handler: () => 'x' })
    expect(await tool.call({ nights: 'two' }, event)).toEqual({ ...text('Invalid arguments:\n- nights: expected number, received string'), isError: true })
    expect(await tool.call(undefined, event)).toEqual({ ...text('Invalid arguments:\n- nights: is missing'), isError: true })
  })

  test.each([null, [], 'x', 3])('that are %j are a malformed request', async (args) => {
    for (const tool of [defineTool({ handler: () => 'x' }), defineTool({ inputSchema: z.object({}), handler: () => 'x' })]) {
      const error = await tool.call(args, event).catch((error: unknown) => error)
      expect(McpError.isError(error)).toBe(true)
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/^arguments must be an object, not /) })
    }
  })

  test('left out count as none, and are ignored without an inputSchema', proves('tools/no-arguments'), async () => {
    const seen: unknown[][] = []
    const tool = defineTool({ handler: (...args) => {
      seen.push(args)
    } })
    await tool.call(undefined, event)
    await tool.call({ a: 1 }, event)
    expect(seen).toEqual([[event], [event]])
    const optional = defineTool({ inputSchema: z.object({ a: z.string().default('x') }), handler: ({ a }) => a })
    expect(await optional.call(undefined, event)).toEqual(text('x'))
  })

  test('come as the schema made them, with the event beside', async () => {
    const tool = defineTool({ inputSchema: z.object({ n: z.string().transform(Number) }), handler: ({ n }, given) => [n + 1, given === event] })
    expect(await tool.call({ n: '1' }, event)).toEqual(text('[2,true]'))
  })
})

test('what a handler throws comes out as it is', async () => {
  const thrown = new RangeError('own')
  const tool = defineTool({ handler() {
    throw thrown
  } })
  await expect(tool.call({}, event)).rejects.toBe(thrown)
})
