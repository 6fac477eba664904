import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createMessage, defineRequestState, defineRounds, listRoots, mcpElicit, mcpElicitUrl } from '../../src/core/index.ts'
import type { EnteredRound, InputRequest, Once, Rounds } from '../../src/core/index.ts'
import { headerOf, makeEvent, type EventOptions } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const everything = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} }
const invalid = expect.objectContaining({ name: 'McpError', code: -32602, message: 'Invalid request state' })

const accept = (content?: object) => ({ action: 'accept', ...content && { content } })
const no = { action: 'decline' }
const text = (name: string) => mcpElicit({ message: `${name}?`, schema: z.object({ text: z.string().min(2) }) })

const trip = mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string(), nights: z.int().min(1) }) })
const booking = defineRounds()
  .ask({ trip })
  .ask(({ trip }) => ({ confirm: mcpElicit({ message: `${trip.nights} nights in ${trip.city}?`, schema: z.object({ ok: z.boolean() }) }) }))
const paris = accept({ city: 'Paris', nights: 2 })

type Asked = { status: 'asking', keys: readonly string[], messages: Record<string, unknown>, state: string, answers: object }

const messageOf = (request: InputRequest | undefined) => request?.method === 'elicitation/create' ? request.params.message : request?.method

const enter = <Answers>(flow: Rounds<Answers>, options: EventOptions = {}) => flow.enter(makeEvent({ clientCapabilities: everything, ...options }))

/** One round of a flow that is not over, as the client sees it. */
async function ask<Answers>(flow: Rounds<Answers>, options: EventOptions = {}, run?: (once: Once) => Promise<unknown>): Promise<Asked> {
  const round = await enter(flow, options)
  await run?.(round.once)
  if (round.status !== 'asking') throw new Error(`expected a question, not ${round.status}`)
  const { inputRequests = {}, requestState } = await round.ask()
  expect(Object.keys(inputRequests)).toEqual(round.keys)
  if (requestState === undefined) throw new Error('a round without a state')
  const messages = Object.fromEntries(Object.entries(inputRequests).map(([key, request]) => [key, messageOf(request)]))
  return { status: round.status, keys: round.keys, messages, state: requestState, answers: { ...round.answers } }
}

/** What travels, as anyone can read it. */
function carried(state: string): unknown {
  return (JSON.parse(Buffer.from(state.split('.')[2] ?? '', 'base64url').toString()) as { p: object }).p
}

function done<Answers>(round: EnteredRound<Answers>): Answers {
  if (round.status !== 'done') throw new Error(`expected the end, not ${round.status}`)
  return round.answers
}

describe('a flow', () => {
  it('asks round by round and ends with every answer', async () => {
    const first = await ask(booking)
    expect(first.messages).toEqual({ trip: 'Where to?' })
    const second = await ask(booking, { requestState: first.state, inputResponses: { trip: paris } })
    expect(second.messages).toEqual({ confirm: '2 nights in Paris?' })
    expect(second.answers).toEqual({ trip: { city: 'Paris', nights: 2 } })
    const end = await enter(booking, { requestState: second.state, inputResponses: { confirm: accept({ ok: true }) } })
    expect(done(end)).toEqual({ trip: { city: 'Paris', nights: 2 }, confirm: { ok: true } })
  })

  it('takes answers that come without a state, to its first round', async () => {
    const asked = await ask(booking, { inputResponses: { trip: paris } })
    expect(asked.keys).toEqual(['confirm'])
    expect(done(await enter(defineRounds().ask({ trip }), { inputResponses: { trip: paris } }))).toEqual({ trip: { city: 'Paris', nights: 2 } })
  })

  it('takes no answer to a question before its round', async () => {
    const asked = await ask(booking, { inputResponses: { trip: paris, confirm: accept({ ok: true }) } })
    expect(asked.keys).toEqual(['confirm'])
    expect(carried(asked.state)).not.toHaveProperty('a.confirm')
  })

  it('is over at once when it asks nothing', async () => {
    expect(done(await enter(defineRounds()))).toEqual({})
    expect(done(await enter(defineRounds().ask({}).ask(() => undefined).ask(() => null).ask(() => {})))).toEqual({})
  })

  it('leaves out a round whose function returns nothing, and an entry that is undefined', async () => {
    const flow = defineRounds()
      .ask({ trip })
      .ask(({ trip }) => trip.nights > 7 ? { deposit: text('deposit') } : undefined)
      .ask(({ trip, deposit }) => ({ pillow: text('pillow'), map: trip.city === 'Paris' ? undefined : text('map'), receipt: deposit && text('receipt') }))
    expect((await ask(flow, { inputResponses: { trip: paris } })).keys).toEqual(['pillow'])
    expect((await ask(flow, { inputResponses: { trip: accept({ city: 'Rome', nights: 8 }) } })).keys).toEqual(['deposit'])
  })

  it('waits for a function that is async, which is called for the same answers on every request', async () => {
    const calls: object[] = []
    const flow = defineRounds().ask({ trip }).ask(async (answers) => {
      calls.push({ ...answers })
      return { note: text('note') }
    })
    const { state } = await ask(flow, { inputResponses: { trip: paris } })
    expect(done(await enter(flow, { requestState: state, inputResponses: { note: accept({ text: 'ok' }) } })).note).toEqual({ text: 'ok' })
    expect(calls).toEqual([{ trip: { city: 'Paris', nights: 2 } }, { trip: { city: 'Paris', nights: 2 } }])
  })

  it('may be continued in two ways', async () => {
    const base = defineRounds().ask({ trip })
    const [one, other] = [base.ask({ one: text('one') }), base.ask({ other: text('other') })]
    expect((await ask(one, { inputResponses: { trip: paris } })).keys).toEqual(['one'])
    expect((await ask(other, { inputResponses: { trip: paris } })).keys).toEqual(['other'])
  })

  it('gives answers without a prototype', async () => {
    const answers = done(await enter(defineRounds().ask({ trip }), { inputResponses: { trip: paris } }))
    expect('constructor' in answers).toBe(false)
  })
})

describe('a round of several questions', () => {
  const flow = defineRounds().ask({ a: text('a'), b: text('b') }).ask({ c: text('c') })

  it('keeps those that are answered, and asks the others again', proves('rounds/answers-missing'), async () => {
    const asked = await ask(flow, { inputResponses: { b: accept({ text: 'bb' }) } })
    expect(asked.keys).toEqual(['a'])
    expect(carried(asked.state)).toHaveProperty('a', { b: { text: 'bb' } })
    const next = await ask(flow, { requestState: asked.state, inputResponses: { a: accept({ text: 'aa' }) } })
    expect(next.keys).toEqual(['c'])
  })

  it('asks all again when the request brings none, as after an answer that is none', async () => {
    const { state } = await ask(flow)
    expect((await ask(flow, { requestState: state })).keys).toEqual(['a', 'b'])
    expect((await ask(flow, { requestState: state, inputResponses: { a: { action: 'maybe' }, b: {} } })).keys).toEqual(['a', 'b'])
  })

  it('does not let an answer that is kept be changed', async () => {
    const { state } = await ask(flow, { inputResponses: { b: accept({ text: 'bb' }) } })
    const next = await ask(flow, { requestState: state, inputResponses: { a: accept({ text: 'aa' }), b: accept({ text: 'other' }) } })
    expect(carried(next.state)).toHaveProperty('a', { a: { text: 'aa' }, b: { text: 'bb' } })
  })
})

describe('an answer that does not fit', () => {
  it('is asked again with the reason, and kept out of the state', async () => {
    const asked = await ask(booking, { inputResponses: { trip: accept({ city: 'Paris', nights: 0 }) } })
    expect(asked.messages).toEqual({ trip: 'Where to?\n\n- nights: Too small: expected number to be >=1' })
    expect(carried(asked.state)).toHaveProperty('a', {})
  })

  it('is told by refinements too, of a field and of the whole', async () => {
    const range = mcpElicit({ message: 'When?', schema: z.object({ from: z.iso.date(), to: z.iso.date() }).refine(({ from, to }) => from < to, 'ends before it begins') })
    const asked = await ask(defineRounds().ask({ range }), { inputResponses: { range: accept({ from: '2026-01-02', to: '2026-01-01' }) } })
    expect(asked.messages).toEqual({ range: 'When?\n\n- ends before it begins' })
  })

  it('is told by the wire schema where there is no other', proves('rounds/answers-validated'), async () => {
    const size = mcpElicit({ message: 'Size?', requestedSchema: { type: 'object', properties: { size: { type: 'string', enum: ['s', 'm'] }, age: { type: 'integer', minimum: 18 } }, required: ['size'] } })
    const flow = defineRounds().ask({ size })
    expect((await ask(flow, { inputResponses: { size: accept({ size: 'xl', age: 17 }) } })).messages).toEqual({ size: 'Size?\n\n- size: expected one of "s", "m"\n- age: must be at least 18' })
    expect((await ask(flow, { inputResponses: { size: accept() } })).messages).toEqual({ size: 'Size?\n\n- size: is missing' })
    expect(done(await enter(flow, { inputResponses: { size: accept({ size: 's' }) } })).size).toEqual({ size: 's' })
  })

  it.each([
    ['null', null], ['an object', { deep: true }], ['a list of numbers', [1]],
  ])('is refused when a field is %s, whatever the schema would make of it', async (_, value) => {
    const flow = defineRounds().ask({ any: mcpElicit({ message: 'Any?', schema: z.object({ field: z.coerce.string() }) }) })
    const asked = await ask(flow, { inputResponses: { any: accept({ field: value }) } })
    expect(asked.messages).toEqual({ any: 'Any?\n\n- field: expected text, a number, a boolean or a list of texts' })
  })

  it.each([['an array', []], ['text', 'yes'], ['null', null]])('is refused when the content is %s', proves('rounds/answers-validated'), async (_, content) => {
    const asked = await ask(booking, { inputResponses: { trip: { action: 'accept', content } } })
    expect(asked.messages).toEqual({ trip: 'Where to?\n\n- expected the fields of the form' })
  })

  it('says the reason once, however often it is asked', async () => {
    const first = await ask(booking, { inputResponses: { trip: accept({ city: 'Paris', nights: 0 }) } })
    const second = await ask(booking, { requestState: first.state, inputResponses: { trip: accept({ city: 'Paris', nights: -1 }) } })
    expect(second.messages.trip).toBe('Where to?\n\n- nights: Too small: expected number to be >=1')
    expect((await ask(booking, { requestState: second.state })).messages.trip).toBe('Where to?')
  })
})

describe('what was not asked for', () => {
  it('does not get into the state: other keys, other fields', async () => {
    const asked = await ask(booking, { inputResponses: { trip: accept({ city: 'Paris', nights: 2, admin: true, __proto__: { x: 1 } }), other: accept({ text: 'xx' }) } })
    expect(carried(asked.state)).toMatchObject({ a: { trip: { city: 'Paris', nights: 2 } } })
    expect(JSON.stringify(carried(asked.state))).not.toMatch(/admin|other/)
  })

  it('is no answer under an inherited name', async () => {
    const flow = defineRounds().ask({ constructor: text('constructor'), ['__proto__']: text('proto') })
    const { state, keys } = await ask(flow)
    expect(keys).toEqual(['constructor', '__proto__'])
    const inputResponses = JSON.parse('{"constructor":{"action":"accept","content":{"text":"cc"}},"__proto__":{"action":"accept","content":{"text":"pp"}}}') as Record<string, unknown>
    const answers = done(await enter(flow, { requestState: state, inputResponses }))
    expect(Object.entries(answers)).toEqual([['constructor', { text: 'cc' }], ['__proto__', { text: 'pp' }]])
  })
})

describe('a refusal', () => {
  it.each(['decline', 'cancel'])('ends the flow: %s', proves('rounds/declined'), async (action) => {
    const round = await enter(defineRounds().ask({ a: text('a'), b: text('b') }), { inputResponses: { a: accept({ text: 'aa' }), b: { action } } })
    expect(round).toMatchObject({ status: 'refused', key: 'b', action })
    expect({ ...round.answers }).toEqual({ a: { text: 'aa' } })
    expect(round).not.toHaveProperty('ask')
  })

  it('counts more than a missing or a bad answer, and the first one is told', async () => {
    const round = await enter(defineRounds().ask({ a: text('a'), b: text('b'), c: text('c') }), { inputResponses: { a: accept({ text: '' }), c: { action: 'cancel' }, b: no } })
    expect(round).toMatchObject({ status: 'refused', key: 'b', action: 'decline' })
  })

  it('of a URL ends it as well, and its accept is true', async () => {
    const flow = defineRounds().ask({ page: mcpElicitUrl({ message: 'Pay', url: 'https://example.com/' }) })
    expect(await enter(flow, { inputResponses: { page: no } })).toMatchObject({ status: 'refused', key: 'page' })
    expect(done(await enter(flow, { inputResponses: { page: accept({ any: 'thing' }) } })).page).toBe(true)
  })
})

describe('an optional question', () => {
  const flow = defineRounds()
    .ask({ a: text('a'), note: mcpElicit({ message: 'A note?', schema: z.object({ text: z.string() }), optional: true }) })
    .ask(({ note }) => ({ last: text(note === undefined ? 'without' : 'with') }))
    .ask({ page: mcpElicitUrl({ message: 'Look', url: 'https://example.com/', optional: true }) })

  it('is undefined after a refusal, and not asked again', async () => {
    const first = await ask(flow, { inputResponses: { note: no } })
    expect(first.keys).toEqual(['a'])
    const second = await ask(flow, { requestState: first.state, inputResponses: { a: accept({ text: 'aa' }), note: accept({ text: 'late' }) } })
    expect(second.messages).toEqual({ last: 'without?' })
    const third = await ask(flow, { requestState: second.state, inputResponses: { last: accept({ text: 'll' }) } })
    const answers = done(await enter(flow, { requestState: third.state, inputResponses: { page: { action: 'cancel' } } }))
    expect(answers).toEqual({ a: { text: 'aa' }, note: undefined, last: { text: 'll' }, page: undefined })
  })

  it('is asked again when the answer does not fit', async () => {
    const asked = await ask(flow, { inputResponses: { a: accept({ text: 'aa' }), note: accept({}) } })
    expect(asked.keys).toEqual(['note'])
  })

  it('is left out, for good, for a client that cannot be asked it', async () => {
    const forms = { elicitation: { form: {} } }
    const pages = defineRounds().ask({ page: mcpElicitUrl({ message: 'Look', url: 'https://example.com/', optional: true }), a: text('a') })
    const asked = await ask(pages, { clientCapabilities: forms })
    expect(asked.keys).toEqual(['a'])
    expect(done(await enter(pages, { requestState: asked.state, inputResponses: { a: accept({ text: 'aa' }) } }))).toEqual({ a: { text: 'aa' }, page: undefined })
  })

  it('lets a flow of nothing else end on a revision of 2025', async () => {
    const note = mcpElicit({ message: 'A note?', schema: z.object({ text: z.string() }), optional: true })
    expect(done(await enter(defineRounds().ask({ note }), { era: 'legacy', clientCapabilities: {} }))).toEqual({ note: undefined })
  })
})

describe('the results of a client\'s programs', () => {
  const flow = defineRounds()
    .ask({ story: createMessage({ messages: [], maxTokens: 10 }), folders: listRoots() })
    .ask({ a: text('a') })
  const story = { role: 'assistant', model: 'm', stopReason: 'endTurn', content: { type: 'text', text: 'Once' } }
  const folders = { roots: [{ uri: 'file:///a', name: 'a' }, { uri: 'file:///b' }] }

  it('are carried, without what nobody asked for', async () => {
    const { state } = await ask(flow, { inputResponses: { story: { ...story, extra: 1, _meta: {} }, folders: { roots: folders.roots.map(root => ({ ...root, _meta: {} })) } } })
    expect(carried(state)).toHaveProperty('a', { story, folders })
    expect(done(await enter(flow, { requestState: state, inputResponses: { a: accept({ text: 'aa' }) } }))).toEqual({ story, folders, a: { text: 'aa' } })
  })

  it.each([
    ['story', { ...story, role: 'system' }, 'sampling/createMessage', '- role: expected "user" or "assistant"'],
    ['story', { ...story, content: { type: 'text' } }, 'sampling/createMessage', '- content: expected content of a message'],
    ['story', { ...story, content: [] }, 'sampling/createMessage', '- content: expected content of a message'],
    ['story', { ...story, content: { type: 'resource_link', uri: 'a:b', name: 'a' } }, 'sampling/createMessage', '- content: expected content of a message'],
    ['story', { ...story, stopReason: 1 }, 'sampling/createMessage', '- stopReason: expected a string'],
    ['story', { action: 'decline' }, 'sampling/createMessage', '- role: expected "user" or "assistant"\n- content: expected content of a message\n- model: expected a string'],
    ['folders', {}, 'roots/list', '- roots: expected an array'],
    ['folders', { roots: [{ uri: 'file:///a' }, { uri: 'https://a.b' }] }, 'roots/list', '- roots[1]: expected a file: URI, and a name that is a string'],
    ['folders', { roots: ['file:///a'] }, 'roots/list', '- roots[0]: expected a file: URI, and a name that is a string'],
  ])('are an error when they are malformed: %s %j', async (key, answer, method, reason) => {
    await expect(enter(flow, { inputResponses: { story, folders, [key]: answer } })).rejects.toMatchObject({ code: -32602, message: `The answer to "${key}" is no result of ${method}:\n${reason}` })
  })

  it.each([
    { type: 'image', data: 'AA==', mimeType: 'image/png' },
    { type: 'tool_use', id: '1', name: 'a', input: {} },
    [{ type: 'tool_result', toolUseId: '1', content: [{ type: 'text', text: 'a' }] }],
  ])('may hold %j', async (content) => {
    expect((await ask(flow, { inputResponses: { story: { ...story, content }, folders } })).keys).toEqual(['a'])
  })
})

describe('a client that cannot be asked', () => {
  const flow = defineRounds().ask({ a: text('a') }).ask({ page: mcpElicitUrl({ message: 'Pay', url: 'https://example.com/' }) })

  it('is told apart before the first question, with what is missing', async () => {
    const round = await enter(flow, { clientCapabilities: { elicitation: { form: {} } } })
    if (round.status !== 'asking') throw new Error(round.status)
    expect(round.unsupported).toMatchObject({ keys: ['page'], requiredCapabilities: { elicitation: { url: {} } }, error: { code: -32021 } })
    await expect(round.ask()).rejects.toBe(round.unsupported?.error)
  })

  it('on a revision of 2025 is told that it takes a newer one', async () => {
    const round = await enter(flow, { era: 'legacy', clientCapabilities: {} })
    if (round.status !== 'asking') throw new Error(round.status)
    expect(round.unsupported).toMatchObject({ keys: ['a', 'page'], requiredCapabilities: undefined, error: { code: -32600 } })
    await expect(round.ask()).rejects.toMatchObject({ code: -32600, message: 'tools/call of "book" has to ask for input, which takes a client of MCP 2026-07-28; this one speaks 2025-11-25.' })
  })

  it('may finish what needs no more of it', async () => {
    const { state } = await ask(flow, { inputResponses: { a: accept({ text: 'aa' }) } })
    expect((await ask(flow, { requestState: state, clientCapabilities: { elicitation: { url: {} } } })).keys).toEqual(['page'])
    expect(await enter(defineRounds().ask({ a: text('a') }), { clientCapabilities: {}, inputResponses: { a: no } })).toMatchObject({ status: 'refused' })
  })

  it('has nothing unsupported otherwise', async () => {
    expect(await enter(flow)).toMatchObject({ status: 'asking', unsupported: undefined })
  })
})

describe('what validation gives', () => {
  const day = mcpElicit({ message: 'When?', schema: z.object({ day: z.iso.date().transform(text => new Date(text)) }) })
  const flow = defineRounds().ask({ day }).ask(({ day }) => ({ sure: text(String(day.day.getUTCFullYear())) }))

  it('may be more than JSON: it is made anew in each round from what came', async () => {
    const { state, messages } = await ask(flow, { inputResponses: { day: accept({ day: '2026-07-28' }) } })
    expect(messages).toEqual({ sure: '2026?' })
    expect(carried(state)).toHaveProperty('a', { day: { day: '2026-07-28' } })
    const answers = done(await enter(flow, { requestState: state, inputResponses: { sure: accept({ text: 'yes' }) } }))
    expect(answers.day.day).toEqual(new Date('2026-07-28'))
  })

  it('may be awaited', async () => {
    const flow = defineRounds().ask({ a: mcpElicit({ message: 'a?', schema: z.object({ a: z.string().refine(async value => value !== 'taken', 'is taken') }) }) })
    expect((await ask(flow, { inputResponses: { a: accept({ a: 'taken' }) } })).messages).toEqual({ a: 'a?\n\n- a: is taken' })
    expect(done(await enter(flow, { inputResponses: { a: accept({ a: 'free' }) } }))).toEqual({ a: { a: 'free' } })
  })

  it('holds defaults of the schema', async () => {
    const flow = defineRounds().ask({ a: mcpElicit({ message: 'a?', schema: z.object({ n: z.int().default(3) }) }) })
    expect(done(await enter(flow, { inputResponses: { a: accept() } }))).toEqual({ a: { n: 3 } })
  })
})

describe('once', () => {
  it('runs in one round, and is carried over rounds that do not fit or bring nothing', async () => {
    const price = vi.fn(async () => ({ total: 99 }))
    const seen: unknown[] = []
    const quote = async (once: Once) => seen.push(await once('quote', price))
    const first = await ask(booking, {}, quote)
    const second = await ask(booking, { requestState: first.state, inputResponses: { trip: accept({}) } }, quote)
    const third = await ask(booking, { requestState: second.state }, async () => {})
    const fourth = await ask(booking, { requestState: third.state, inputResponses: { trip: paris } }, quote)
    const end = await enter(booking, { requestState: fourth.state, inputResponses: { confirm: accept({ ok: true }) } })
    await quote(end.once)
    expect(price).toHaveBeenCalledTimes(1)
    expect(seen).toEqual(Array.from({ length: 4 }, () => ({ total: 99 })))
  })

  it('in the round that ends runs on every repetition of that request, as nothing carries it', async () => {
    const { state } = await ask(booking, { inputResponses: { trip: paris } })
    const fn = vi.fn(() => 1)
    for (const _ of [1, 2]) await (await enter(booking, { requestState: state, inputResponses: { confirm: accept({ ok: true }) } })).once('late', fn)
    expect(fn).toHaveBeenCalledTimes(2)
  })

  it('makes an offer hold that a function of a round asks about', async () => {
    let price = 10
    const offerOf = () => ({ price: price++ })
    const flow = defineRounds().ask({ trip }).ask(async (_, { once }) => {
      const offer = await once('offer', offerOf)
      return { confirm: text(`For ${offer.price}`) }
    })
    const { state, messages } = await ask(flow, { inputResponses: { trip: paris } })
    expect(messages).toEqual({ confirm: 'For 10?' })
    expect((await ask(flow, { requestState: state })).messages).toEqual({ confirm: 'For 10?' })
    const end = await enter(flow, { requestState: state, inputResponses: { confirm: accept({ text: 'ok' }) } })
    expect(await end.once('offer', offerOf)).toEqual({ price: 10 })
  })

  it('hands the event to the function of a round', async () => {
    const flow = defineRounds().ask((_, { event }) => ({ a: text(event.context.mcp.name ?? '') }))
    expect((await ask(flow, { name: 'tool' })).messages).toEqual({ a: 'tool?' })
  })
})

describe('the state', () => {
  it('of another flow of the same tool is refused', async () => {
    const { state } = await ask(booking, { inputResponses: { trip: paris } })
    await expect(enter(defineRounds().ask({ trip }), { requestState: state })).rejects.toEqual(invalid)
    await expect(enter(defineRounds().ask({ other: text('a') }).ask(() => undefined), { requestState: state })).rejects.toEqual(invalid)
    await expect(enter(defineRounds({ id: 'booking' }).ask({ trip }).ask(() => undefined), { requestState: state })).rejects.toEqual(invalid)
    await expect(enter(booking, { requestState: await defineRequestState().seal({ a: {} }, makeEvent()) })).rejects.toEqual(invalid)
  })

  it('of two flows that ask by the same keys is told apart by their ids', async () => {
    const make = (id: string) => defineRounds({ id }).ask({ trip }).ask({ a: text('a') })
    const { state } = await ask(make('one'), { inputResponses: { trip: paris } })
    expect((await ask(make('one'), { requestState: state })).keys).toEqual(['a'])
    await expect(enter(make('two'), { requestState: state })).rejects.toEqual(invalid)
  })

  it('is the same whatever the order of the keys in a round', async () => {
    const { state } = await ask(defineRounds().ask({ a: text('a'), b: text('b') }), { inputResponses: { a: accept({ text: 'aa' }) } })
    expect((await ask(defineRounds().ask({ b: text('b'), a: text('a') }), { requestState: state })).keys).toEqual(['b'])
  })

  it('is bound to the request, and takes the options of a codec', async () => {
    const { state } = await ask(booking)
    await expect(enter(booking, { requestState: state, arguments: { other: 1 } })).rejects.toEqual(invalid)
    await expect(enter(booking, { requestState: state, name: 'other' })).rejects.toEqual(invalid)
    expect(() => defineRounds({ key: 'short' })).toThrow(RangeError)
    const bound = defineRounds({ bind: event => headerOf(event, 'user') }).ask({ trip })
    const { state: mine } = await ask(bound, { headers: { user: 'ada' } })
    await expect(enter(bound, { requestState: mine, headers: { user: 'eve' } })).rejects.toEqual(invalid)
  })

  it('that outgrew its limit names what is in it, the biggest first', async () => {
    const long = z.object({ text: z.string() })
    const flow = defineRounds().ask({ essay: mcpElicit({ message: 'Essay?', schema: long }), note: mcpElicit({ message: 'Note?', schema: long }) }).ask({ last: text('last') })
    const round = await enter(flow, { inputResponses: { essay: accept({ text: 'x'.repeat(60_000) }), note: accept({ text: 'yy' }) } })
    await round.once('quote', () => 'q'.repeat(100))
    if (round.status !== 'asking') throw new Error(round.status)
    await expect(round.ask()).rejects.toThrow(new RangeError('defineRounds: in the round that asks "last" the state outgrew the 65536 characters that may travel. '
      + 'Characters of JSON by key: answer "essay" 60011, once "quote" 104, answer "note" 13. Keep large data on the server, and carry its id.'))
  })
})

describe('a deploy between two rounds', () => {
  const version = (...keys: string[]) => defineRounds({ id: 'flow' }).ask({ trip }).ask(() => Object.fromEntries(keys.map(key => [key, text(key)])))
  let state: string
  beforeEach(async () => {
    const second = await ask(version('a', 'b'), { inputResponses: { trip: paris } })
    state = (await ask(version('a', 'b'), { requestState: second.state, inputResponses: { a: accept({ text: 'aa' }) } })).state
  })

  it('may take a question away', async () => {
    expect(done(await enter(version('b'), { requestState: state, inputResponses: { a: accept({ text: 'aa' }), b: accept({ text: 'bb' }) } }))).toEqual({ trip: { city: 'Paris', nights: 2 }, b: { text: 'bb' } })
    expect((await ask(version('b'), { requestState: state })).keys).toEqual(['b'])
    expect(done(await enter(version(), { requestState: state }))).toEqual({ trip: { city: 'Paris', nights: 2 } })
  })

  it('may add one', async () => {
    expect((await ask(version('a', 'b', 'c'), { requestState: state, inputResponses: { b: accept({ text: 'bb' }) } })).keys).toEqual(['c'])
  })

  it('may change a schema: what no longer fits is asked again, and what came after it', async () => {
    const strict = mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string(), nights: z.int().min(5) }) })
    const asked = await ask(defineRounds({ id: 'flow' }).ask({ trip: strict }).ask({ a: text('a'), b: text('b') }), { requestState: state, inputResponses: { b: accept({ text: 'bb' }) } })
    expect(asked.messages).toEqual({ trip: 'Where to?\n\n- nights: Too small: expected number to be >=5' })
    expect(carried(asked.state)).toHaveProperty('a', {})
  })

  it('may make a URL of a form: no consent is carried over', async () => {
    const flow = defineRounds({ id: 'flow' }).ask({ trip: mcpElicitUrl({ message: 'Go', url: 'https://example.com/' }) })
    expect((await ask(flow, { requestState: state })).messages).toEqual({ trip: 'Go' })
  })
})

describe('a mistake of the author', () => {
  it('shows when the flow is declared', () => {
    const flow = defineRounds().ask({ trip })
    // As from JavaScript: in TypeScript none of these compiles.
    const loose = flow as unknown as { ask(questions: unknown): unknown }
    expect(() => loose.ask({ trip })).toThrow(new TypeError('defineRounds: round 2 asks by the key "trip", as round 1 does; answers are kept by key, so give each question its own.'))
    expect(() => loose.ask({ bad: { method: 'ping' } })).toThrow(new TypeError('defineRounds: round 2: "bad": method must be elicitation/create, sampling/createMessage or roots/list, not "ping".'))
    expect(() => loose.ask('trip')).toThrow(new TypeError('defineRounds: round 2 must be a map of questions by key.'))
    expect(() => defineRounds({ id: '' })).toThrow(new TypeError('defineRounds: id must be a string that is not empty, not "".'))
  })

  it('in a function shows when it is entered', async () => {
    const flow = (made: unknown) => defineRounds().ask({ trip }).ask(() => made as undefined)
    const enterSecond = (made: unknown) => enter(flow(made), { inputResponses: { trip: paris } })
    await expect(enterSecond({ trip })).rejects.toThrow(new TypeError('defineRounds: rounds 1 and 2 both ask by the key "trip"; answers are kept by key, so give each question its own.'))
    await expect(enterSecond([])).rejects.toThrow(new TypeError('defineRounds: what the function of round 2 returned must be a map of questions by key.'))
    await expect(enterSecond({ bad: {} })).rejects.toThrow('defineRounds: what the function of round 2 returned: "bad": method must be')
    const early = defineRounds().ask(() => ({ late: text('a') })) as unknown as { ask(questions: unknown): Rounds<object> }
    await expect(enter(early.ask({ late: text('b') }))).rejects.toThrow('defineRounds: rounds 1 and 2 both ask by the key "late"')
  })

  it('is thrown where nothing can be asked, or outside a request', async () => {
    await expect(enter(booking, { method: 'completion/complete' })).rejects.toMatchObject({ code: -32603 })
    await expect(booking.enter({ context: {} })).rejects.toThrow('defineRounds().enter: this event is not of an MCP request')
  })
})
