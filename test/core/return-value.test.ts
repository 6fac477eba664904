import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { toPromptResult } from '../../src/core/prompt-return.ts'
import { toResourceResult } from '../../src/core/resource-return.ts'
import { createSchema } from '../../src/core/schema.ts'
import { toStructuredResult, toToolResult } from '../../src/core/tool-return.ts'
import { proves } from '../helpers/proves.ts'

const text = (value: string) => ({ content: [{ type: 'text', text: value }] })
const interim = { resultType: 'input_required', requestState: 'x' }
class Money { readonly amount = 3 }
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic

/** What no shape can carry, whichever the definition. */
const unfit: [unknown, RegExp][] = [
  [{ total: 1n }, /the handler returned a value that JSON can't hold \(.*BigInt/],
  [cyclic, /the handler returned a value that JSON can't hold \(.*circular/i],
  [() => 'x', /the handler returned a value of type function, which has no JSON form/],
  [Symbol('x'), /the handler returned a value of type symbol, which has no JSON form/],
  [new Map([['a', 1]]), /the handler returned a value of type Map, which has no JSON form/],
  [new Response('x'), /the handler returned a value of type Response, which has no JSON form/],
  [new Error('x'), /the handler returned a value of type Error, which has no JSON form/],
]

describe('a tool', () => {
  test.each([
    ['text', text('text')],
    ['', text('')],
    [3, text('3')],
    [false, text('false')],
    [null, { content: [] }],
    [undefined, { content: [] }],
    [{ a: 1 }, text('{"a":1}')],
    [[1, 'x'], text('[1,"x"]')],
    [[], text('[]')],
    [{}, text('{}')],
    [Object.create(null), text('{}')],
    [new Money(), text('{"amount":3}')],
    [new Date(0), text('"1970-01-01T00:00:00.000Z"')],
    [{ type: 'image', data: 'AA==', mimeType: 'image/png' }, { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }],
    [[{ type: 'text', text: 'a' }, { type: 'resource', resource: { uri: 'a:b', text: 'x' } }], { content: [{ type: 'text', text: 'a' }, { type: 'resource', resource: { uri: 'a:b', text: 'x' } }] }],
    [{ type: 'resource_link', uri: 'a:b', name: 'b' }, { content: [{ type: 'resource_link', uri: 'a:b', name: 'b' }] }],
  ])('may return %o', proves('tools/content'), (value, result) => {
    expect(toToolResult(value)).toStrictEqual(result)
  })

  test.each([
    { content: [{ type: 'text', text: 'a' }], isError: true, _meta: { a: 1 } },
    { content: [] },
    { content: [], structuredContent: { a: 1 } },
    interim,
  ])('may return a result: %j', (value) => {
    expect(toToolResult(value)).toBe(value)
  })

  test.each([
    { type: 'image', src: 'a.png' },
    { type: 'text' },
    { content: [{ type: 'paragraph' }] },
    { content: [], title: 'An empty page' },
    { content: 'text', isError: true },
    [{ type: 'text', text: 'a' }, { type: 'order' }],
    { resultType: 'order' },
  ])('may have data that only looks like a result: %j', (value) => {
    expect(toToolResult(value)).toStrictEqual(text(JSON.stringify(value)))
  })

  test.each([...unfit, [new Uint8Array(2), /a value of type Uint8Array, which has no JSON form/] as const])('can\'t return %o', (value, message) => {
    expect(() => toToolResult(value)).toThrow(message)
  })
})

describe('a tool with an outputSchema', () => {
  const plain = createSchema({ type: 'object', properties: { at: { type: 'string' }, total: { type: 'number' } }, required: ['total'] }, 'output', 'test')
  const zod = createSchema(z.object({ total: z.number(), paid: z.boolean().default(false) }), 'output', 'test')

  test('sends the value as structuredContent and as text', proves('tools/output-text'), async () => {
    expect(await toStructuredResult({ total: 1 }, plain)).toStrictEqual({ ...text('{"total":1}'), structuredContent: { total: 1 } })
    expect(await toStructuredResult({ total: 1, secret: 'x' }, zod)).toStrictEqual({ ...text('{"total":1,"paid":false}'), structuredContent: { total: 1, paid: false } })
  })

  test('checks what JSON makes of the value', proves('tools/output-conforms'), async () => {
    expect(await toStructuredResult({ total: 1, at: new Date(0), gone: undefined }, plain)).toStrictEqual({
      ...text('{"total":1,"at":"1970-01-01T00:00:00.000Z"}'),
      structuredContent: { total: 1, at: '1970-01-01T00:00:00.000Z' },
    })
  })

  test('may have any root', async () => {
    const list = createSchema({ type: 'array', items: { type: 'string' } }, 'output', 'test')
    expect(await toStructuredResult(['a'], list)).toStrictEqual({ ...text('["a"]'), structuredContent: ['a'] })
    expect(await toStructuredResult(null, createSchema(z.string().nullable(), 'output', 'test'))).toStrictEqual({ ...text('null'), structuredContent: null })
    expect(await toStructuredResult('a', createSchema({ type: 'string' }, 'output', 'test'))).toStrictEqual({ ...text('"a"'), structuredContent: 'a' })
  })

  test('checks the structuredContent of a full result, and keeps its content', async () => {
    expect(await toStructuredResult({ ...text('One'), structuredContent: { total: 1 } }, zod)).toStrictEqual({ ...text('One'), structuredContent: { total: 1, paid: false } })
    await expect(toStructuredResult({ ...text('One'), structuredContent: { total: 'x' } }, plain)).rejects.toThrow('- total: expected number, received string')
    await expect(toStructuredResult(text('One'), plain)).rejects.toThrow('defineTool: the tool has an outputSchema, so a full result needs structuredContent.')
  })

  test('lets errors and interim results pass', async () => {
    const failed = { ...text('No'), isError: true }
    expect(await toStructuredResult(failed, plain)).toBe(failed)
    expect(await toStructuredResult(interim, plain)).toBe(interim)
  })

  test('throws a plain error for a mismatch, which the engine masks', async () => {
    const error = await toStructuredResult({ total: 'x' }, plain).catch((error: unknown) => error)
    expect(error).toEqual(new Error('defineTool: what the handler returned does not match outputSchema:\n- total: expected number, received string'))
    await expect(toStructuredResult(undefined, plain)).rejects.toThrow('the handler returned nothing, which has no JSON form')
    await expect(toStructuredResult(undefined, zod)).rejects.toThrow('does not match outputSchema')
    await expect(toStructuredResult('text', plain)).rejects.toThrow('- expected object, received string')
  })

  test.each(unfit)('can\'t return %o', async (value, message) => {
    await expect(toStructuredResult(value, createSchema({}, 'output', 'test'))).rejects.toThrow(message)
  })
})

describe('a prompt', () => {
  const message = (value: string, role = 'user') => ({ role, content: { type: 'text', text: value } })

  test.each([
    ['text', { messages: [message('text')] }],
    [{ role: 'assistant', content: 'a' }, { messages: [message('a', 'assistant')] }],
    [[{ role: 'user', content: 'a' }, message('b')], { messages: [message('a'), message('b')] }],
    [[], { messages: [] }],
    [{ description: 'd', messages: [{ role: 'user', content: 'a' }], _meta: { a: 1 } }, { description: 'd', messages: [message('a')], _meta: { a: 1 } }],
    [interim, interim],
  ])('may return %j', (value, result) => {
    expect(toPromptResult(value)).toStrictEqual(result)
  })

  test.each([
    [undefined, 'definePrompt: what the handler returned is no message: return a string, { role, content } with the role user or assistant, an array of those, or { messages }.'],
    [3, 'is no message'],
    [{ role: 'system', content: 'a' }, 'is no message'],
    [[{ role: 'user', content: 'a' }, 'b'], 'definePrompt: what the handler returned (at [1]) is no message'],
    [{ messages: [{ role: 'user', content: [{ type: 'text', text: 'a' }] }] }, 'definePrompt: what the handler returned (at .messages[0].content) must be a string or one content block.'],
  ])('can\'t return %j', (value, problem) => {
    expect(() => toPromptResult(value)).toThrow(problem)
  })
})

describe('a resource', () => {
  const uri = 'shop://terms'
  const read = (value: unknown, mimeType?: string) => toResourceResult(value, uri, mimeType)

  test('may return text, bytes or data', () => {
    expect(read('a')).toStrictEqual({ contents: [{ uri, mimeType: 'text/plain', text: 'a' }] })
    expect(read('# a', 'text/markdown')).toStrictEqual({ contents: [{ uri, mimeType: 'text/markdown', text: '# a' }] })
    expect(read({ a: 1 })).toStrictEqual({ contents: [{ uri, mimeType: 'application/json', text: '{"a":1}' }] })
    expect(read([], 'application/geo+json')).toStrictEqual({ contents: [{ uri, mimeType: 'application/geo+json', text: '[]' }] })
    expect(read(new Uint8Array([0, 255]))).toStrictEqual({ contents: [{ uri, mimeType: 'application/octet-stream', blob: 'AP8=' }] })
    expect(read(new Uint8Array([9, 0, 255, 9]).subarray(1, 3), 'image/png')).toStrictEqual({ contents: [{ uri, mimeType: 'image/png', blob: 'AP8=' }] })
    expect(read(new Uint8Array([0, 255]).buffer)).toMatchObject({ contents: [{ blob: 'AP8=' }] })
    expect(read(new Uint8Array())).toMatchObject({ contents: [{ blob: '' }] })
  })

  test('of many bytes becomes one Base64 text', proves('resources/binary'), () => {
    const bytes = new Uint8Array(3_000_001).map((_, index) => index % 251)
    const result = read(bytes) as { contents: { blob: string }[] }
    expect(result.contents[0]!.blob).toBe(Buffer.from(bytes).toString('base64'))
  })

  test('may return a full result, whose uri and type are filled in', () => {
    expect(read({ contents: [{ text: 'a' }, { uri: 'shop://other', mimeType: 'text/html', text: 'b' }], _meta: { a: 1 } }, 'text/plain')).toStrictEqual({
      contents: [{ uri, mimeType: 'text/plain', text: 'a' }, { uri: 'shop://other', mimeType: 'text/html', text: 'b' }],
      _meta: { a: 1 },
    })
    expect(read({ contents: [{ blob: 'AP8=', uri: undefined }] })).toStrictEqual({ contents: [{ uri, blob: 'AP8=' }] })
    expect(read(interim)).toBe(interim)
  })

  test('is not found when nothing is returned', () => {
    expect(read(undefined)).toBeUndefined()
    expect(read(null)).toBeUndefined()
    expect(read({ contents: [] })).toBeUndefined()
  })

  test('may have data that only looks like a result', () => {
    expect(read({ contents: [], title: 'Empty box' })).toMatchObject({ contents: [{ text: '{"contents":[],"title":"Empty box"}' }] })
    expect(read({ contents: ['a'] })).toMatchObject({ contents: [{ text: '{"contents":["a"]}' }] })
  })

  test.each(unfit)('can\'t return %o', (value, message) => {
    expect(() => read(value)).toThrow(message)
  })
})
