import { describe, expectTypeOf, test } from 'vitest'
import { mcpElicit, mcpElicitUrl } from '../../src/core/elicit.ts'
import type { ElicitFormRequest, ElicitResult, ElicitUrlRequest } from '../../src/core/elicit.ts'
import type { ElicitContent, ElicitField, ElicitRequestedSchema } from '../../src/core/elicit-schema.ts'
import type { McpEvent } from '../../src/core/event.ts'
import type { InputRequest, InputRequiredResult, InputRequests } from '../../src/core/input-request.ts'
import { inputRequired } from '../../src/core/input-required.ts'
import { getElicitedContent, getInputResponses, getMissingInputs } from '../../src/core/input-responses.ts'
import { canRequestInput, getSupportedInputs } from '../../src/core/input-support.ts'
import { listRoots } from '../../src/core/roots.ts'
import type { ListRootsRequest, ListRootsResult } from '../../src/core/roots.ts'
import { createMessage } from '../../src/core/sampling.ts'
import type { CreateMessageParams, CreateMessageRequest, CreateMessageResult } from '../../src/core/sampling.ts'

declare const event: McpEvent
declare const names: string[]
declare const schemaOfRuntime: ElicitRequestedSchema

const profile = mcpElicit({
  message: 'About you',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      age: { type: 'integer' },
      height: { type: 'number' },
      subscribe: { type: 'boolean' },
      days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] } },
    },
    required: ['name', 'height'],
  },
})

/** What a form is answered with, by its request. */
const contentOf = <Content>(request: ElicitFormRequest<Content>) => getElicitedContent(event, { request }, 'request')

const requests = {
  profile,
  consent: mcpElicitUrl({ message: 'Connect', url: 'https://example.com/' }),
  greeting: createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Greet' } }], maxTokens: 50 }),
  folders: listRoots(),
}

describe('nothing is any', () => {
  test('neither the requests nor what is read by them', () => {
    const answers = getInputResponses(event, requests)
    const content = getElicitedContent(event, requests, 'profile')
    expectTypeOf(profile).not.toBeAny()
    expectTypeOf(answers).not.toBeAny()
    expectTypeOf(answers.profile).not.toBeAny()
    expectTypeOf(answers.greeting).not.toBeAny()
    expectTypeOf(answers.folders).not.toBeAny()
    expectTypeOf(content).not.toBeAny()
    expectTypeOf(content!.name).not.toBeAny()
    expectTypeOf(content!.days).not.toBeAny()
    expectTypeOf(getElicitedContent(event, 'profile')).not.toBeAny()
    expectTypeOf(getMissingInputs(event, requests)).not.toBeAny()
    expectTypeOf(getSupportedInputs(event, requests)).not.toBeAny()
    expectTypeOf(inputRequired(event, { inputRequests: requests })).not.toBeAny()
  })
})

describe('the builders', () => {
  test('make what they say', () => {
    expectTypeOf(requests.consent).toEqualTypeOf<ElicitUrlRequest>()
    expectTypeOf(requests.greeting).toEqualTypeOf<CreateMessageRequest>()
    expectTypeOf(requests.folders).toEqualTypeOf<ListRootsRequest>()
    expectTypeOf(profile).toExtend<InputRequest>()
    expectTypeOf(requests).toExtend<InputRequests>()
  })

  test('take no mode, no id and no tools: those are for requests written by hand', () => {
    // @ts-expect-error -- maxTokens is required
    createMessage({ messages: [] })
    // @ts-expect-error -- tools are not modelled by CreateMessageParams
    createMessage({ messages: [], maxTokens: 1, tools: [] })
    // @ts-expect-error -- url is required
    mcpElicitUrl({ message: 'Connect' })
    // @ts-expect-error -- the revision of 2026-07-28 has no elicitationId
    mcpElicitUrl({ message: 'Connect', url: 'https://example.com/', elicitationId: '1' })
    // @ts-expect-error -- requestedSchema is required
    mcpElicit({ message: 'Name?' })
    expectTypeOf<CreateMessageParams>().not.toHaveProperty('tools')
  })
})

describe('the content of a form', () => {
  test('has the types of its fields, and is optional outside required', () => {
    expectTypeOf(contentOf(profile)).toEqualTypeOf<{ name: string, height: number, age?: number, subscribe?: boolean, days?: string[] } | undefined>()
  })

  test('is not asked for by name twice: an unknown field does not compile', () => {
    const content = getElicitedContent(event, requests, 'profile')
    // @ts-expect-error -- the schema has no such field
    expectTypeOf(content?.nickname)
    // @ts-expect-error -- an integer is a number
    expectTypeOf(content?.age).toEqualTypeOf<string | undefined>()
    // @ts-expect-error -- age is not in required
    expectTypeOf(content!.age).toEqualTypeOf<number>()
  })

  test('without required, every field is optional', () => {
    const request = mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } })
    expectTypeOf(contentOf(request)).toEqualTypeOf<{ name?: string } | undefined>()
  })

  test('without fields, it is empty', () => {
    const request = mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: {} } })
    const content = contentOf(request)!
    expectTypeOf<keyof typeof content>().toBeNever()
    expectTypeOf(content).not.toEqualTypeOf<ElicitContent>()
  })

  test('of an enum is string, titled or not', () => {
    const request = mcpElicit({
      message: 'a',
      requestedSchema: {
        type: 'object',
        properties: {
          size: { type: 'string', enum: ['s', 'm'] },
          colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
          grade: { type: 'string', enum: ['a'], enumNames: ['Best'] },
        },
        required: ['size', 'colour', 'grade'],
      },
    })
    expectTypeOf(contentOf(request)).toEqualTypeOf<{ size: string, colour: string, grade: string } | undefined>()
  })

  test('of several choices is string[], titled or not', () => {
    const request = mcpElicit({
      message: 'a',
      requestedSchema: {
        type: 'object',
        properties: {
          days: { type: 'array', items: { type: 'string', enum: ['mon', 'tue'] } },
          extras: { type: 'array', items: { anyOf: [{ const: 'b', title: 'Breakfast' }] } },
        },
        required: ['days', 'extras'],
      },
    })
    expectTypeOf(contentOf(request)).toEqualTypeOf<{ days: string[], extras: string[] } | undefined>()
  })

  test('of a field that may be of several types is one of them', () => {
    const either = names.length > 1 ? 'string' : 'integer'
    const request = mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { id: { type: either } as ElicitField }, required: ['id'] } })
    expectTypeOf(contentOf(request)).toEqualTypeOf<{ id: string | number | boolean | string[] } | undefined>()
  })

  test('with required only known to be strings, every field is optional', () => {
    const request = mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: names } })
    expectTypeOf(contentOf(request)).toEqualTypeOf<{ name?: string } | undefined>()
  })
})

describe('a schema declared apart', () => {
  test('is typed when it is hoisted with as const', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' }, size: { type: 'string', enum: ['s'] } }, required: ['name'] } as const
    expectTypeOf(contentOf(mcpElicit({ message: 'a', requestedSchema: schema }))).toEqualTypeOf<{ name: string, size?: string } | undefined>()
  })

  test('does not compile as a plain const, which is widened', () => {
    const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    // @ts-expect-error -- type is string by now, not 'object'
    mcpElicit({ message: 'a', requestedSchema: schema })
  })

  test('falls back to the content of the wire when annotated', () => {
    const schema: ElicitRequestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
    const request = mcpElicit({ message: 'a', requestedSchema: schema })
    expectTypeOf(request).toEqualTypeOf<ElicitFormRequest>()
    expectTypeOf(contentOf(request)).toEqualTypeOf<ElicitContent | undefined>()
    expectTypeOf(getInputResponses(event, { request }).request).toEqualTypeOf<ElicitResult | undefined>()
  })

  test('falls back when assembled at run time', () => {
    const properties = Object.fromEntries(names.map(name => [name, { type: 'string' as const }]))
    const assembled = mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties, required: names } })
    expectTypeOf(contentOf(assembled)).toEqualTypeOf<ElicitContent | undefined>()
    expectTypeOf(contentOf(mcpElicit({ message: 'a', requestedSchema: schemaOfRuntime }))).toEqualTypeOf<ElicitContent | undefined>()
  })

  test('the content of the wire is flat', () => {
    expectTypeOf<ElicitContent>().toEqualTypeOf<Record<string, string | number | boolean | string[]>>()
  })
})

describe('a schema that no form can have does not compile', () => {
  test('nested, of null, of several types, an array of anything, no type', () => {
    // @ts-expect-error -- a field is not an object
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { address: { type: 'object', properties: {} } } } })
    // @ts-expect-error -- a field is not null
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { nothing: { type: 'null' } } } })
    // @ts-expect-error -- a field has one type
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { name: { type: ['string', 'null'] } } } })
    // @ts-expect-error -- an array is of choices
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } } })
    // @ts-expect-error -- a field has a type
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { name: { $ref: '#/$defs/name' } } } })
    // @ts-expect-error -- there are four formats
    mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } })
    // @ts-expect-error -- the root is an object
    mcpElicit({ message: 'a', requestedSchema: { type: 'array', properties: {} } })
  })
})

describe('getInputResponses', () => {
  test('types each answer by what asked for it', () => {
    const answers = getInputResponses(event, requests)
    expectTypeOf(answers).toEqualTypeOf<{
      profile?: ElicitResult<{ name: string, height: number, age?: number, subscribe?: boolean, days?: string[] }>
      consent?: ElicitResult
      greeting?: CreateMessageResult
      folders?: ListRootsResult
    }>()
    expectTypeOf(answers.profile!.action).toEqualTypeOf<'accept' | 'decline' | 'cancel'>()
    expectTypeOf(answers.profile!.content?.name).toEqualTypeOf<string | undefined>()
  })

  test('has no other keys', () => {
    // @ts-expect-error -- asked under profile, read under profil
    expectTypeOf(getInputResponses(event, requests).profil)
  })

  test('types requests written by hand by their method', () => {
    const answers = getInputResponses(event, {
      tools: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, tools: [], toolChoice: { mode: 'auto' } } },
      roots: { method: 'roots/list' },
      form: { method: 'elicitation/create', params: { message: 'a', requestedSchema: { type: 'object', properties: {} } } },
      url: { method: 'elicitation/create', params: { mode: 'url', message: 'a', url: 'https://example.com/' } },
    })
    expectTypeOf(answers).toEqualTypeOf<{ tools?: CreateMessageResult, roots?: ListRootsResult, form?: ElicitResult, url?: ElicitResult }>()
    // @ts-expect-error -- not one of the three methods
    getInputResponses(event, { ping: { method: 'ping' } })
    // @ts-expect-error -- not one of the two modes
    getInputResponses(event, { video: { method: 'elicitation/create', params: { mode: 'video', message: 'a' } } })
  })

  test('of a map made at run time is any of the answers', () => {
    const map: Record<string, InputRequest> = {}
    expectTypeOf(getInputResponses(event, map).key).toEqualTypeOf<ElicitResult | CreateMessageResult | ListRootsResult | undefined>()
  })
})

describe('getElicitedContent', () => {
  test('by the map, checks the key', () => {
    expectTypeOf(getElicitedContent(event, requests, 'profile')).toEqualTypeOf<{ name: string, height: number, age?: number, subscribe?: boolean, days?: string[] } | undefined>()
    // @ts-expect-error -- not a key of the map
    getElicitedContent(event, requests, 'profil')
    // @ts-expect-error -- a URL has no content
    getElicitedContent(event, requests, 'consent')
    // @ts-expect-error -- nor has a sampled message
    getElicitedContent(event, requests, 'greeting')
    // @ts-expect-error -- nor have roots
    getElicitedContent(event, requests, 'folders')
  })

  test('by the key alone, takes the type of its argument', () => {
    expectTypeOf(getElicitedContent<{ name: string }>(event, 'user_name')).toEqualTypeOf<{ name: string } | undefined>()
    expectTypeOf(getElicitedContent(event, 'user_name')).toEqualTypeOf<ElicitContent | undefined>()
    // @ts-expect-error -- the content of a form is an object
    getElicitedContent<string>(event, 'user_name')
  })

  test('works on a narrowed map, and on one made at run time', () => {
    expectTypeOf(getElicitedContent(event, getSupportedInputs(event, requests), 'profile')?.name).toEqualTypeOf<string | undefined>()
    const map: Record<string, InputRequest> = {}
    expectTypeOf(getElicitedContent(event, map, 'any')).toEqualTypeOf<ElicitContent | undefined>()
  })
})

describe('the narrowed maps', () => {
  test('are partial', () => {
    expectTypeOf(getMissingInputs(event, requests)).toEqualTypeOf<Partial<typeof requests>>()
    expectTypeOf(getSupportedInputs(event, requests)).toEqualTypeOf<Partial<typeof requests>>()
    // @ts-expect-error -- it may be answered already
    expectTypeOf(getMissingInputs(event, requests).profile).toEqualTypeOf<typeof profile>()
  })

  test('compose in either order, and can be asked and read by', () => {
    const one = getMissingInputs(event, getSupportedInputs(event, requests))
    const other = getSupportedInputs(event, getMissingInputs(event, requests))
    expectTypeOf(one).toEqualTypeOf<Partial<typeof requests>>()
    expectTypeOf(other).toEqualTypeOf<Partial<typeof requests>>()
    expectTypeOf(inputRequired(event, { inputRequests: one })).toEqualTypeOf<InputRequiredResult>()
    expectTypeOf(getInputResponses(event, other).profile?.content?.height).toEqualTypeOf<number | undefined>()
    expectTypeOf(getInputResponses(event, other).folders).toEqualTypeOf<ListRootsResult | undefined>()
  })
})

describe('inputRequired and canRequestInput', () => {
  test('take any of the requests', () => {
    expectTypeOf(canRequestInput(event, profile)).toEqualTypeOf<boolean>()
    canRequestInput(event, requests.folders)
    inputRequired(event, { inputRequests: { [`step${names.length}`]: profile }, requestState: 'sealed' })
    inputRequired(event, { inputRequests: { profile: names.length > 0 ? profile : undefined } })
    // @ts-expect-error -- not a request
    canRequestInput(event, { method: 'ping' })
    // @ts-expect-error -- a map of requests, not one
    inputRequired(event, { inputRequests: profile })
    // @ts-expect-error -- seal() has to be awaited
    inputRequired(event, { requestState: Promise.resolve('sealed') })
  })
})
