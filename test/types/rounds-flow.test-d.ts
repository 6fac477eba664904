import { type } from 'arktype'
import { describe, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { createMessage, defineRounds, defineTool, getElicitedContent, getInputResponses, listRoots, mcpElicit, mcpElicitUrl } from '../../src/core/index.ts'
import type { CreateMessageResult, ElicitContent, ElicitRequestedSchema, ElicitResult, EnteredRound, InputRequest, InputRequests, InputRequiredResult, ListRootsResult, McpError, McpEvent, Rounds } from '../../src/core/index.ts'

declare const event: McpEvent
declare const flag: boolean
declare const schemaOfRuntime: ElicitRequestedSchema

/** The answers at the end of a flow. */
declare function answersOf<Answers>(flow: Rounds<Answers>): Extract<EnteredRound<{ [Key in keyof Answers]: Answers[Key] }>, { status: 'done' }>['answers']

const trip = mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string(), nights: z.int() }) })
const confirm = mcpElicit({ message: 'Sure?', schema: z.object({ ok: z.boolean() }) })
const page = mcpElicitUrl({ message: 'Pay', url: 'https://example.com/' })

const booking = defineRounds().ask({ trip }).ask(({ trip }) => ({
  confirm: mcpElicit({ message: `${trip.nights} in ${trip.city}?`, schema: z.object({ ok: z.boolean() }) }),
}))

describe('an entered round', () => {
  test('narrows by its status', async () => {
    const round = await booking.enter(event)
    expectTypeOf(round.status).toEqualTypeOf<'asking' | 'refused' | 'done'>()
    // @ts-expect-error -- only a round that asks has it
    void round.ask
    if (round.status === 'asking') {
      expectTypeOf(round.ask()).toEqualTypeOf<Promise<InputRequiredResult>>()
      expectTypeOf(round.answers).toEqualTypeOf<{ trip?: { city: string, nights: number }, confirm?: { ok: boolean } }>()
      expectTypeOf(round.unsupported?.error).toEqualTypeOf<McpError | undefined>()
      return
    }
    // @ts-expect-error -- it may have been refused: the answers are not all there
    void round.answers.trip.city
    if (round.status === 'refused') {
      expectTypeOf(round.key).toEqualTypeOf<'trip' | 'confirm'>()
      expectTypeOf(round.action).toEqualTypeOf<'decline' | 'cancel'>()
      return
    }
    expectTypeOf(round.answers).toEqualTypeOf<{ trip: { city: string, nights: number }, confirm: { ok: boolean } }>()
    // @ts-expect-error -- nothing was asked by this key
    void round.answers.other
  })

  test('is what a handler returns', () => {
    expectTypeOf(defineTool({ name: 'book', handler: async (event) => {
      const round = await booking.enter(event)
      const quote = await round.once('quote', async () => ({ total: 1 }))
      if (round.status === 'asking') return round.ask()
      if (round.status === 'refused') return `Nothing booked: ${round.key} was ${round.action}d.`
      return `${round.answers.trip.city} for ${quote.total}`
    } })).not.toBeAny()
  })

  test('runs once by the type of what runs', async () => {
    const { once } = await booking.enter(event)
    expectTypeOf(once('a', () => 1)).toEqualTypeOf<Promise<number>>()
    expectTypeOf(once('a', async () => ({ b: 'c' }))).toEqualTypeOf<Promise<{ b: string }>>()
    expectTypeOf(once('a', () => {})).toEqualTypeOf<Promise<void>>()
  })

  test('has no any', async () => {
    const round = await booking.enter(event)
    expectTypeOf(round).not.toBeAny()
    expectTypeOf(round.answers).not.toBeAny()
    expectTypeOf(round.answers.trip).not.toBeAny()
    expectTypeOf(round.once).not.toBeAny()
    expectTypeOf(booking).not.toBeAny()
    expectTypeOf(answersOf(booking).confirm).not.toBeAny()
    expectTypeOf(trip).not.toBeAny()
  })
})

describe('an answer', () => {
  test('has the type of its kind', () => {
    const flow = defineRounds().ask({
      page,
      story: createMessage({ messages: [], maxTokens: 1 }),
      folders: listRoots(),
      plain: mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } }, required: ['name'] } }),
      any: mcpElicit({ message: 'a', requestedSchema: schemaOfRuntime }),
    })
    expectTypeOf(answersOf(flow)).toEqualTypeOf<{ page: true, story: CreateMessageResult, folders: ListRootsResult, plain: { name: string, age?: number }, any: ElicitContent }>()
  })

  test('is the output of its schema, of any library', () => {
    const day = mcpElicit({ message: 'a', schema: z.object({ day: z.iso.date().transform(text => new Date(text)), size: z.enum(['s', 'm']), n: z.int().default(1), note: z.string().optional() }) })
    expectTypeOf(answersOf(defineRounds().ask({ day }))).toEqualTypeOf<{ day: { day: Date, size: 's' | 'm', n: number, note?: string | undefined } }>()
    const kind = mcpElicit({ message: 'a', schema: type({ kind: '\'city\'|\'cargo\'' }) })
    expectTypeOf(answersOf(defineRounds().ask({ kind })).kind.kind).toEqualTypeOf<'city' | 'cargo'>()
  })

  test('that is optional may be undefined', () => {
    const flow = defineRounds().ask({
      note: mcpElicit({ message: 'a', schema: z.object({ text: z.string() }), optional: true }),
      look: mcpElicitUrl({ message: 'a', url: 'https://example.com/', optional: true }),
      plain: mcpElicit({ message: 'a', requestedSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }, optional: true }),
      must: mcpElicit({ message: 'a', schema: z.object({ text: z.string() }), optional: false }),
      maybe: mcpElicit({ message: 'a', schema: z.object({ text: z.string() }), optional: flag }),
    })
    expectTypeOf(answersOf(flow)).toEqualTypeOf<{ note: { text: string } | undefined, look: true | undefined, plain: { n: number } | undefined, must: { text: string }, maybe: { text: string } | undefined }>()
  })
})

describe('a function of the answers', () => {
  test('sees those before it', () => {
    defineRounds().ask((answers) => {
      expectTypeOf(answers).toEqualTypeOf<object>()
      return { trip }
    }).ask({ confirm }).ask((answers, { event, once }) => {
      expectTypeOf(answers).toEqualTypeOf<{ trip: { city: string, nights: number }, confirm: { ok: boolean } }>()
      expectTypeOf(event).toEqualTypeOf<McpEvent>()
      expectTypeOf(once('a', () => 1)).toEqualTypeOf<Promise<number>>()
      // @ts-expect-error -- asked later, or never
      void answers.page
    })
  })

  test('may be async', () => {
    const flow = defineRounds().ask(async () => ({ trip })).ask(async ({ trip }) => ({ confirm: trip.nights > 1 ? confirm : undefined }))
    expectTypeOf(answersOf(flow)).toEqualTypeOf<{ trip: { city: string, nights: number }, confirm: { ok: boolean } | undefined }>()
  })

  test('that may leave its round out gives undefined', () => {
    const nothing = defineRounds().ask({ trip }).ask(({ trip }) => trip.nights > 7 ? { confirm } : undefined)
    expectTypeOf(answersOf(nothing).confirm).toEqualTypeOf<{ ok: boolean } | undefined>()
    const empty = defineRounds().ask({ trip }).ask(({ trip }) => {
      if (trip.nights > 7) return { confirm }
    })
    expectTypeOf(answersOf(empty).confirm).toEqualTypeOf<{ ok: boolean } | undefined>()
    const either = defineRounds().ask({ trip }).ask(({ trip }) => trip.nights > 7 ? { confirm, page } : { confirm })
    expectTypeOf(answersOf(either).confirm).toEqualTypeOf<{ ok: boolean }>()
    expectTypeOf(answersOf(either).page).toEqualTypeOf<true | undefined>()
  })
})

describe('a key', () => {
  test('may be used once in a flow', () => {
    // @ts-expect-error -- the second round has it
    booking.ask({ confirm: page })
    // @ts-expect-error -- and the first
    booking.ask(() => ({ trip: page }))
    // @ts-expect-error -- a function that is async, too
    booking.ask(async () => ({ other: page, trip }))
    // @ts-expect-error -- nor one that was only just added
    booking.ask({ page }).ask({ page })
    booking.ask({ page })
  })

  test('of a map made at run time may be any', () => {
    const made: Record<string, typeof page> = {}
    expectTypeOf(answersOf(defineRounds().ask(made).ask({ trip })).trip).toExtend<object>()
  })

  test('takes questions only', () => {
    // @ts-expect-error -- not a request
    defineRounds().ask({ trip: 'Where to?' })
    // @ts-expect-error -- a schema is not a question
    defineRounds().ask({ trip: z.object({ city: z.string() }) })
    // @ts-expect-error -- nor is it from a function
    defineRounds().ask(() => ({ trip: 1 }))
    // @ts-expect-error -- an option that does not exist
    defineRounds({ ttl: 1 })
  })
})

describe('mcpElicit with a schema', () => {
  test('is a question like any other', () => {
    expectTypeOf(trip).toExtend<InputRequest>()
    expectTypeOf({ trip, page }).toExtend<InputRequests>()
  })

  test('is answered to the readers as it came: nothing has validated it', () => {
    expectTypeOf(getInputResponses(event, { trip }).trip).toEqualTypeOf<ElicitResult | undefined>()
    expectTypeOf(getElicitedContent(event, { trip }, 'trip')).toEqualTypeOf<ElicitContent | undefined>()
  })

  test('takes a schema that describes itself, and only one', () => {
    // @ts-expect-error -- both schemas at once
    mcpElicit({ message: 'a', schema: z.object({}), requestedSchema: { type: 'object', properties: {} } })
    // @ts-expect-error -- not a Standard Schema
    mcpElicit({ message: 'a', schema: { type: 'object' } })
    // @ts-expect-error -- not an object
    mcpElicit({ message: 'a', schema: z.string() })
    // @ts-expect-error -- neither of the two
    mcpElicit({ message: 'a' })
  })
})
