import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import type { useStorage } from 'nitropack/runtime'
import * as v from 'valibot'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import * as mini from 'zod/mini'
import type { PromptDefinition, ResourceDefinition, ToolDefinition } from '../../src/core/definition.ts'
import type { McpContext, McpEvent } from '../../src/core/event.ts'
import type { FromJsonSchema } from '../../src/core/json-schema-type.ts'
import { definePrompt } from '../../src/core/prompt.ts'
import { defineResource } from '../../src/core/resource.ts'
import { defineTool } from '../../src/core/tool.ts'
import type { TaskStorage } from '../../src/core/tasks/storage.ts'
import type { UriVariables } from '../../src/core/uri-template.ts'

interface Trip { city: string, nights: number }

describe('the event', () => {
  test('has the MCP context, and is not any', () => {
    defineTool({
      handler(event) {
        expectTypeOf(event).not.toBeAny()
        expectTypeOf(event).toEqualTypeOf<McpEvent>()
        expectTypeOf(event.context.mcp).not.toBeAny()
        expectTypeOf(event.context.mcp.signal).toEqualTypeOf<AbortSignal>()
        expectTypeOf(event.context.mcp).toExtend<McpContext>()
        // @ts-expect-error -- the context holds no key
        return event.context.mcp.stateKey
      },
    })
  })

  test('is the only argument without an inputSchema', () => {
    // @ts-expect-error -- there are no arguments to hand over
    defineTool({ handler: (args: Trip, event: McpEvent) => `${args.city} ${event.context.mcp.era}` })
    // @ts-expect-error -- the same for a prompt
    definePrompt({ handler: (args: Trip, event: McpEvent) => `${args.city} ${event.context.mcp.era}` })
    // @ts-expect-error -- the same for a fixed resource
    defineResource({ uri: 'shop://terms', handler: (variables: { id: string }, event: McpEvent) => `${variables.id} ${event.context.mcp.era}` })
  })
})

describe('defineTool', () => {
  test('gives a definition without its types', () => {
    const tool = defineTool({ inputSchema: z.object({ city: z.string() }), outputSchema: z.object({ ok: z.boolean() }), handler: () => ({ ok: true }) })
    expectTypeOf(tool).not.toBeAny()
    expectTypeOf(tool).toEqualTypeOf<ToolDefinition>()
  })

  test('types arguments by the output of a zod schema', () => {
    defineTool({
      inputSchema: z.object({ city: z.string(), nights: z.string().transform(Number), class: z.enum(['first', 'second']).default('second') }),
      handler(args, event) {
        expectTypeOf(args).not.toBeAny()
        expectTypeOf(args).toEqualTypeOf<{ city: string, nights: number, class: 'first' | 'second' }>()
        expectTypeOf(event).toEqualTypeOf<McpEvent>()
        // @ts-expect-error -- a property that the schema doesn't have
        return args.country
      },
    })
  })

  test('types arguments by arktype and by a wrapped valibot schema', () => {
    defineTool({
      inputSchema: type({ 'city': 'string', 'nights?': 'number.integer' }),
      handler(args) {
        expectTypeOf(args).not.toBeAny()
        expectTypeOf(args).toEqualTypeOf<{ city: string, nights?: number }>()
      },
    })
    defineTool({
      inputSchema: toStandardJsonSchema(v.object({ city: v.string(), nights: v.pipe(v.string(), v.toNumber()) })),
      handler(args) {
        expectTypeOf(args).not.toBeAny()
        expectTypeOf(args).toEqualTypeOf<Trip>()
      },
    })
  })

  test('refuses a schema that cannot give JSON Schema, or has no object at its root', () => {
    // @ts-expect-error -- valibot's own schema has no JSON Schema: wrap it
    defineTool({ inputSchema: v.object({ city: v.string() }), handler: () => 'x' })
    // @ts-expect-error -- zod/mini has no JSON Schema
    defineTool({ inputSchema: mini.object({ city: mini.string() }), handler: () => 'x' })
    // @ts-expect-error -- arguments are an object
    defineTool({ inputSchema: z.string(), handler: () => 'x' })
    // @ts-expect-error -- a raw shape is no schema
    defineTool({ inputSchema: { city: z.string() }, handler: () => 'x' })
    // @ts-expect-error -- clients drop a tool whose root is a union
    defineTool({ inputSchema: { anyOf: [{ type: 'object' }] }, handler: () => 'x' })
  })

  test('types arguments by a literal JSON Schema', () => {
    defineTool({
      inputSchema: {
        type: 'object',
        properties: { city: { type: 'string' }, nights: { type: 'integer' }, class: { enum: ['first', 'second'] }, tags: { type: 'array', items: { type: 'string' } } },
        required: ['city', 'class'],
      },
      handler(args, event) {
        expectTypeOf(args).not.toBeAny()
        expectTypeOf(args).toEqualTypeOf<{ city: string, class: 'first' | 'second', nights?: number, tags?: string[] }>()
        expectTypeOf(event).toEqualTypeOf<McpEvent>()
      },
    })
    const hoisted = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const
    defineTool({ inputSchema: hoisted, handler: args => expectTypeOf(args).toEqualTypeOf<{ city: string }>() })
  })

  test('falls back to a record for a JSON Schema that is known at run time only', () => {
    const assembled: Record<string, unknown> = {}
    defineTool({ inputSchema: { ...assembled, type: 'object' }, handler: args => expectTypeOf(args).toEqualTypeOf<Record<string, unknown>>() })
    const widened = { type: 'object', properties: {} }
    // @ts-expect-error -- a plain const widens "object" to string: write it in place or add "as const"
    defineTool({ inputSchema: widened, handler: () => 'x' })
  })

  test('takes what the design lists, from a handler that is sync or async', () => {
    interface Order { id: string }
    const order: Order = { id: '1' }
    defineTool({ handler: () => 'text' })
    defineTool({ handler: async () => 3 })
    defineTool({ handler: () => true })
    defineTool({ handler: () => order })
    defineTool({ handler: async () => [order] })
    defineTool({ handler: () => ({ content: [{ type: 'text', text: 'x' }], isError: true }) })
    defineTool({ handler: () => {} })
    defineTool({ handler: async () => {} })
    defineTool({ handler: event => event.context.mcp.era === 'modern' ? { resultType: 'input_required', requestState: 'x' } : undefined })
    // @ts-expect-error -- JSON has no bigint
    defineTool({ handler: () => 1n })
    // @ts-expect-error -- JSON has no symbol
    defineTool({ handler: () => Symbol('x') })
    // @ts-expect-error -- the handler is missing
    defineTool({ description: 'x' })
    // @ts-expect-error -- a misspelt option
    defineTool({ desciption: 'x', handler: () => 'x' })
  })

  test('types the return value by outputSchema', () => {
    const outputSchema = z.object({ total: z.number(), paid: z.boolean().default(false) })
    defineTool({ outputSchema, handler: () => ({ total: 1 }) })
    defineTool({ outputSchema, handler: async () => ({ total: 1, paid: true }) })
    defineTool({ outputSchema, inputSchema: z.object({ id: z.string() }), handler: ({ id }) => ({ total: id.length }) })
    defineTool({ outputSchema, handler: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }) })
    defineTool({ outputSchema, handler: () => ({ resultType: 'input_required', requestState: 'x' }) })
    const status = z.object({ status: z.enum(['open', 'closed']), kind: z.literal('order') })
    defineTool({ outputSchema: status, handler: () => ({ status: 'open', kind: 'order' }) })
    defineTool({ outputSchema: status, inputSchema: z.object({ id: z.string() }), handler: ({ id }) => ({ status: id ? 'open' : 'closed', kind: 'order' }) })
    defineTool({ outputSchema: status, handler: async event => ({ status: event.context.mcp.name ? 'open' : 'closed', kind: 'order' }) })
    // @ts-expect-error -- total is missing
    defineTool({ outputSchema, handler: () => ({ paid: true }) })
    // @ts-expect-error -- total is a number
    defineTool({ outputSchema, handler: () => ({ total: '1' }) })
    // @ts-expect-error -- async makes no difference
    defineTool({ outputSchema, handler: async () => ({ total: '1' }) })
    // @ts-expect-error -- with arguments neither
    defineTool({ outputSchema, inputSchema: z.object({ id: z.string() }), handler: ({ id }) => ({ total: id }) })
    // @ts-expect-error -- text is no such object
    defineTool({ outputSchema, handler: () => 'text' })
    // @ts-expect-error -- something must be returned
    defineTool({ outputSchema, handler: () => {} })
  })

  test('types the return value by plain JSON Schema and by other roots', () => {
    const outputSchema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } as const
    defineTool({ outputSchema, handler: () => ({ total: 1 }) })
    // @ts-expect-error -- total is a number
    defineTool({ outputSchema, handler: () => ({ total: '1' }) })
    defineTool({ outputSchema: { type: 'array', items: { type: 'string' } }, handler: () => ['a'] })
    // @ts-expect-error -- an array of strings
    defineTool({ outputSchema: { type: 'array', items: { type: 'string' } }, handler: () => [1] })
    defineTool({ outputSchema: z.array(z.number()), handler: () => [1] })
    defineTool({ outputSchema: type('string[]'), handler: () => ['a'] })
    // @ts-expect-error -- valibot's own schema has no JSON Schema: wrap it
    defineTool({ outputSchema: v.array(v.string()), handler: () => ['a'] })
  })
})

describe('definePrompt', () => {
  test('types arguments and completion by the schema', () => {
    const prompt = definePrompt({
      inputSchema: z.object({ city: z.string(), nights: z.coerce.number() }),
      complete: {
        city(value, { arguments: known, event }) {
          expectTypeOf(value).toEqualTypeOf<string>()
          expectTypeOf(known).toEqualTypeOf<Readonly<Record<string, string>>>()
          expectTypeOf(event).toEqualTypeOf<McpEvent>()
          return ['Bern', 'Berlin'].filter(city => city.startsWith(value))
        },
        nights: async () => ['1'],
      },
      handler(args, event) {
        expectTypeOf(args).toEqualTypeOf<Trip>()
        expectTypeOf(event).toEqualTypeOf<McpEvent>()
        return [{ role: 'user', content: 'Plan it' }, { role: 'assistant', content: { type: 'text', text: 'Gladly' } }]
      },
    })
    expectTypeOf(prompt).toEqualTypeOf<PromptDefinition>()
    // @ts-expect-error -- no argument has this name
    definePrompt({ inputSchema: z.object({ city: z.string() }), complete: { town: () => ['Bern'] }, handler: () => 'x' })
    // @ts-expect-error -- suggestions are strings
    definePrompt({ inputSchema: z.object({ city: z.string() }), complete: { city: () => [1] }, handler: () => 'x' })
    // @ts-expect-error -- without arguments there is nothing to complete
    definePrompt({ complete: { city: () => ['Bern'] }, handler: () => 'x' })
  })

  test('takes plain JSON Schema', () => {
    definePrompt({
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      complete: { city: () => ['Bern'] },
      handler: args => expectTypeOf(args).toEqualTypeOf<{ city: string }>() ? 'x' : 'y',
    })
  })

  test('takes messages only', () => {
    definePrompt({ handler: () => 'text' })
    definePrompt({ handler: async () => ({ role: 'user', content: 'x' }) })
    definePrompt({ handler: () => ({ description: 'x', messages: [{ role: 'user', content: 'x' }] }) })
    // @ts-expect-error -- no such role
    definePrompt({ handler: () => ({ role: 'system', content: 'x' }) })
    // @ts-expect-error -- something must be returned
    definePrompt({ handler: () => {} })
  })
})

describe('defineResource', () => {
  test('types variables by the template', () => {
    const resource = defineResource({
      uriTemplate: 'shop://orders/{id}/{+path}{?page,size}',
      complete: { id: () => ['1'], page: () => ['2'] },
      list: () => [{ uri: 'shop://orders/1/a', name: 'One' }],
      handler(variables, event) {
        expectTypeOf(variables).not.toBeAny()
        expectTypeOf(variables).toEqualTypeOf<{ id: string, path: string, page?: string, size?: string }>()
        expectTypeOf(event).toEqualTypeOf<McpEvent>()
        return variables.id
      },
    })
    expectTypeOf(resource).toEqualTypeOf<ResourceDefinition>()
    // @ts-expect-error -- the template has no such variable
    defineResource({ uriTemplate: 'shop://orders/{id}', handler: ({ order }) => order })
    // @ts-expect-error -- nor has completion
    defineResource({ uriTemplate: 'shop://orders/{id}', complete: { order: () => ['1'] }, handler: () => 'x' })
    // @ts-expect-error -- either of the two
    defineResource({ uri: 'shop://terms', uriTemplate: 'shop://orders/{id}', handler: () => 'x' })
    // @ts-expect-error -- one of the two
    defineResource({ handler: () => 'x' })
    // @ts-expect-error -- a fixed resource is listed by itself
    defineResource({ uri: 'shop://terms', list: () => [], handler: () => 'x' })
  })

  test('reads templates', () => {
    expectTypeOf<UriVariables<'a://{id}'>>().toEqualTypeOf<{ id: string }>()
    expectTypeOf<UriVariables<'a://{id}/x/{name}'>>().toEqualTypeOf<{ id: string, name: string }>()
    expectTypeOf<UriVariables<'a://x{?q}'>>().toEqualTypeOf<{ q?: string }>()
    expectTypeOf<UriVariables<string>>().toEqualTypeOf<Record<string, string>>()
  })
})

describe('FromJsonSchema', () => {
  test('reads what types can say, and is never narrower than the schema', () => {
    expectTypeOf<FromJsonSchema<{ type: 'string' }>>().toEqualTypeOf<string>()
    expectTypeOf<FromJsonSchema<{ type: ['string', 'null'] }>>().toEqualTypeOf<string | null>()
    expectTypeOf<FromJsonSchema<{ const: 3 }>>().toEqualTypeOf<3>()
    expectTypeOf<FromJsonSchema<{ anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] }>>().toEqualTypeOf<string | number[]>()
    expectTypeOf<FromJsonSchema<{ type: 'object', additionalProperties: { type: 'number' } }>>().toEqualTypeOf<Record<string, number>>()
    expectTypeOf<FromJsonSchema<{ type: 'object' }>>().toEqualTypeOf<Record<string, unknown>>()
    expectTypeOf<FromJsonSchema<{ type: 'object', properties: { a: { $ref: '#/$defs/a' } } }>>().toEqualTypeOf<{ a?: unknown }>()
    expectTypeOf<FromJsonSchema<{ type: string }>>().toEqualTypeOf<unknown>()
    expectTypeOf<FromJsonSchema<Record<string, unknown>>>().toEqualTypeOf<unknown>()
    expectTypeOf<FromJsonSchema<true>>().toEqualTypeOf<unknown>()
  })
})

describe('tasks', () => {
  test('are one option, and leave the handler as it is', () => {
    defineTool({
      inputSchema: z.object({ city: z.string() }),
      outputSchema: z.object({ ok: z.boolean() }),
      task: { required: true, start: 'manual', ttlMs: 1000, pollIntervalMs: 1000 },
      async handler(args, event) {
        expectTypeOf(args).toEqualTypeOf<{ city: string }>()
        expectTypeOf(event.context.mcp.taskId).toEqualTypeOf<string | undefined>()
        expectTypeOf(event.context.mcp.startTask()).toEqualTypeOf<Promise<boolean>>()
        return { ok: true }
      },
    })
    defineTool({ task: true, handler: () => 'x' })
    // @ts-expect-error -- no such option
    defineTool({ task: { ttl: 5 }, handler: () => 'x' })
    // @ts-expect-error -- a boolean or an object
    defineTool({ task: 'required', handler: () => 'x' })
  })

  test('are kept by any storage of unstorage', () => {
    expectTypeOf<ReturnType<typeof useStorage>>().toExtend<TaskStorage>()
    expectTypeOf<Map<string, string>>().not.toExtend<TaskStorage>()
  })
})
