import { afterEach, describe, expect, it, vi } from 'vitest'
import { canRequestInput, createMessage, createMcpHandler, definePrompt, defineRequestState, defineResource, defineRounds, defineTool, getInputResponses, getSupportedInputs, inputRequired, listRoots, mcpElicit, mcpElicitUrl, type InputRequest, type McpHandlerOptions } from 'nitro-mcp'
import { LegacyClient, nextQuestion } from '../helpers/legacy-client.ts'
import { proves } from '../helpers/proves.ts'
import { legacy, modern, send } from '../helpers/rpc.ts'
import { specServer } from './server.ts'

const stateKey = 'a key of the tests, long enough to sign with'
const uuid = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const form = mcpElicit({ message: 'Your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } })
const sample = createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }], maxTokens: 10 })
const url = mcpElicitUrl({ message: 'Sign in', url: 'https://example.com/in' })

const state = defineRequestState<{ count: number }>()

const asks = (name: string, questions: Record<string, InputRequest>) => defineTool({
  name,
  handler: event => event.context.mcp.inputResponses ? JSON.stringify(event.context.mcp.inputResponses) : inputRequired(event, { inputRequests: questions }),
})

const flow = defineRounds().ask({ name: form }).ask(({ name }) => ({ text: createMessage({ messages: [{ role: 'user', content: { type: 'text', text: `A poem for ${String(name.name)}` } }], maxTokens: 10 }) }))

const seen: { signal?: AbortSignal } = {}

function server(options: Partial<McpHandlerOptions> = {}) {
  return createMcpHandler({
    name: 'held',
    version: '1.0.0',
    stateKey,
    legacyInput: true,
    onError: () => {},
    tools: [
      asks('form', { name: form }),
      asks('url', { link: url }),
      asks('sample', { text: sample }),
      asks('roots', { folders: listRoots() }),
      asks('two', { name: form, text: sample }),
      asks('toolbox', { text: { method: 'sampling/createMessage', params: { ...sample.params, tools: [] } } }),
      asks('several', { colors: mcpElicit({ message: 'Which?', requestedSchema: { type: 'object', properties: { colors: { type: 'array', items: { type: 'string', enum: ['red'] } } } } }) }),
      asks('titled', { color: mcpElicit({ message: 'Which?', requestedSchema: { type: 'object', properties: { color: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }, { const: 'g', title: 'Green' }] } } } }) }),
      defineTool({ name: 'count', handler: async (event) => {
        const { count } = await state.open(event) ?? { count: 0 }
        event.context.mcp.progress(count)
        if (count >= 8) return `asked ${count} times`
        return inputRequired(event, { inputRequests: { name: form }, requestState: await state.seal({ count: count + 1 }, event) })
      } }),
      defineTool({ name: 'endless', handler: event => inputRequired(event, { inputRequests: { name: form } }) }),
      defineTool({ name: 'poll', handler: async (event) => {
        const { count } = await state.open(event) ?? { count: 0 }
        return count === 2 ? `answers: ${JSON.stringify(event.context.mcp.inputResponses)}` : inputRequired(event, { requestState: await state.seal({ count: count + 1 }, event) })
      } }),
      defineTool({ name: 'flow', handler: async (event) => {
        const round = await flow.enter(event)
        if (round.status === 'asking') return round.ask()
        return round.status === 'refused' ? `refused at ${round.key}` : `${String(round.answers.name.name)}: ${round.answers.text.model}`
      } }),
      defineTool({ name: 'context', handler: ({ context: { mcp } }) => ({ era: mcp.era, version: mcp.protocolVersion, info: mcp.clientInfo, capabilities: mcp.clientCapabilities }) }),
      defineTool({ name: 'verdicts', handler: event => ({ form: canRequestInput(event, form), url: canRequestInput(event, url), sample: canRequestInput(event, sample), supported: Object.keys(getSupportedInputs(event, { form, url, sample, roots: listRoots() })) }) }),
      defineTool({ name: 'wait', handler: async (event) => {
        const { mcp } = event.context
        seen.signal = mcp.signal
        mcp.log('info', 'waiting')
        await new Promise(resolve => mcp.signal.addEventListener('abort', resolve))
        return 'late'
      } }),
      defineTool({ name: 'late', handler: async (event) => {
        const { signal } = event.context.mcp
        seen.signal = signal
        event.context.mcp.log('info', 'waiting')
        await new Promise(resolve => signal.addEventListener('abort', resolve))
        return inputRequired(event, { inputRequests: { name: form } })
      } }),
      defineTool({ name: 'quiet', handler: async (event) => {
        seen.signal = event.context.mcp.signal
        await new Promise(resolve => event.context.mcp.signal.addEventListener('abort', resolve))
        return 'late'
      } }),
    ],
    prompts: [definePrompt({ name: 'ask', handler: event => getInputResponses(event, { name: form }).name ? 'answered' : inputRequired(event, { inputRequests: { name: form } }) })],
    resources: [defineResource({ name: 'ask', uri: 'spec://ask', handler: event => event.context.mcp.inputResponses ? 'answered' : inputRequired(event, { inputRequests: { name: form } }) })],
    ...options,
  })
}

const textOf = (message: unknown) => (message as { result: { content: { text: string }[] } }).result.content[0]!.text

afterEach(() => {
  vi.useRealTimers()
  seen.signal = undefined
})

describe('asking on the stream of the call', () => {
  it('sends the question as a request, and runs the same handler again with the answer', proves('legacy/ask', 'legacy/answer'), async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('form', { id: 7 })
    const question = await nextQuestion(stream)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(question).toEqual({ jsonrpc: '2.0', id: expect.stringMatching(uuid), method: 'elicitation/create', params: { mode: 'form', message: 'Your name?', requestedSchema: form.params.requestedSchema } })
    expect(await client.answer(question.id, { action: 'accept', content: { name: 'Ada' } })).toBe(202)
    const [result, ...more] = await stream.rest()
    expect(result).toEqual({ jsonrpc: '2.0', id: 7, result: { content: [{ type: 'text', text: '{"name":{"action":"accept","content":{"name":"Ada"}}}' }] } })
    expect(more).toEqual([])
  })

  it.each([
    ['sample', 'sampling/createMessage', sample.params, { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm' }],
    ['roots', 'roots/list', undefined, { roots: [] }],
  ])('%s asks by %s', async (tool, method, params, answer) => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call(tool)
    const question = await nextQuestion(stream)
    expect(question).toMatchObject({ method, ...params && { params } })
    await client.answer(question.id, answer)
    expect(textOf(await stream.next())).toContain(JSON.stringify(answer))
  })

  it('asks several at once and takes the answers in any order', async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('two')
    const [first, second] = [await nextQuestion(stream), await nextQuestion(stream)]
    await client.answer(second.id, { role: 'assistant', content: { type: 'text', text: 'Ho' }, model: 'm' })
    await client.answer(first.id, { action: 'decline' })
    expect(JSON.parse(textOf(await stream.next()))).toEqual({ name: { action: 'decline' }, text: expect.objectContaining({ model: 'm' }) })
  })

  it.each([['prompts/get', { name: 'ask' }], ['resources/read', { uri: 'spec://ask' }]])('works in %s', async (method, params) => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('ask', { method, params })
    await client.answer((await nextQuestion(stream)).id, { action: 'accept', content: { name: 'Ada' } })
    expect(JSON.stringify(await stream.next())).toContain('answered')
  })

  it('carries the state through eight rounds, with one course of progress', async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('count', { params: { _meta: { progressToken: 'p' } } })
    const progress: unknown[] = []
    for (;;) {
      const message = await stream.next() as { id?: string, method?: string, params?: { progress: number }, result?: unknown }
      if (message.method === 'notifications/progress') progress.push(message.params?.progress)
      else if (message.method) await client.answer(message.id, { action: 'accept', content: {} })
      else {
        expect(textOf(message)).toBe('asked 8 times')
        break
      }
    }
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('goes through a flow of defineRounds, question by question', async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('flow')
    await client.answer((await nextQuestion(stream)).id, { action: 'accept', content: { name: 'Ada' } })
    const { id, params } = await nextQuestion(stream)
    expect(params).toMatchObject({ messages: [{ content: { text: 'A poem for Ada' } }] })
    await client.answer(id, { role: 'assistant', content: { type: 'text', text: 'Roses' }, model: 'm' })
    expect(textOf(await stream.next())).toBe('Ada: m')
    const refused = await client.call('flow')
    await client.answer((await nextQuestion(refused)).id, { action: 'decline' })
    expect(textOf(await refused.next())).toBe('refused at name')
  })

  it('ends a handler that asks a ninth time, and reports it', async () => {
    const onError = vi.fn()
    const client = await LegacyClient.connect(server({ onError }))
    const stream = await client.call('endless')
    for (let round = 0; round < 8; round++) await client.answer((await nextQuestion(stream)).id, { action: 'accept', content: {} })
    expect(await stream.next()).toMatchObject({ result: { isError: true, content: [{ text: 'Asked 8 times without coming to an end.' }] } })
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: -32603 }), { method: 'tools/call', name: 'endless', file: undefined })
  })

  it('runs a handler that hands out a state alone again, without answers', async () => {
    const client = await LegacyClient.connect(server())
    const start = performance.now()
    const stream = await client.call('poll')
    // Two rounds, each after a pause.
    expect(performance.now() - start).toBeGreaterThan(490)
    expect(stream.response.headers.get('content-type')).toBe('application/json')
    expect(textOf(await stream.next())).toBe('answers: undefined')
  })
})

describe('the words of each revision', () => {
  it('2025-11-25 has ids for pages', proves('legacy/ask-shape'), async () => {
    const client = await LegacyClient.connect(server())
    const { params } = await nextQuestion(await client.call('url'))
    expect(params).toEqual({ mode: 'url', message: 'Sign in', url: 'https://example.com/in', elicitationId: expect.stringMatching(uuid) })
  })

  it('2025-06-18 has no modes, and titles in a list of their own', proves('legacy/ask-shape'), async () => {
    const client = await LegacyClient.connect(server(), { version: '2025-06-18' })
    expect((await nextQuestion(await client.call('form'))).params).toEqual({ message: 'Your name?', requestedSchema: form.params.requestedSchema })
    const { params } = await nextQuestion(await client.call('titled'))
    expect(params?.requestedSchema).toEqual({ type: 'object', properties: { color: { type: 'string', enum: ['r', 'g'], enumNames: ['Red', 'Green'] } } })
  })

  it.each([
    ['2025-06-18', 'url', -32021],
    ['2025-06-18', 'toolbox', -32021],
    ['2025-06-18', 'several', -32600],
    ['2025-03-26', 'form', -32021],
  ])('%s can not be asked by %s', async (version, tool, code) => {
    const client = await LegacyClient.connect(server(), { version })
    expect(await (await client.call(tool)).next()).toMatchObject({ error: { code } })
  })

  it.each([
    ['2025-11-25', ['form', 'url', 'sample', 'roots']],
    ['2025-06-18', ['form', 'sample', 'roots']],
    ['2025-03-26', ['sample', 'roots']],
  ])('on %s, what is supported is %j', async (version, supported) => {
    const client = await LegacyClient.connect(server(), { version })
    const verdicts = JSON.parse(textOf(await (await client.call('verdicts')).next()))
    expect(verdicts).toEqual({ form: supported.includes('form'), url: supported.includes('url'), sample: supported.includes('sample'), supported })
  })
})

describe('what the client declared', () => {
  it('comes with the session, and the era stays legacy', async () => {
    const client = await LegacyClient.connect(server(), { capabilities: { elicitation: {}, experimental: { big: 'x' } } })
    expect(JSON.parse(textOf(await (await client.call('context')).next()))).toEqual({ era: 'legacy', version: '2025-11-25', info: { name: 'old', version: '1' }, capabilities: { elicitation: {} } })
  })

  it('decides what may be asked', proves('legacy/ask-declared'), async () => {
    const client = await LegacyClient.connect(server(), { capabilities: { elicitation: {} } })
    expect(await nextQuestion(await client.call('form'))).toMatchObject({ method: 'elicitation/create' })
    expect(await (await client.call('sample')).next()).toMatchObject({ error: { code: -32021, data: { requiredCapabilities: { sampling: {} } } } })
    expect(await (await client.call('url')).next()).toMatchObject({ error: { code: -32021 } })
  })

  it('may be nothing at all', async () => {
    for (const params of [{ capabilities: 3 as never }, { clientInfo: 'me' as never }, { clientInfo: { name: 'n'.repeat(5000), version: '1' } }]) {
      const client = await LegacyClient.connect(server(), params)
      expect(client.session!.length).toBeLessThan(1000)
      expect(await (await client.call('context')).next()).toMatchObject({ result: {} })
    }
  })
})

describe('an answer', () => {
  it('that is an error ends the tool with a result that tells it, and the other questions', proves('legacy/answer-error'), async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('two')
    const [first, second] = [await nextQuestion(stream), await nextQuestion(stream)]
    expect(await client.refuse(first.id, 'User said no')).toBe(202)
    expect(await stream.rest()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: second.id } },
      { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text: 'The client has no answer to "name": User said no' }] } },
    ])
  })

  it('that is an error ends a prompt with an error', async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('ask', { method: 'prompts/get' })
    await client.refuse((await nextQuestion(stream)).id, 'No')
    expect(await stream.next()).toMatchObject({ error: { code: -32600, message: 'The client has no answer to "name": No' } })
  })

  it.each([{ result: 'yes' }, { result: null }, { error: 'no' }, {}])('of %j is no answer', async (rest) => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('form')
    const { id } = await nextQuestion(stream)
    if (!('result' in rest || 'error' in rest)) return expect((await client.post({ jsonrpc: '2.0', id })).status).toBe(400)
    expect((await client.post({ jsonrpc: '2.0', id, ...rest })).status).toBe(202)
    expect(await stream.next()).toMatchObject({ result: { isError: true, content: [{ text: 'The client has no answer to "name".' }] } })
  })

  it('to nothing, or to what is answered already, is ignored', proves('legacy/answer'), async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('form')
    const { id } = await nextQuestion(stream)
    for (const unknown of [crypto.randomUUID(), 1, null, '', id.toUpperCase()]) expect(await client.answer(unknown, { action: 'decline' })).toBe(202)
    await client.answer(id, { action: 'cancel' })
    expect(await client.answer(id, { action: 'accept' })).toBe(202)
    expect(textOf(await stream.next())).toBe('{"name":{"action":"cancel"}}')
  })

  it('counts only from the session that was asked', async () => {
    const handler = server()
    const [client, other] = [await LegacyClient.connect(handler), await LegacyClient.connect(handler)]
    const stream = await client.call('form')
    const { id } = await nextQuestion(stream)
    expect(await other.answer(id, { action: 'accept', content: { name: 'Mallory' } })).toBe(202)
    expect(await send(handler, { jsonrpc: '2.0', id, result: { action: 'accept', content: { name: 'Nobody' } } })).toMatchObject({ status: 202 })
    await client.answer(id, { action: 'accept', content: { name: 'Ada' } })
    expect(textOf(await stream.next())).toContain('Ada')
  })

  it('reaches its own of two calls that run at once', async () => {
    const handler = server()
    const clients = await Promise.all([LegacyClient.connect(handler), LegacyClient.connect(handler)])
    const streams = await Promise.all(clients.map(client => client.call('form', { id: 1 })))
    const questions = await Promise.all(streams.map(nextQuestion))
    expect(questions[0]!.id).not.toBe(questions[1]!.id)
    await clients[1]!.answer(questions[1]!.id, { action: 'accept', content: { name: 'Grace' } })
    await clients[0]!.answer(questions[0]!.id, { action: 'accept', content: { name: 'Ada' } })
    expect(textOf(await streams[0]!.next())).toContain('Ada')
    expect(textOf(await streams[1]!.next())).toContain('Grace')
  })
})

describe('waiting', () => {
  it('ends when the time of the round is over, and tells the client to stop', proves('legacy/answer-error'), async () => {
    vi.useFakeTimers()
    const client = await LegacyClient.connect(server({ legacyInput: { timeoutMs: 60_000 } }))
    const stream = await client.call('form')
    const { id } = await nextQuestion(stream)
    await vi.advanceTimersByTimeAsync(59_999)
    const rest = stream.rest()
    await vi.advanceTimersByTimeAsync(1)
    expect(await rest).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } },
      { jsonrpc: '2.0', id: 1, result: { isError: true, content: [{ type: 'text', text: 'The client did not answer within 60 seconds.' }] } },
    ])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes ten minutes at most by default', async () => {
    vi.useFakeTimers()
    const client = await LegacyClient.connect(server())
    const stream = await client.call('form')
    await nextQuestion(stream)
    await vi.advanceTimersByTimeAsync(600_000)
    expect((await stream.rest()).at(-1)).toMatchObject({ result: { isError: true } })
  })

  it('is bounded in number, and frees its place on an answer, a time-out, a cancellation and a client that goes away', async () => {
    vi.useFakeTimers()
    const client = await LegacyClient.connect(server({ legacyInput: { maxPending: 1, timeoutMs: 1000 } }))
    const ask = async () => {
      const stream = await client.call('form', { id: 5 })
      const { id } = await nextQuestion(stream)
      expect(await (await client.call('form')).next()).toMatchObject({ result: { isError: true, content: [{ text: 'This server waits for too many answers already; try again later.' }] } })
      return { stream, id }
    }
    await client.answer((await ask()).id, { action: 'cancel' })
    await ask()
    await vi.advanceTimersByTimeAsync(1000)
    await ask()
    await client.post({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } })
    await (await ask()).stream.cancel()
    await ask()
  })

  it('refuses at once what could never fit', async () => {
    const client = await LegacyClient.connect(server({ legacyInput: { maxPending: 1 } }))
    expect(await (await client.call('two')).next()).toMatchObject({ result: { isError: true } })
    expect(await nextQuestion(await client.call('form'))).toMatchObject({ method: 'elicitation/create' })
  })

  it('is not reported as a fault of the server when the client goes away', async () => {
    const onError = vi.fn()
    const client = await LegacyClient.connect(server({ onError }))
    const stream = await client.call('ask', { method: 'prompts/get' })
    await nextQuestion(stream)
    await stream.cancel()
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(onError).not.toHaveBeenCalled()
  })
})

describe('notifications/cancelled', () => {
  const cancel = (requestId: unknown) => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })

  it('aborts the signal of the call and ends its stream without a result', proves('legacy/cancelled'), async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('wait', { id: 3 })
    await stream.next()
    expect((await client.post(cancel(3))).status).toBe(202)
    expect(seen.signal?.aborted).toBe(true)
    expect(await stream.rest()).toEqual([])
  })

  it('ends a call that has sent nothing yet', async () => {
    const client = await LegacyClient.connect(server())
    const reply = client.call('quiet', { id: 3 })
    await vi.waitFor(async () => {
      await client.post(cancel(3))
      expect(seen.signal?.aborted).toBe(true)
    })
    const stream = await reply
    expect(stream.response.status).toBe(200)
    expect(await stream.rest()).toEqual([])
  })

  it('of a call that asks afterwards leaves nothing that waits', async () => {
    const client = await LegacyClient.connect(server({ legacyInput: { maxPending: 1 } }))
    const stream = await client.call('late', { id: 3 })
    await stream.next()
    await client.post(cancel(3))
    expect(await stream.rest()).toEqual([])
    await new Promise(resolve => setTimeout(resolve, 10))
    expect(await nextQuestion(await client.call('form'))).toMatchObject({ method: 'elicitation/create' })
  })

  it('is about the session it comes from, and the id with its type', async () => {
    const handler = server()
    const [client, other] = [await LegacyClient.connect(handler), await LegacyClient.connect(handler)]
    const stream = await client.call('wait', { id: 3 })
    await stream.next()
    await other.post(cancel(3))
    await client.post(cancel('3'))
    await send(handler, cancel(3))
    expect(seen.signal?.aborted).toBe(false)
    await client.post(cancel(3))
    expect(seen.signal?.aborted).toBe(true)
  })

  it('of a call that is over, or of nothing, is ignored', async () => {
    const client = await LegacyClient.connect(server())
    await (await client.call('context', { id: 3 })).rest()
    for (const id of [3, 4, undefined, {}]) expect((await client.post(cancel(id))).status).toBe(202)
  })
})

describe('Mcp-Session-Id', () => {
  it('is visible ASCII, unlike any other, and nothing that is stored', proves('legacy/session-signed'), async () => {
    const [one, two] = [await LegacyClient.connect(server()), await LegacyClient.connect(server(), { clientInfo: { name: 'ÄÖ\n', version: '1' } })]
    expect(one.session).toMatch(/^[\x21-\x7E]+$/)
    expect(two.session).toMatch(/^[\x21-\x7E]+$/)
    expect(one.session).not.toBe((await LegacyClient.connect(server())).session)
    // Another instance with the key takes it.
    const { session } = one
    expect(await legacy(server(), 'ping', undefined, { headers: { 'mcp-session-id': session } })).toMatchObject({ status: 200, body: { result: {} } })
  })

  it('that this server did not sign is refused with 404, on any kind of message', proves('legacy/session-signed'), async () => {
    const handler = server()
    const { session } = await LegacyClient.connect(handler)
    const token = session!
    const [version, id, body, mac] = token.split('.')
    const forged = btoa(JSON.stringify({ id: 'x', protocolVersion: '2025-11-25', clientCapabilities: {} })).replace(/=+$/, '')
    const foreign = (await LegacyClient.connect(server({ stateKey: 'another key, and long enough to sign' }))).session!
    const elsewhere = (await LegacyClient.connect(server({ route: '/other' }))).session!
    for (const bad of ['abc', `${token}A`, token.slice(0, -1), [version, id, forged, mac].join('.'), [version, id, body, 'A'.repeat(43)].join('.'), foreign, elsewhere, 'v1.'.padEnd(9000, 'x')]) {
      const headers = { 'mcp-session-id': bad }
      expect(await legacy(handler, 'tools/list', undefined, { headers, id: 9 })).toMatchObject({ status: 404, body: { jsonrpc: '2.0', id: 9, error: { code: -32600, message: 'This Mcp-Session-Id is not known here: initialize again.' } } })
      const notified = await send(handler, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)
      expect(notified).toMatchObject({ status: 404, body: { error: { code: -32600 } } })
      expect(notified.body).not.toHaveProperty('id')
      expect(await send(handler, { jsonrpc: '2.0', id: 1, result: {} }, headers)).toMatchObject({ status: 404 })
      expect(await send(handler, [{ jsonrpc: '2.0', id: 1, method: 'ping' }], headers)).toMatchObject({ status: 404 })
    }
  })

  it('does not open a sealed state, nor the other way round', async () => {
    const handler = server()
    const client = await LegacyClient.connect(handler)
    const token = await defineRequestState({ key: stateKey }).seal({ id: 'x', protocolVersion: '2025-11-25', clientCapabilities: { sampling: {} } })
    expect((await client.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { 'mcp-session-id': token })).status).toBe(404)
  })

  it('may be sent along by a client that begins anew', async () => {
    const reply = await legacy(server(), 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } }, { headers: { 'mcp-session-id': 'of another server' } })
    expect(reply).toMatchObject({ status: 200, body: { result: { protocolVersion: '2025-06-18' } } })
    expect(reply.headers.get('mcp-session-id')).not.toBeNull()
  })

  it('holds after a rotation of the key', async () => {
    const { session } = await LegacyClient.connect(server())
    const rotated = server({ stateKey: 'the next key, and long enough to sign with', previousStateKeys: [stateKey] })
    expect(await legacy(rotated, 'ping', undefined, { headers: { 'mcp-session-id': session } })).toMatchObject({ status: 200 })
  })

  it('is ignored on the modern side, and not needed on this one', async () => {
    const reply = await modern(server(), 'tools/list', {}, { headers: { 'mcp-session-id': 'abc' } })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('mcp-session-id')).toBeNull()
    expect(await legacy(server(), 'tools/list')).toMatchObject({ status: 200 })
  })

  it('can not be ended: DELETE is 405', async () => {
    const { session } = await LegacyClient.connect(server())
    const response = await server().fetch(new Request('http://localhost:3000/mcp', { method: 'DELETE', headers: { 'mcp-session-id': session! } }))
    expect(response.status).toBe(405)
  })

  it('states the version for a request that does not', async () => {
    const client = await LegacyClient.connect(server(), { version: '2025-11-25' })
    const stream = await client.call('context', { headers: { 'mcp-protocol-version': null } })
    expect(JSON.parse(textOf(await stream.next()))).toMatchObject({ version: '2025-11-25' })
  })

  it('may be read by a page of an allowed origin', async () => {
    const reply = await legacy(server({ origin: ['https://chat.example.com'] }), 'initialize', { protocolVersion: '2025-11-25' }, { headers: { origin: 'https://chat.example.com' } })
    expect(reply.headers.get('access-control-expose-headers')).toBe('WWW-Authenticate, Mcp-Session-Id')
  })
})

describe('where a client can not be asked', () => {
  const message = 'tools/call of "form" has to ask for input, which takes a client of MCP 2026-07-28; this one speaks 2025-11-25'

  it.each([
    ['it is turned off', { legacyInput: false }, '.'],
    ['nothing is said', { legacyInput: undefined }, '.'],
    ['there is no key', { stateKey: undefined }, ', and can only be asked by a server with a state key.'],
    ['the key is too short', { stateKey: 'short' }, ', and can only be asked by a server with a state key.'],
  ] as const)('as %s, it is told at once and no session is opened', async (_, options, end) => {
    const handler = server(options)
    const client = await LegacyClient.connect(handler)
    expect(client.session).toBeNull()
    expect(await legacy(handler, 'tools/call', { name: 'form' })).toMatchObject({ status: 200, body: { error: { code: -32600, message: message + end } } })
    expect(await legacy(handler, 'tools/call', { name: 'verdicts' }, { headers: { 'mcp-session-id': 'of another time' } })).toMatchObject({ status: 200, body: { result: { content: [{ text: '{"form":false,"url":false,"sample":false,"supported":[]}' }] } } })
  })

  it('as it has no session, it is told so', async () => {
    expect((await legacy(server(), 'tools/call', { name: 'form' })).body?.error?.message).toBe(`${message}, and sent no Mcp-Session-Id.`)
  })

  it('as it takes no stream, it is told so', async () => {
    const client = await LegacyClient.connect(server())
    const stream = await client.call('form', { headers: { accept: 'application/json' } })
    expect(await stream.next()).toMatchObject({ error: { message: `${message}, and does not accept text/event-stream.` } })
  })

  it.each([[3, 'must be true, false or an object'], [null, 'must be true, false or an object'], [{ timeoutMs: 0 }, 'timeoutMs'], [{ timeoutMs: 2 ** 31 }, 'timeoutMs'], [{ maxPending: 1.5 }, 'maxPending']])('%j is no such option', (legacyInput, words) => {
    expect(() => specServer({ legacyInput: legacyInput as never })).toThrow(words)
  })
})
