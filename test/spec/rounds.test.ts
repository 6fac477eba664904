/** Flows over the wire: each round is a request of its own, as 2026-07-28, basic/patterns/mrtr has it. */
import { createMcpHandler, definePrompt, defineResource, defineRounds, defineTool, mcpElicit, type McpEvent } from 'nitro-mcp'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { legacy, modern, type RpcOptions } from '../helpers/rpc.ts'

const stateKey = 'a state key of the tests, of enough bytes'
const accept = (content: object) => ({ action: 'accept', content })

const booking = defineRounds()
  .ask({ trip: mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string().min(2), nights: z.int().min(1) }) }) })
  .ask(({ trip }) => ({ confirm: mcpElicit({ message: `${trip.nights} nights in ${trip.city}?`, schema: z.object({ ok: z.literal(true) }) }) }))

/** A server of its own for each test, which counts what ran; two of them are two instances. */
function instance() {
  const ran: string[] = []
  async function book(event: McpEvent) {
    const round = await booking.enter(event)
    const quote = await round.once('quote', () => {
      ran.push('quote')
      return 99
    })
    if (round.status === 'asking') return round.unsupported && event.context.mcp.name === 'soft' ? 'Book by phone.' : round.ask()
    if (round.status === 'refused') return `${round.key}: ${round.action}`
    ran.push('book')
    return `${round.answers.trip.city} for ${quote}`
  }
  const handler = createMcpHandler({
    name: 'spec', version: '1.0.0', stateKey,
    tools: [defineTool({ name: 'book', handler: book }), defineTool({ name: 'soft', handler: book }), defineTool({ name: 'huge', handler: async (event) => {
      const round = await booking.enter(event)
      for (const key of ['a', 'b', 'c', 'd']) await round.once(key, () => 'x'.repeat(16_000))
      return round.status === 'asking' ? round.ask() : 'never'
    } })],
    prompts: [definePrompt({ name: 'plan', inputSchema: z.object({ mood: z.string() }), handler: (_, event) => book(event) })],
    resources: [defineResource({ name: 'trip', uriTemplate: 'spec://trips/{id}', handler: (_, event) => book(event) })],
    onError: error => ran.push(error instanceof Error ? error.message : String(error)),
  })
  return { handler, ran }
}

interface Asked { inputRequests: Record<string, { method: string, params: { message: string, requestedSchema: object } }>, requestState: string, resultType: string }

const kinds = [
  { method: 'tools/call', params: { name: 'book', arguments: { a: 1, b: 2 } }, text: (result: object) => (result as { content: [{ text: string }] }).content[0].text },
  { method: 'prompts/get', params: { name: 'plan', arguments: { mood: 'good' } }, text: (result: object) => (result as { messages: [{ content: { text: string } }] }).messages[0].content.text },
  { method: 'resources/read', params: { uri: 'spec://trips/7' }, text: (result: object) => (result as { contents: [{ text: string }] }).contents[0].text },
]

describe.each(kinds)('a flow of $method', ({ method, params, text }) => {
  test('goes on at another instance in each round, and ends', async () => {
    const instances = [instance(), instance(), instance(), instance()] as const
    const send = async (index: 0 | 1 | 2 | 3, round: object, options?: RpcOptions) => {
      const { status, body } = await modern(instances[index].handler, method, { ...params, ...round }, { id: index, ...options })
      expect(status).toBe(200)
      expect(body?.error).toBeUndefined()
      return body?.result ?? {}
    }
    const first = await send(0, {}) as unknown as Asked
    expect(first).toMatchObject({ resultType: 'input_required', inputRequests: { trip: { method: 'elicitation/create', params: { mode: 'form', message: 'Where to?', requestedSchema: { type: 'object', properties: { city: { type: 'string', minLength: 2 }, nights: { type: 'integer', minimum: 1 } }, required: ['city', 'nights'] } } } } })
    expect(Object.keys(first).sort()).toEqual(['_meta', 'inputRequests', 'requestState', 'resultType'])

    const again = await send(1, { requestState: first.requestState, inputResponses: { trip: accept({ city: 'P', nights: 2 }) } }) as unknown as Asked
    expect(again.inputRequests.trip?.params.message).toMatch(/^Where to\?\n\n- city: /)
    const second = await send(2, { requestState: again.requestState, inputResponses: { trip: accept({ city: 'Paris', nights: 2 }), stray: accept({}) } }) as unknown as Asked
    expect(second.inputRequests).toMatchObject({ confirm: { params: { message: '2 nights in Paris?' } } })
    expect(Object.keys(second.inputRequests)).toEqual(['confirm'])

    const end = await send(3, { requestState: second.requestState, inputResponses: { confirm: accept({ ok: true }) } })
    expect(end.resultType).toBe('complete')
    expect(text(end)).toBe('Paris for 99')
    expect(instances.map(({ ran }) => ran)).toEqual([['quote'], [], [], ['book']])
  })

  test('ends with a no', async () => {
    const { handler, ran } = instance()
    const { body } = await modern(handler, method, { ...params, inputResponses: { trip: { action: 'cancel' } } })
    expect(text(body?.result ?? {})).toBe('trip: cancel')
    expect(ran).toEqual(['quote'])
  })

  test('is not taken up by other arguments, nor with a changed state', async () => {
    const { handler, ran } = instance()
    const { body } = await modern(handler, method, params)
    const { requestState } = body?.result as unknown as Asked
    const other = method === 'resources/read' ? { uri: 'spec://trips/8' } : { ...params, arguments: { mood: 'bad' } }
    const changed = requestState.replace(/.(?=\.)/g, letter => letter === 'A' ? 'B' : 'A')
    for (const attempt of [{ ...other, requestState }, { ...params, requestState: changed }]) {
      const { body } = await modern(handler, method, { ...attempt, inputResponses: { trip: accept({ city: 'Paris', nights: 2 }) } })
      expect(body?.error).toEqual({ code: -32602, message: 'Invalid request state' })
    }
    expect(ran).toEqual(['quote'])
  })
})

describe('a client that cannot be asked', () => {
  test('gets -32021 with what it lacks, or what the author has for it', async () => {
    const { handler, ran } = instance()
    const { status, body } = await modern(handler, 'tools/call', { name: 'book' }, { capabilities: { elicitation: { url: {} } } })
    expect(status).toBe(400)
    expect(body?.error).toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } })
    expect(ran).not.toContain('book')
    const soft = await modern(handler, 'tools/call', { name: 'soft' }, { capabilities: {} })
    expect(soft.body?.result).toMatchObject({ content: [{ text: 'Book by phone.' }] })
  })

  test('of a revision of 2025 gets -32600, or what the author has for it, and cannot answer what it was not asked', async () => {
    const { handler, ran } = instance()
    const { body } = await legacy(handler, 'tools/call', { name: 'book', inputResponses: { trip: accept({ city: 'Paris', nights: 1 }) } })
    expect(body?.error).toMatchObject({ code: -32600, message: 'tools/call of "book" has to ask for input, which takes a client of MCP 2026-07-28; this one speaks 2025-11-25.' })
    expect((await legacy(handler, 'tools/call', { name: 'soft' })).body?.result).toMatchObject({ content: [{ text: 'Book by phone.' }] })
    expect(ran).not.toContain('book')
  })
})

test('a flow that outgrew its state fails in that round; the sizes are for the author only', async () => {
  const { handler, ran } = instance()
  const { body } = await modern(handler, 'tools/call', { name: 'huge' })
  expect(body?.result).toMatchObject({ isError: true, content: [{ text: 'The tool "huge" failed.' }] })
  expect(ran).toEqual([expect.stringContaining('once "a" 16004, once "b" 16004, once "c" 16004, once "d" 16004')])
})
