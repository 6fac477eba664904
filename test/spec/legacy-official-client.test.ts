/** The official client of the 2025 revisions against a real server on h3 v1, where answers come as requests of their own. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createApp, toNodeListener } from 'h3'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createMcpHandler, createMessage, defineRequestState, defineTool, getInputResponses, getMissingInputs, inputRequired, listRoots, mcpElicit } from 'nitro-mcp'
import { defineMcpEventHandler } from 'nitro-mcp/h3'

const questions = {
  who: mcpElicit({ message: 'Who are you?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }),
  poem: createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'A poem' } }], maxTokens: 50 }),
  folders: listRoots(),
}
const colors = { color: mcpElicit({ message: 'Which color?', requestedSchema: { type: 'object', properties: { color: { type: 'string', enum: ['red', 'blue'] } } } }) }

const state = defineRequestState<{ name: string }>()
const onError = vi.fn()
let aborted: Promise<void> | undefined

const handler = createMcpHandler({
  name: 'real',
  version: '1.0.0',
  stateKey: 'a key of the tests, long enough to sign with',
  legacyInput: { maxPending: 60 },
  onError,
  tools: [
    defineTool({ name: 'all', handler: (event) => {
      const missing = getMissingInputs(event, questions)
      if (Object.keys(missing).length > 0) return inputRequired(event, { inputRequests: missing })
      const { who, poem, folders } = getInputResponses(event, questions)
      return { name: who?.content?.name, model: poem?.model, folders: folders?.roots }
    } }),
    defineTool({ name: 'rounds', handler: async (event) => {
      const known = await state.open(event)
      if (known) return `${known.name} likes ${getInputResponses(event, colors).color?.content?.color}`
      const { who } = getInputResponses(event, questions)
      if (!who) return inputRequired(event, { inputRequests: { who: questions.who } })
      return inputRequired(event, { inputRequests: colors, requestState: await state.seal({ name: String(who.content?.name) }, event) })
    } }),
    defineTool({ name: 'later', handler: async (event) => {
      if (event.context.mcp.inputResponses) return 'answered'
      await new Promise(resolve => setTimeout(resolve, 100))
      return inputRequired(event, { inputRequests: { who: questions.who } })
    } }),
    defineTool({ name: 'slow', handler: async (event) => {
      const { signal } = event.context.mcp
      aborted = new Promise(resolve => signal.addEventListener('abort', () => resolve()))
      event.context.mcp.progress(1)
      await aborted
      return 'late'
    } }),
  ],
})

let server: Server
let url: URL
const clients: Client[] = []

beforeAll(async () => {
  const app = createApp().use('/mcp', defineMcpEventHandler(handler))
  server = createServer(toNodeListener(app))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`)
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(client => client.close()))
})

afterAll(async () => {
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

async function connect(name: string, capabilities: object = { elicitation: {}, sampling: {}, roots: {} }): Promise<Client> {
  const client = new Client({ name, version: '1' }, { capabilities })
  clients.push(client)
  if ('elicitation' in capabilities) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: 'accept', content: params.message === 'Who are you?' ? { name } : { color: 'blue' } }))
  if ('sampling' in capabilities) client.setRequestHandler(CreateMessageRequestSchema, () => ({ role: 'assistant', content: { type: 'text', text: 'Roses' }, model: `model of ${name}` }))
  if ('roots' in capabilities) client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: `file:///${name}` }] }))
  await client.connect(new StreamableHTTPClientTransport(url))
  return client
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]!.text

describe('the official client of 2025', () => {
  it('answers a form, a sampling request and a list of roots, all of one round', async () => {
    const client = await connect('Ada')
    expect(JSON.parse(textOf(await client.callTool({ name: 'all' })))).toEqual({ name: 'Ada', model: 'model of Ada', folders: [{ uri: 'file:///Ada' }] })
  })

  it('goes through several rounds with the sealed state', async () => {
    const client = await connect('Ada')
    expect(textOf(await client.callTool({ name: 'rounds' }))).toBe('Ada likes blue')
  })

  it('gets its own answers while twenty others ask', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `client-${index}`)
    const results = await Promise.all(names.map(async name => textOf(await (await connect(name)).callTool({ name: 'rounds' }))))
    expect(results).toEqual(names.map(name => `${name} likes blue`))
  })

  it('is told what it lacks', async () => {
    const client = await connect('Ada', { elicitation: {} })
    await expect(client.callTool({ name: 'all' })).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { sampling: {}, roots: {} } } })
  })

  it('hears of its own error', async () => {
    const client = await connect('Ada')
    client.setRequestHandler(ElicitRequestSchema, () => {
      throw new Error('The window is closed')
    })
    const result = await client.callTool({ name: 'rounds' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('The client has no answer to "who": ')
    expect(textOf(result)).toContain('The window is closed')
  })

  it('frees the place of its questions when it goes away', async () => {
    for (let round = 0; round < 4; round++) {
      const [client, asked] = [await connect('Ada'), vi.fn()]
      client.setRequestHandler(ElicitRequestSchema, () => {
        asked()
        return new Promise(() => {})
      })
      const calls = Array.from({ length: 60 }, () => client.callTool({ name: 'rounds' }).catch(() => 'gone'))
      await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(60))
      await client.close()
      expect(await Promise.all(calls)).toEqual(calls.map(() => 'gone'))
      // The server learns of it a moment later.
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })

  it('holds no place for a client that went away before it was asked', async () => {
    const client = await connect('Ada')
    const { sessionId } = client.transport as StreamableHTTPClientTransport
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'x', method: 'tools/call', params: { name: 'later' } })
    const headers = { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', 'mcp-session-id': sessionId! }
    const abort = new AbortController()
    const calls = Array.from({ length: 60 }, () => fetch(url, { method: 'POST', body, headers, signal: abort.signal }).catch(() => 'gone'))
    await new Promise(resolve => setTimeout(resolve, 50))
    abort.abort()
    expect(await Promise.all(calls)).toEqual(calls.map(() => 'gone'))
    await new Promise(resolve => setTimeout(resolve, 150))
    expect(textOf(await client.callTool({ name: 'later' }))).toBe('answered')
  })

  it('cancels a call', async () => {
    const client = await connect('Ada')
    const abort = new AbortController()
    const call = client.callTool({ name: 'slow' }, undefined, { signal: abort.signal, onprogress: () => abort.abort('Enough') })
    await expect(call).rejects.toThrow()
    await aborted
    expect(onError).not.toHaveBeenCalled()
  })

  it('is told by 404 that its session is not known', async () => {
    const transport = new StreamableHTTPClientTransport(url, { sessionId: 'of another server' })
    const client = new Client({ name: 'Ada', version: '1' })
    clients.push(client)
    // With a session it skips initialize, and the first request is refused.
    await client.connect(transport)
    await expect(client.listTools()).rejects.toMatchObject({ code: 404 })
  })
})
