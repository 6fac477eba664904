import { describe, expect, it } from 'vitest'
import { createMcpHandler, defineTool, inputRequired, mcpElicit } from 'nitro-mcp'
import { LegacyClient, nextQuestion } from '../helpers/legacy-client.ts'
import { proves } from '../helpers/proves.ts'
import { modernRequest, send } from '../helpers/rpc.ts'
import { readStream } from '../helpers/stream.ts'
import { specServer } from './server.ts'

const handler = specServer()
const echo = (id: unknown, text: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { text } } })
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }

describe('a batch of 2025-03-26', () => {
  it.each([null, '2025-03-26'])('is answered with an array, one reply a request (version header %j)', proves('legacy/batch'), async (version) => {
    const reply = await send(handler, [echo(1, 'a'), initialized, echo('2', 'b'), { jsonrpc: '2.0', id: 3, method: 'nope' }], { 'mcp-protocol-version': version })
    expect(reply.status).toBe(200)
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(reply.body).toEqual([
      { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'a' }] } },
      { jsonrpc: '2.0', id: '2', result: { content: [{ type: 'text', text: 'b' }] } },
      { jsonrpc: '2.0', id: 3, error: { code: -32601, message: 'Method not found: nope' } },
    ])
  })

  it('of one request is still an array', async () => {
    expect((await send(handler, [echo(1, 'a')])).body).toEqual([expect.objectContaining({ id: 1 })])
  })

  it('of notifications and answers only is accepted', proves('legacy/batch-notifications'), async () => {
    expect(await send(handler, [initialized, { jsonrpc: '2.0', id: 4, result: {} }])).toMatchObject({ status: 202, body: undefined })
  })

  it.each([
    ['nothing', []],
    ['something that is no message', [echo(1, 'a'), 3]],
    ['a batch', [echo(1, 'a'), [echo(2, 'b')]]],
    ['an unreadable id', [{ ...echo(1, 'a'), id: null }]],
    ['initialize', [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }]],
    ['more than a hundred messages', Array.from({ length: 101 }, (_, id) => echo(id, 'a'))],
  ])('with %s is refused whole', proves('legacy/batch-initialize'), async (_, batch) => {
    expect(await send(handler, batch)).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
  })

  it('with a message of 2026-07-28 is refused whole', async () => {
    const message: unknown = await modernRequest('tools/list').json()
    expect(await send(handler, [echo(1, 'a'), message])).toMatchObject({ status: 400, body: { error: { code: -32600, message: 'Message 1 of the batch is of a later revision: post one message at a time.' } } })
  })

  it.each(['2025-06-18', '2025-11-25', '2026-07-28', 'nonsense'])('does not exist on %s', proves('legacy/no-batch', 'rpc/no-batch'), async (version) => {
    expect(await send(handler, [echo(1, 'a')], { 'mcp-protocol-version': version })).toMatchObject({ status: 400, body: { error: { code: -32600, message: 'Batches belong to 2025-03-26: post one message at a time.' } } })
  })
})

describe('each request of a batch', () => {
  const server = createMcpHandler({ name: 'batch', version: '1', stateKey: 'a key of the tests, long enough to sign with', legacyInput: true, tools: [
    defineTool({ name: 'context', inputSchema: { type: 'object', properties: { ms: { type: 'number' } } }, handler: async ({ ms }, event) => {
      const { mcp } = event.context
      await new Promise(resolve => setTimeout(resolve, ms as number))
      mcp.progress(1)
      return String(event.context.mcp === mcp)
    } }),
    defineTool({ name: 'ask', handler: event => event.context.mcp.inputResponses ? 'answered' : inputRequired(event, { inputRequests: { text: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } } } }) }),
    defineTool({ name: 'form', handler: event => inputRequired(event, { inputRequests: { name: mcpElicit({ message: '?', requestedSchema: { type: 'object', properties: {} } }) } }) }),
  ] })

  const context = (id: number, ms: number) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'context', arguments: { ms }, _meta: { progressToken: id } } })

  it('has a context of its own, and its reply an event of its own once there is a stream', async () => {
    const client = await LegacyClient.connect(server, { version: '2025-03-26' })
    const stream = readStream(await client.post([context(1, 20), context(2, 1)]))
    expect(await stream.rest()).toMatchObject([
      { method: 'notifications/progress', params: { progressToken: 1 } },
      { method: 'notifications/progress', params: { progressToken: 2 } },
      { id: 1, result: { content: [{ text: 'true' }] } },
      { id: 2, result: { content: [{ text: 'true' }] } },
    ])
  })

  it('may ask', async () => {
    const client = await LegacyClient.connect(server, { version: '2025-03-26' })
    const stream = readStream(await client.post([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask' } }, { jsonrpc: '2.0', id: 2, method: 'ping' }]))
    const { id } = await nextQuestion(stream)
    expect((await client.post([{ jsonrpc: '2.0', id, result: { role: 'assistant', content: { type: 'text', text: '' }, model: 'm' } }])).status).toBe(202)
    expect(await stream.rest()).toMatchObject([{ id: 1, result: { content: [{ text: 'answered' }] } }, { id: 2, result: {} }])
  })

  it('is of the version that was settled', async () => {
    const client = await LegacyClient.connect(server, { version: '2025-11-25' })
    expect((await client.post([{ jsonrpc: '2.0', id: 1, method: 'ping' }], { 'mcp-protocol-version': null })).status).toBe(400)
  })
})
