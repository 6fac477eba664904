/** Every attack is tried on a tool that has the fault which it is for, and on one that has none. */
import { createMcpHandler as createOfficialHandler, createRequestStateCodec, inputRequired as officialInputRequired, McpServer } from '@modelcontextprotocol/server'
import { createMcpHandler, defineRequestState, definePrompt, defineResource, defineRounds, defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import type { McpEvent, RequestStateOptions, Rounds } from 'nitro-mcp'
import { attackRounds } from 'nitro-mcp/testing'
import type { AttackName, AttackOptions, AttackReport } from 'nitro-mcp/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'

const stateKey = 'a key for these tests, long enough'
const ask = {
  city: mcpElicit({ message: 'Where to?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }),
  sure: mcpElicit({ message: 'Book it?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } }),
}
const { city, sure } = ask
const answers = { city: { name: 'Lisbon' }, sure: { ok: true } }

interface Trip { city: string, price: number }

/** How a trip travels between the two rounds of a tool. */
interface Codec {
  seal(trip: Trip, event: McpEvent): string | Promise<string>
  open(event: McpEvent): Trip | undefined | Promise<Trip | undefined>
}

const userOf = (event: McpEvent) => (event as unknown as { req: Request }).req.headers.get('authorization') ?? 'nobody'

const redeemOnce = () => {
  const used = new Set<string>()
  return (id: string) => !used.has(id) && used.add(id).has(id)
}

const sealed = (options: RequestStateOptions = {}): Codec => defineRequestState<Trip>({ bind: userOf, ...options })

/** No seal at all. */
const plain: Codec = {
  seal: trip => btoa(JSON.stringify(trip)),
  open: ({ context: { mcp: { requestState } } }) => requestState === undefined ? undefined : JSON.parse(atob(requestState)) as Trip,
}

/** Asks for the city, then for consent. */
const booking = (name: string, codec: Codec, book = ({ city, price }: Trip) => `Booked ${city} for ${price}`) => defineTool({
  name,
  inputSchema: { type: 'object', properties: { nights: { type: 'integer' } } },
  async handler(_, event) {
    const trip = await codec.open(event)
    const given = getInputResponses(event, ask)
    if (!trip) {
      if (!given.city) return inputRequired(event, { inputRequests: { city } })
      if (given.city.action !== 'accept' || typeof given.city.content?.name !== 'string') return 'Nothing was booked.'
      return inputRequired(event, { inputRequests: { sure }, requestState: await codec.seal({ city: given.city.content.name, price: 100 }, event) })
    }
    if (!given.sure) return inputRequired(event, { inputRequests: { sure }, requestState: await codec.seal(trip, event) })
    return given.sure.action === 'accept' && given.sure.content?.ok === true ? book(trip) : 'Nothing was booked.'
  },
})

type Tools = Parameters<typeof createMcpHandler>[0]['tools']
const serve = (...tools: NonNullable<Tools>) => createMcpHandler({ name: 'test', version: '1', stateKey, tools })

const completed = (result: object) => JSON.stringify(result).includes('Booked')
const advance = (ms: number) => void vi.setSystemTime(Date.now() + ms)
const everything = {
  answers, completed, advance,
  arguments: { nights: 2 }, otherArguments: { nights: 3 },
  headers: { authorization: 'Bearer ada' }, otherUser: { headers: { authorization: 'Bearer eve' } },
  otherTarget: { tool: 'other', arguments: { nights: 2 }, answers },
} satisfies Partial<AttackOptions>

const verdicts = ({ results }: AttackReport) => Object.fromEntries(results.map(({ attack, verdict }) => [attack, verdict]))
const resultOf = ({ results }: AttackReport, name: AttackName) => results.find(({ attack }) => attack === name)

afterEach(() => vi.useRealTimers())

const allHeld = {
  'state tampered': 'held', 'state of another user': 'held', 'state on another target': 'held', 'state with other arguments': 'held',
  'state of an older round': 'notApplicable', 'state replayed': 'held', 'answers without state': 'held',
  'every question declined': 'held', 'every question cancelled': 'held', 'content that does not fit': 'held', 'state expired': 'held',
}

describe('a tool without a fault', () => {
  test('holds, and its report says how often it was tried', async () => {
    const codec = sealed({ redeem: redeemOnce() })
    const report = await attackRounds(serve(booking('book', codec), booking('other', codec)), { tool: 'book', ...everything, once: true })
    expect(verdicts(report)).toEqual(allHeld)
    expect(resultOf(report, 'state tampered')?.happened).toMatch(/^\d\d × -32602 Invalid request state$/)
    expect(() => report.assert({ all: true })).not.toThrow()
  })

  test('without single redemption, a replay is allowed and says how to stop it', async () => {
    const codec = sealed()
    const report = await attackRounds(serve(booking('book', codec), booking('other', codec)), { tool: 'book', ...everything })
    expect(verdicts(report)).toEqual({ ...allHeld, 'state replayed': 'allowed' })
    expect(resultOf(report, 'state replayed')?.happened).toMatch(/completed with .*Booked Lisbon.* redeem option of defineRequestState/)
    expect(() => report.assert()).not.toThrow()
  })

  test('flows hold, of one round and of three', async () => {
    const handlerOf = <Answers>(flow: Rounds<Answers>) => async (event: McpEvent) => {
      const round = await flow.enter(event)
      if (round.status === 'asking') return round.ask()
      return round.status === 'done' ? 'Booked' : 'Nothing was booked.'
    }
    const options = { bind: userOf }
    const seats = mcpElicit({ message: 'Which seats?', requestedSchema: { type: 'object', properties: { row: { type: 'integer', minimum: 1, maximum: 30 } }, required: ['row'] } })
    const handler = serve(
      defineTool({ name: 'one', handler: handlerOf(defineRounds(options).ask({ sure })) }),
      defineTool({ name: 'three', handler: handlerOf(defineRounds(options).ask({ city }).ask({ seats }).ask(() => ({ sure }))) }),
    )
    const { arguments: _, otherArguments, ...rest } = everything
    const three = await attackRounds(handler, { ...rest, tool: 'three', otherArguments: { any: 1 }, answers: { ...answers, seats: { row: 3 } }, otherTarget: { tool: 'one', answers } })
    const loose = { 'state replayed': 'allowed', 'state of an older round': 'allowed', 'content that does not fit': 'allowed', 'state on another target': 'notApplicable' }
    expect(verdicts(three)).toEqual({ ...allHeld, ...loose })
    const one = await attackRounds(handler, { ...rest, tool: 'one', otherArguments: { any: 1 }, otherTarget: { tool: 'three', answers: { ...answers, seats: { row: 3 } } } })
    expect(verdicts(one)).toEqual({ ...allHeld, 'state replayed': 'allowed', 'content that does not fit': 'allowed', 'answers without state': 'allowed' })
  })

  test('with single redemption no flow is taken up again', async () => {
    const flow = defineRounds({ redeem: redeemOnce() }).ask({ city }).ask({ sure })
    const handler = serve(defineTool({ name: 'book', async handler(event) {
      const round = await flow.enter(event)
      return round.status === 'asking' ? round.ask() : round.status === 'done' ? 'Booked' : 'No.'
    } }))
    const report = await attackRounds(handler, { tool: 'book', answers, completed, once: true })
    expect(verdicts(report)).toMatchObject({ 'state of an older round': 'held', 'state replayed': 'held' })
    expect(report.failed).toEqual([])
  })

  test('rounds that ask nothing, and wait', async () => {
    const state = defineRequestState<number>()
    const handler = serve(defineTool({ name: 'wait', async handler(event) {
      const step = await state.open(event) ?? 0
      return step === 2 ? 'Booked' : inputRequired(event, { requestState: await state.seal(step + 1, event) })
    } }))
    const report = await attackRounds(handler, { tool: 'wait', answers: {} })
    expect(verdicts(report)).toMatchObject({ 'state tampered': 'held', 'answers without state': 'held', 'every question declined': 'notApplicable', 'content that does not fit': 'notApplicable' })
  })

  test.each(['json', 'sse'] as const)('a server of another make, which answers by %s', async (responseMode) => {
    const codec = createRequestStateCodec({ key: stateKey })
    const handler = createOfficialHandler(() => {
      const server = new McpServer({ name: 'official', version: '1' }, { requestState: { verify: codec.verify } })
      server.registerTool('book', {}, async context => context.mcpReq.requestState<string>() === undefined
        ? officialInputRequired({ inputRequests: { sure: officialInputRequired.elicit({ message: 'Book it?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } }) }, requestState: await codec.mint('first') })
        : { content: [{ type: 'text', text: 'Booked' }] })
      return server
    }, { responseMode })
    const report = await attackRounds(handler, { tool: 'book', answers, advance })
    expect(verdicts(report)).toMatchObject({ 'state tampered': 'held', 'state expired': 'held' })
  })

  test('prompts and resources, too', async () => {
    const state = defineRequestState<true>()
    const handler = createMcpHandler({
      name: 'test', version: '1', stateKey,
      prompts: [definePrompt({ name: 'letter', handler: async event => await state.open(event) && getInputResponses(event, ask).city ? 'Write.' : inputRequired(event, { inputRequests: { city }, requestState: await state.seal(true, event) }) })],
      resources: [defineResource({ name: 'sheet', uri: 'shop://sheet', handler: async event => await state.open(event) && getInputResponses(event, ask).city ? 'Sheet.' : inputRequired(event, { inputRequests: { city }, requestState: await state.seal(true, event) }) })],
    })
    const prompt = await attackRounds(handler, { prompt: 'letter', answers, otherTarget: { resource: 'shop://sheet', answers } })
    expect(verdicts(prompt)).toMatchObject({ 'state tampered': 'held', 'state on another target': 'held', 'state with other arguments': 'notRun' })
    const resource = await attackRounds(handler, { resource: 'shop://sheet', answers, otherTarget: { prompt: 'letter', answers } })
    expect(verdicts(resource)).toMatchObject({ 'state tampered': 'held', 'state on another target': 'held', 'state with other arguments': 'notApplicable' })
    expect(String(resource)).toMatch(/^resource "shop:\/\/sheet": /)
  })
})

/** What of the tool has the fault, what attack shows it, and what the report says of it. */
const faults: [fault: string, codec: Codec, failed: AttackName[], happened: RegExp][] = [
  ['a state that is not sealed', plain, ['state tampered', 'state of another user', 'state on another target', 'state with other arguments', 'state expired'], /^In round 2, with city changed in what it encodes: it completed with .*Booked Lisbonx for 100.* Seal it: defineRounds/],
  ['a state for everybody', sealed({ bind: undefined }), ['state of another user'], /^In round 2, sent by the other user: it completed with .*Booked Lisbon.* by principal or by bind\.$/],
  ['a state for all requests', sealed({ bindRequest: false }), ['state on another target', 'state with other arguments'], /^In round 2, on the tool "other": it completed with .*Booked Lisbon.* without bindRequest: false\.$/],
  ['a state that lives too long', sealed({ ttlMs: 86_400_000 }), ['state expired'], /^In round 2, 61 minutes later: it completed with .* give ttlMs\.$/],
]

describe('a tool with a fault', () => {
  test.each(faults)('%s', async (_, codec, failed, happened) => {
    const report = await attackRounds(serve(booking('book', codec), booking('other', codec)), { tool: 'book', ...everything })
    expect(report.failed.map(({ attack }) => attack)).toEqual(failed)
    expect(report.failed[0]?.happened).toMatch(happened)
    expect(() => report.assert()).toThrow(`The tool "book" does not hold: ${failed.map(attack => `${attack} (FAILED)`).join(', ')}.\ntool "book": `)
  })

  test('a state that may be used again, where once is meant', async () => {
    const report = await attackRounds(serve(booking('book', sealed())), { tool: 'book', ...everything, once: true })
    expect(resultOf(report, 'state replayed')).toMatchObject({ verdict: 'failed', happened: expect.stringMatching(/^Sent once more after the end, the last request completed/) })
  })

  test('a flow that may be taken up again, where once is meant', async () => {
    const flow = defineRounds().ask({ city }).ask({ sure })
    const handler = serve(defineTool({ name: 'book', async handler(event) {
      const round = await flow.enter(event)
      return round.status === 'asking' ? round.ask() : 'Booked'
    } }))
    const report = await attackRounds(handler, { tool: 'book', answers, once: true })
    expect(resultOf(report, 'state of an older round')).toMatchObject({ verdict: 'failed', happened: expect.stringMatching(/^Taken up again from round 1/) })
  })

  test('answers that are believed with the state of a round before', async () => {
    const state = defineRequestState<{ step: number }>()
    const code = mcpElicit({ message: 'The code from the letter?', requestedSchema: { type: 'object', properties: { digits: { type: 'string' } }, required: ['digits'] } })
    const handler = serve(defineTool({ name: 'book', async handler(event) {
      const opened = await state.open(event)
      const given = getInputResponses(event, { ...ask, code })
      // Any state opens the way to the last step: that of the first round, too.
      if (opened && given.sure) return 'Booked'
      const step = opened?.step === 1 && given.code ? 2 : 1
      return inputRequired(event, { inputRequests: step === 2 ? { sure } : { code }, requestState: await state.seal({ step }, event) })
    } }))
    const report = await attackRounds(handler, { tool: 'book', answers: { code: { digits: '1234' }, sure: { ok: true } } })
    expect(resultOf(report, 'state of an older round')).toMatchObject({ verdict: 'failed', happened: expect.stringMatching(/^With the state of round 1 and the answers of the last one, it completed with .*Booked/) })
  })

  test('answers that are believed without the state', async () => {
    const state = defineRequestState<true>()
    const handler = serve(defineTool({ name: 'book', async handler(event) {
      const given = getInputResponses(event, ask)
      if (given.sure) return 'Booked'
      await state.open(event)
      return given.city ? inputRequired(event, { inputRequests: { sure }, requestState: await state.seal(true, event) }) : inputRequired(event, { inputRequests: { city } })
    } }))
    const report = await attackRounds(handler, { tool: 'book', answers })
    expect(resultOf(report, 'answers without state')).toMatchObject({ verdict: 'failed', happened: expect.stringMatching(/^With the answers of the last round alone, it completed with .*Booked/) })
  })

  test.each([['every question declined', 'declined'], ['every question cancelled', 'cancelled']] as const)('a question that is asked for ever: %s', async (attack, word) => {
    const handler = serve(defineTool({ name: 'book', async handler(event) {
      const given = getInputResponses(event, ask)
      if (given.sure?.content?.ok) return 'Booked'
      return given.city?.content?.name || given.sure ? inputRequired(event, { inputRequests: { sure } }) : given.city ? 'No.' : inputRequired(event, { inputRequests: { city } })
    } }))
    const report = await attackRounds(handler, { tool: 'book', answers, maxRounds: 5 })
    expect(resultOf(report, attack)).toEqual({ attack, verdict: 'failed', happened: `With every question ${word} from round 2 on, it asks for ever: asked "sure" after 5 rounds. A refusal is an answer.` })
  })

  test('a no, and content that says nothing, that are taken for a yes', async () => {
    const handler = serve(defineTool({ name: 'book', handler: event => getInputResponses(event, ask).sure ? 'Booked' : inputRequired(event, { inputRequests: { sure } }) }))
    const report = await attackRounds(handler, { tool: 'book', answers, completed })
    expect(verdicts(report)).toMatchObject({ 'every question declined': 'failed', 'every question cancelled': 'failed', 'content that does not fit': 'failed', 'state tampered': 'notApplicable', 'state expired': 'notApplicable' })
    expect(resultOf(report, 'content that does not fit')?.happened).toMatch(/^Accepted in round 1 with nothing filled in, it completed with .*Booked/)
  })
})

describe('what proves nothing', () => {
  test('is not run without what it needs, and says what that is', async () => {
    const report = await attackRounds(serve(booking('book', sealed())), { tool: 'book', answers })
    expect(report.notRun.map(({ attack, happened }) => `${attack}: ${happened.split('.')[0]}`)).toEqual([
      'state of another user: Give otherUser: { headers }',
      'state on another target: Give otherTarget: { tool }, { prompt } or { resource }',
      'state with other arguments: Give otherArguments, or {} if it takes any',
      'content that does not fit: Give completed: without it, nothing tells whether the content was taken',
      'state expired: Give advance: (ms) => …, which moves the clock of the handler',
    ])
    expect(() => report.assert()).not.toThrow()
    expect(() => report.assert({ all: true })).toThrow('state expired (not run)')
  })

  test('is not held: a place that asks nothing, and a tool that completes once only', async () => {
    let seats = 1
    const book = () => seats-- > 0 ? 'Booked' : 'Sold out'
    const handler = serve(booking('book', sealed(), book), defineTool({ name: 'other', handler: () => 'Hello' }))
    const report = await attackRounds(handler, { tool: 'book', ...everything })
    expect(resultOf(report, 'state on another target')).toMatchObject({ verdict: 'notRun', happened: expect.stringContaining('is not asked anything') })
    expect(resultOf(report, 'state tampered')).toMatchObject({ verdict: 'notRun', happened: expect.stringMatching(/does not complete then \(.*Sold out.*Give reset\.$/) })

    const again = await attackRounds(handler, { tool: 'book', ...everything, reset: () => void (seats = 1) })
    expect(verdicts(again)).toMatchObject({ 'state tampered': 'held', 'state of another user': 'held', 'state replayed': 'held' })
  })

  test('is not held: another user who is not let in at all', async () => {
    const inner = serve(booking('book', sealed()))
    const guarded = { fetch: (request: Request) => request.headers.has('authorization') ? inner.fetch(request) : new Response('Who are you?', { status: 401 }) }
    const report = await attackRounds(guarded, { tool: 'book', ...everything, otherUser: { headers: {} } })
    expect(resultOf(report, 'state of another user')).toMatchObject({ verdict: 'notRun', happened: 'A first request sent by the other user is not asked anything: HTTP 401.' })
  })

  test('is told at once: a tool that asks nothing, never ends, or does not complete with the answers given', async () => {
    const handler = serve(
      defineTool({ name: 'hello', handler: () => 'Hello' }),
      defineTool({ name: 'for-ever', handler: event => inputRequired(event, { inputRequests: { city } }) }),
      booking('book', sealed()),
    )
    await expect(attackRounds(handler, { tool: 'hello', answers })).rejects.toThrow('the tool "hello" asks nothing')
    await expect(attackRounds(handler, { tool: 'for-ever', answers })).rejects.toThrow('the tool "for-ever" still asks "city" after 10 rounds')
    await expect(attackRounds(handler, { tool: 'book', answers: { ...answers, sure: 'decline' }, completed })).rejects.toThrow(/must complete, and does not: .*Nothing was booked/)
    await expect(attackRounds(handler, { tool: 'book', answers: { city: answers.city } })).rejects.toThrow('The question \'sure\'')
    await expect(attackRounds(handler, { tool: 'nöwhere', answers })).rejects.toThrow(/does not: -32602 .*nöwhere/)
  })
})

test('the report is a table', async () => {
  const report = await attackRounds(serve(booking('book', sealed())), { tool: 'book', answers, advance })
  const lines = String(report).split('\n')
  expect(lines[0]).toBe('tool "book": 5 held, 1 allowed, 1 n/a, 4 not run')
  expect(lines).toContain('  held     every question declined     Ended: [{"type":"text","text":"Nothing was booked."}] (with completed, also told whether a no was obeyed)')
})
