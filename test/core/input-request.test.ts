import { isSpecType } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { mcpElicit, mcpElicitUrl } from '../../src/core/elicit.ts'
import type { ElicitRequestedSchema } from '../../src/core/elicit-schema.ts'
import { inputRequestProblem } from '../../src/core/input-request.ts'
import { listRoots } from '../../src/core/roots.ts'
import { createMessage } from '../../src/core/sampling.ts'
import type { CreateMessageParams } from '../../src/core/sampling.ts'
import { proves } from '../helpers/proves.ts'

/** Reaches what types forbid, as a caller in plain JavaScript would. */
const untyped = (schema: unknown) => mcpElicit({ message: 'Well?', requestedSchema: schema as ElicitRequestedSchema })
const withField = (field: unknown) => untyped({ type: 'object', properties: { field } })
const problemOf = (run: () => unknown): string => {
  try {
    run()
  }
  catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as Error).message
  }
  throw new Error('Nothing was thrown.')
}

describe('mcpElicit', () => {
  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const

  test('builds the request of a form, as plain data', () => {
    const request = mcpElicit({ message: 'Your name?', requestedSchema })
    expect(request).toStrictEqual({ method: 'elicitation/create', params: { mode: 'form', message: 'Your name?', requestedSchema } })
    expect(JSON.parse(JSON.stringify(request))).toStrictEqual(request)
  })

  test('takes every kind of field that the specification knows, and leaves the schema as it was', () => {
    const every = deepFreeze({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', description: 'In full', minLength: 1, maxLength: 80, default: 'Ada' },
        email: { type: 'string', format: 'email' },
        site: { type: 'string', format: 'uri' },
        day: { type: 'string', format: 'date' },
        moment: { type: 'string', format: 'date-time' },
        price: { type: 'number', minimum: 0.5, maximum: 99.5, default: 1.5 },
        nights: { type: 'integer', minimum: 1, maximum: 30, default: 2 },
        subscribe: { type: 'boolean', default: true },
        size: { type: 'string', enum: ['s', 'm'], default: 's' },
        colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }], default: 'r' },
        grade: { type: 'string', enum: ['a'], enumNames: ['Best'] },
        days: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['mon', 'tue'] }, default: ['mon'] },
        extras: { type: 'array', items: { anyOf: [{ const: 'b', title: 'Breakfast' }] } },
      },
      required: ['name', 'days'],
    } as const)
    const request = mcpElicit({ message: 'All', requestedSchema: every })
    expect(request.params.requestedSchema).toBe(every)
    expect(isSpecType.ElicitRequest(request)).toBe(true)
  })

  test('takes a form without fields, and keywords that only annotate', () => {
    expect(() => untyped({ type: 'object', properties: {}, additionalProperties: false })).not.toThrow()
    expect(() => withField({ 'type': 'string', 'pattern': '^a', 'x-order': 1 })).not.toThrow()
  })

  test.each([
    [undefined, 'requestedSchema must be an object, not undefined.'],
    [[], 'requestedSchema must be an object, not an array.'],
    [{ properties: {} }, 'requestedSchema.type must be "object", not undefined.'],
    [{ type: 'string' }, 'requestedSchema.type must be "object", not "string".'],
    [{ type: 'object' }, 'requestedSchema.properties must be an object of fields, not undefined.'],
    [{ type: 'object', properties: {}, $schema: 7 }, 'requestedSchema.$schema must be a string, not 7.'],
    [{ type: 'object', properties: {}, required: 'name' }, 'requestedSchema.required must be an array of strings, not "name".'],
    [{ type: 'object', properties: {}, required: ['name'] }, 'requestedSchema.required names "name", which is not among its properties'],
    [{ type: 'object', properties: {}, required: ['constructor'] }, 'requestedSchema.required names "constructor"'],
    [{ type: 'object', properties: {}, $ref: '#/$defs/a' }, 'requestedSchema.$ref is not part of a form'],
    [{ type: 'object', properties: {}, allOf: [] }, 'requestedSchema.allOf is not part of a form'],
  ])('refuses the schema %j', proves('rounds/flat-schema'), (schema, message) => {
    expect(problemOf(() => untyped(schema))).toContain(`mcpElicit: ${message}`)
  })

  test.each([
    [null, ' must be an object with a "type", not null.'],
    [{}, '.type must be one of string, number, integer, boolean, array, not undefined'],
    [{ type: 'object', properties: {} }, '.type must be one of string, number, integer, boolean, array, not "object"'],
    [{ type: 'null' }, '.type must be one of string, number, integer, boolean, array, not "null"'],
    [{ type: ['string', 'null'] }, '.type must be one of string, number, integer, boolean, array, not an array'],
    [{ $ref: '#/$defs/name' }, '.type must be one of'],
    [{ type: 'string', $ref: '#/$defs/name' }, '.$ref is not part of a form'],
    [{ type: 'string', anyOf: [] }, '.anyOf is not part of a form'],
    [{ type: 'number', enum: [1, 2] }, '.enum is not part of a form'],
    [{ type: 'number', oneOf: [{ const: 'a', title: 'A' }] }, '.oneOf is not part of a form'],
    [{ type: 'boolean', properties: {} }, '.properties is not part of a form'],
    [{ type: 'string', title: 1 }, '.title must be a string, not 1.'],
    [{ type: 'string', minLength: -1 }, '.minLength must be a whole number, 0 or more, not -1.'],
    [{ type: 'string', format: 'uuid' }, '.format must be one of email, uri, date, date-time, not "uuid".'],
    [{ type: 'string', default: 1n }, '.default must be a string, not 1.'],
    [{ type: 'string', enum: [] }, '.enum must be an array of one string or more, not an array.'],
    [{ type: 'string', enum: [1] }, '.enum must be an array of one string or more, not an array.'],
    [{ type: 'string', oneOf: [{ const: 'a' }] }, '.oneOf must be an array of one { const, title } or more, both of them strings, not an array.'],
    [{ type: 'integer', minimum: '1' }, '.minimum must be a finite number, not "1".'],
    [{ type: 'number', maximum: Number.NaN }, '.maximum must be a finite number, not NaN.'],
    [{ type: 'boolean', default: 'yes' }, '.default must be a boolean, not "yes".'],
    [{ type: 'array' }, '.items must be { type: "string", enum: [...] } or { anyOf: [{ const, title }] }'],
    [{ type: 'array', items: { type: 'string' } }, '.items must be { type: "string", enum: [...] }'],
    [{ type: 'array', items: { type: 'number', enum: [1] } }, '.items must be { type: "string", enum: [...] }'],
    [{ type: 'array', items: { type: 'object' } }, '.items must be { type: "string", enum: [...] }'],
    [{ type: 'array', items: { anyOf: [] } }, '.items must be { type: "string", enum: [...] }'],
  ])('refuses the field %o, by its path', proves('rounds/flat-schema'), (field, message) => {
    expect(problemOf(() => withField(field))).toContain(`mcpElicit: requestedSchema.properties.field${message}`)
  })

  test('looks at a field named as a member of every object', () => {
    const properties = JSON.parse('{ "__proto__": { "type": "object" } }') as unknown
    expect(problemOf(() => untyped({ type: 'object', properties }))).toContain('requestedSchema.properties.__proto__.type must be one of')
  })

  test('refuses a message that is no string', () => {
    expect(problemOf(() => mcpElicit({ message: undefined as unknown as string, requestedSchema }))).toBe('mcpElicit: message must be a string, not undefined.')
  })
})

describe('mcpElicitUrl', () => {
  test.each([
    'https://example.com/connect?flow=1#a',
    'https://example.com',
    'http://localhost:3000/connect',
    'http://shop.localhost/',
    'http://127.0.0.1:3000',
    'http://[::1]:3000/',
  ])('asks to open %s, as it was written', (url) => {
    expect(mcpElicitUrl({ message: 'Connect', url })).toStrictEqual({ method: 'elicitation/create', params: { mode: 'url', message: 'Connect', url } })
  })

  test.each([
    ['/connect', 'url must be an absolute URL such as "https://example.com/connect", not "/connect".'],
    ['', 'url must be an absolute URL such as "https://example.com/connect", not "".'],
    ['http://example.com/', 'url must begin with https: (http: for localhost only), not http:'],
    ['http://notlocalhost/', 'url must begin with https:'],
    ['http://localhost.example.com/', 'url must begin with https:'],
    ['http://127.0.0.1.example.com/', 'url must begin with https:'],
    ['javascript:alert(1)', 'url must begin with https: (http: for localhost only), not javascript:'],
    ['file:///etc/passwd', 'url must begin with https:'],
    ['https://example.com/a b', 'url must be percent-encoded, not "https://example.com/a b"; new URL(url).href is.'],
    ['https://example.com/\n', 'url must be percent-encoded'],
    ['https://exämple.com/', 'url must be percent-encoded'],
  ])('refuses %j', proves('rounds/url-https', 'rounds/url-safe'), (url, message) => {
    expect(problemOf(() => mcpElicitUrl({ message: 'Connect', url }))).toContain(`mcpElicitUrl: ${message}`)
  })

  test.each(['https://ada:lovelace@example.com/', 'https://ada@example.com/'])('refuses the credentials in %s, and does not repeat them', proves('rounds/url-safe'), (url) => {
    const message = problemOf(() => mcpElicitUrl({ message: 'Connect', url }))
    expect(message).toContain('mcpElicitUrl: url must not carry a user name or password')
    expect(message).not.toContain('ada')
  })
})

describe('createMessage and listRoots', () => {
  const params: CreateMessageParams = { messages: [{ role: 'user', content: { type: 'text', text: 'Greet' } }], maxTokens: 50 }

  test('build their requests', () => {
    expect(createMessage(params)).toStrictEqual({ method: 'sampling/createMessage', params })
    expect(listRoots()).toStrictEqual({ method: 'roots/list' })
  })

  test.each([
    [{ maxTokens: 1 }, 'messages must be an array, not undefined.'],
    [{ messages: [] }, 'maxTokens must be a whole number, 1 or more, not undefined.'],
    [{ messages: [], maxTokens: 0 }, 'maxTokens must be a whole number, 1 or more, not 0.'],
    [{ messages: [], maxTokens: 1.5 }, 'maxTokens must be a whole number, 1 or more, not 1.5.'],
    [{ messages: [], maxTokens: 1, includeContext: 'all' }, 'includeContext must be "none", "thisServer" or "allServers", not "all".'],
  ])('createMessage refuses %j', proves('rounds/max-tokens'), (bad, message) => {
    expect(problemOf(() => createMessage(bad as unknown as CreateMessageParams))).toBe(`createMessage: ${message}`)
  })

  const use = (id: string) => ({ type: 'tool_use', id, name: 'add', input: {} })
  const outcome = (toolUseId: string) => ({ type: 'tool_result', toolUseId, content: [] })
  const text = { type: 'text', text: 'So?' }
  const talk = (...contents: unknown[]) => contents.map((content, index) => ({ role: index % 2 === 0 ? 'assistant' : 'user', content }))

  test.each([
    [talk(use('a'), text), 'messages[1]: a message that uses tools is followed by'],
    [talk([use('a'), use('b')], outcome('a')), 'messages[1]: a message that uses tools'],
    [talk(use('a'), outcome('b')), 'messages[1]: a message that uses tools'],
    [talk(use('a'), [outcome('a'), text]), 'messages[1]: a message that uses tools'],
    [talk(text, outcome('a')), 'messages[1]: a message that uses tools'],
    [talk([text, use('a')]), 'messages end with a use of a tool that has no result.'],
    [talk(use('a'), outcome('a')).map(message => ({ ...message, role: 'assistant' })), 'messages[1]: a message that uses tools'],
    [talk(text, use('a')), 'messages[1]: only the assistant uses tools.'],
    [[7], 'messages[0] must be an object, not 7.'],
    [[{ role: 'system', content: text }], 'messages[0].role must be "user" or "assistant", not "system".'],
    [[{ role: 'user' }], 'messages[0].content must be blocks of type text, image, audio, tool_use, tool_result, not undefined.'],
    [[{ role: 'user', content: 'Hi' }], 'messages[0].content must be blocks of type text, image, audio, tool_use, tool_result, not "Hi".'],
    [[{ role: 'user', content: { type: 'resource' } }], 'messages[0].content must be blocks of type text, image, audio, tool_use, tool_result, not "resource".'],
    [[{ role: 'user', content: { type: 'image', data: 'AA==' } }], 'messages[0].content of type image needs mimeType (string), not undefined.'],
    [talk([{ type: 'tool_use', id: 'a', name: 'add' }]), 'messages[0].content of type tool_use needs input (object), not undefined.'],
  ])('createMessage refuses the messages %j', proves('rounds/tool-results'), (messages, message) => {
    expect(problemOf(() => createMessage({ messages, maxTokens: 1 } as unknown as CreateMessageParams))).toContain(`createMessage: ${message}`)
  })

  test('createMessage takes a conversation with tools', proves('rounds/tool-results'), () => {
    const messages = talk([text, use('a'), use('b')], [outcome('b'), outcome('a')], use('c'), outcome('c'), text)
    expect(createMessage({ messages, maxTokens: 1 } as unknown as CreateMessageParams).params.messages).toBe(messages)
  })
})

describe('inputRequestProblem', () => {
  test('sees nothing wrong with what the builders make, nor with the same written by hand', () => {
    const form = { message: 'Well?', requestedSchema: { type: 'object', properties: {} } }
    for (const request of [
      listRoots(),
      { method: 'roots/list', params: { _meta: {} } },
      { method: 'elicitation/create', params: form },
      { method: 'elicitation/create', params: { ...form, mode: 'form' } },
      { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, tools: [], toolChoice: { mode: 'auto' } } },
    ]) expect(inputRequestProblem(request)).toBeUndefined()
  })

  test.each([
    [null, 'a request must be an object such as mcpElicit(...) returns, not null.'],
    ['roots/list', 'a request must be an object such as mcpElicit(...) returns, not "roots/list".'],
    [{}, 'method must be elicitation/create, sampling/createMessage or roots/list, not undefined.'],
    [{ method: 'tools/call' }, 'method must be elicitation/create, sampling/createMessage or roots/list, not "tools/call".'],
    [{ method: 'elicitation/create' }, 'params must be an object, not undefined.'],
    [{ method: 'elicitation/create', params: { mode: 'video', message: 'a' } }, 'mode must be "form" or "url", not "video".'],
    [{ method: 'elicitation/create', params: { mode: null, message: 'a' } }, 'mode must be "form" or "url", not null.'],
    [{ method: 'elicitation/create', params: { mode: 'url', message: 'a', url: '/b' } }, 'url must be an absolute URL'],
    [{ method: 'elicitation/create', params: { message: 'a' } }, 'requestedSchema must be an object, not undefined.'],
    [{ method: 'sampling/createMessage', params: { messages: [] } }, 'maxTokens must be'],
    [{ method: 'sampling/createMessage' }, 'params must be an object, not undefined.'],
    [{ method: 'roots/list', params: [] }, 'params must be an object, not an array.'],
  ])('names what is wrong with %j', proves('rounds/kinds'), (request, problem) => {
    expect(inputRequestProblem(request)).toContain(problem)
  })
})

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFreeze(member as object)
  return Object.freeze(value)
}
