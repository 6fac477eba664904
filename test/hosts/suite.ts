/** What every host must do, by the official clients over the network. A host file says how to build the fixture. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { legacyClient, modernClient } from './clients.ts'
import { machineNode, startServer } from './server.ts'
import type { RunningServer } from './server.ts'

export interface Host {
  /** Builds the fixture. Gives the file to run. */
  build(): Promise<string>
  /** The prefix of the host's environment variables. */
  prefix: 'NITRO' | 'NUXT'
}

const key = 'a key of the test, 32 bytes or more'
const stay = { nights: 3 }

export function hostSuite({ build, prefix }: Host): void {
  let entry: string
  let server: RunningServer
  let url: string
  const start = (stateKey: string, options: { node?: string, env?: Record<string, string> } = {}) =>
    startServer(entry, { ...options, env: { [`${prefix}_MCP_STATE_KEY`]: stateKey, ...options.env } })

  beforeAll(async () => {
    entry = await build()
    server = await start(key)
    url = `${server.origin}/mcp`
  })
  afterAll(() => server?.kill())

  describe('2026-07-28', () => {
    test('discovers the server', async () => {
      await using client = await modernClient(url)
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28')
      expect(client.getServerVersion()).toMatchObject({ name: 'harbour', version: '1.2.3' })
      expect(client.getInstructions()).toBe('Books berths in a small harbour.')
      expect(Object.keys(client.getServerCapabilities() ?? {}).sort()).toEqual(['completions', 'logging', 'prompts', 'resources', 'tools'])
    })

    test('lists the tools by the names of their files, in order', async () => {
      await using client = await modernClient(url)
      const { tools } = await client.listTools()
      expect(tools.map(({ name }) => name)).toEqual(['book-berth', 'dock-fee', 'fail', 'request-header', 'tow'])
      expect(tools[1]).toMatchObject({ description: 'What a berth costs.', annotations: { readOnlyHint: true }, inputSchema: { required: ['metres', 'nights'] } })
    })

    test('calls a tool, with structured output', async () => {
      await using client = await modernClient(url)
      const result = await client.callTool({ name: 'dock-fee', arguments: { metres: 9, nights: 2 } })
      expect(result).toMatchObject({ structuredContent: { euros: 36 }, content: [{ type: 'text', text: '{"euros":36}' }] })
      expect(result.isError).toBeFalsy()
    })

    test('plays two rounds, the second by sealed state', async () => {
      await using client = await modernClient(url, { stay, confirm: { sure: true } })
      const result = await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })
      expect(result.content).toEqual([{ type: 'text', text: 'Avocet has a berth for 3 nights.' }])
      expect(client.rounds.map(({ questions, answers }) => [Object.keys(questions), answers])).toEqual([
        [['stay'], { stay: { action: 'accept', content: stay } }],
        [['confirm'], { confirm: { action: 'accept', content: { sure: true } } }],
      ])
      expect(client.rounds[1]?.state).toMatch(/^[\w.-]{40,}$/)
    })

    test('takes no for an answer, in either round', async () => {
      await using first = await modernClient(url, { stay: 'decline' })
      expect(textOf(await first.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } }))).toBe('Avocet sails on.')
      await using second = await modernClient(url, { stay, confirm: 'cancel' })
      expect(textOf(await second.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } }))).toBe('Nothing booked for Avocet.')
    })

    test('refuses to ask a client that cannot be asked', async () => {
      await using client = await modernClient(url)
      await expect(client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } })
    })

    test('refuses a state that was tampered with', async () => {
      await using client = await modernClient(url, { stay, confirm: { sure: true } })
      await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })
      const state = client.rounds[1]?.state ?? ''
      const forged = { name: 'book-berth', arguments: { boat: 'Avocet' }, requestState: `${state}x` }
      await expect(client.callTool(forged)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Invalid request state') })
    })

    test('refuses the state of another user, whom the principal file of the app tells apart', async () => {
      const as = (user?: string) => modernClient(url, { stay, confirm: { sure: true } }, { headers: { ...user !== undefined && { 'x-user': user } } })
      await using ida = await as('ida')
      await ida.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })
      const replayed = { name: 'book-berth', arguments: { boat: 'Avocet' }, requestState: ida.rounds[1]?.state }
      expect(textOf(await ida.callTool(replayed))).toBe('Avocet has a berth for 3 nights.')
      for (const user of ['per', undefined]) {
        await using other = await as(user)
        await expect(other.callTool(replayed)).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Invalid request state') })
      }
    })

    test('tells the model of a bad argument', async () => {
      await using client = await modernClient(url)
      const result = await client.callTool({ name: 'dock-fee', arguments: { metres: 9, nights: 0 } })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toContain('nights')
    })

    test('tells what the app made for the client, and masks the rest', async () => {
      await using client = await modernClient(url)
      expect(await client.callTool({ name: 'fail', arguments: { how: 'app' } })).toMatchObject({ isError: true, content: [{ text: 'No such boat' }] })
      await expect(client.callTool({ name: 'fail', arguments: { how: 'protocol' } })).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('The harbour is closed'), data: { until: 'April' } })
      const masked = await client.callTool({ name: 'fail', arguments: { how: 'crash' } })
      expect(masked.isError).toBe(true)
      expect(JSON.stringify(masked)).not.toContain('db.internal')
      expect(server.output).toMatch(/fail[\s\S]*db\.internal/)
    })

    test('hands the event of the app to the handler', async () => {
      await using client = await modernClient(url, {}, { headers: { 'x-berth': 'b1' } })
      expect(textOf(await client.callTool({ name: 'request-header' }))).toBe('b1 at /mcp')
    })

    test('streams progress while the tool works', async () => {
      await using client = await modernClient(url)
      const seen: number[] = []
      let first = 0
      const result = await client.callTool({ name: 'tow', arguments: { metres: 25 } }, { onprogress: ({ progress }) => {
        first ||= Date.now()
        seen.push(progress)
      } })
      // 24 of the 25 waits of 40 ms come after it; a reply that was held back would bring all at once.
      expect(Date.now() - first).toBeGreaterThan(400)
      expect(textOf(result)).toBe('In after 25 m.')
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => index + 1))
    })

    test('aborts the tool when the client goes away, and goes on serving', async () => {
      await using client = await modernClient(url)
      const controller = new AbortController()
      const call = client.callTool({ name: 'tow', arguments: { metres: 1000 } }, { signal: controller.signal, onprogress: () => controller.abort() })
      await expect(call).rejects.toThrow()
      await vi.waitFor(() => expect(server.output).toContain('The line was cut after'), { timeout: 5000 })
      expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    })

    test('refuses an unknown tool', async () => {
      await using client = await modernClient(url)
      await expect(client.callTool({ name: 'toString' })).rejects.toMatchObject({ code: -32602 })
    })

    test('gives prompts', async () => {
      await using client = await modernClient(url)
      expect((await client.listPrompts()).prompts).toMatchObject([{ name: 'log-entry', arguments: [{ name: 'boat', required: true }, { name: 'mood' }] }])
      const { messages } = await client.getPrompt({ name: 'log-entry', arguments: { boat: 'Bittern', mood: 'calm' } })
      expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Write the log of Bittern, calm.' } }])
      await expect(client.getPrompt({ name: 'log-entry', arguments: {} })).rejects.toMatchObject({ code: -32602 })
    })

    test('gives resources and templates', async () => {
      await using client = await modernClient(url)
      expect((await client.listResources()).resources.map(({ uri }) => uri).sort()).toEqual(['harbour://berths/a1', 'harbour://berths/a2', 'harbour://berths/b1', 'harbour://rules'])
      expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([{ name: 'berth', uriTemplate: 'harbour://berths/{id}' }])
      expect((await client.readResource({ uri: 'harbour://rules' })).contents).toEqual([{ uri: 'harbour://rules', mimeType: 'text/markdown', text: 'Five knots.' }])
      expect((await client.readResource({ uri: 'harbour://berths/a2' })).contents).toMatchObject([{ uri: 'harbour://berths/a2', mimeType: 'application/json', text: '{"id":"a2","free":true}' }])
      await expect(client.readResource({ uri: 'harbour://berths/z9' })).rejects.toMatchObject({ code: -32602, data: { uri: 'harbour://berths/z9' } })
    })

    test('completes arguments of prompts and templates', async () => {
      await using client = await modernClient(url)
      const boats = await client.complete({ ref: { type: 'ref/prompt', name: 'log-entry' }, argument: { name: 'boat', value: 'A' } })
      expect(boats.completion.values).toEqual(['Albatross', 'Avocet'])
      const berths = await client.complete({ ref: { type: 'ref/resource', uri: 'harbour://berths/{id}' }, argument: { name: 'id', value: 'b' } })
      expect(berths.completion.values).toEqual(['b1'])
    })
  })

  describe('clients that listen', () => {
    test('hear of a change that another route of the app makes', async () => {
      await using client = await modernClient(url)
      expect(client.getServerCapabilities()).toMatchObject({ tools: { listChanged: true }, resources: { listChanged: true, subscribe: true } })
      const updates: string[] = []
      client.setNotificationHandler('notifications/resources/updated', ({ params }) => void updates.push(params.uri))
      const subscription = await client.listen({ resourceSubscriptions: ['harbour://rules', 'harbour://nowhere'] })
      expect(subscription.honoredFilter).toEqual({ resourceSubscriptions: ['harbour://rules'] })
      expect(await (await fetch(`${server.origin}/rules`, { method: 'PUT' })).text()).toBe('changed')
      await expect.poll(() => updates, { timeout: 10_000 }).toEqual(['harbour://rules'])
      await subscription.close()
      await fetch(`${server.origin}/rules`, { method: 'PUT' })
      expect(updates).toHaveLength(1)
    })

    test('are told when the server is asked to end, and do not hold it up', async () => {
      const stopped = await start(key)
      await using client = await modernClient(`${stopped.origin}/mcp`)
      const subscriptions = await Promise.all([client.listen({ toolsListChanged: true }), client.listen({ promptsListChanged: true })])
      const started = Date.now()
      expect(await stopped.stop()).toBe(0)
      expect(Date.now() - started).toBeLessThan(5_000)
      expect(await Promise.all(subscriptions.map(({ closed }) => closed))).toEqual(['graceful', 'graceful'])
    })
  })

  describe('2025-11-25', () => {
    test('serves the older SDK: tools, prompts, resources, completion', async () => {
      await using client = await legacyClient(url)
      expect(client.getServerVersion()).toMatchObject({ name: 'harbour', version: '1.2.3' })
      await client.ping()
      expect((await client.listTools()).tools).toHaveLength(5)
      expect(await client.callTool({ name: 'dock-fee', arguments: { metres: 9, nights: 2 } })).toEqual({ structuredContent: { euros: 36 }, content: [{ type: 'text', text: '{"euros":36}' }] })
      expect((await client.getPrompt({ name: 'log-entry', arguments: { boat: 'Bittern' } })).messages).toHaveLength(1)
      expect((await client.readResource({ uri: 'harbour://rules' })).contents).toHaveLength(1)
      expect((await client.complete({ ref: { type: 'ref/prompt', name: 'log-entry' }, argument: { name: 'boat', value: 'B' } })).completion.values).toEqual(['Bittern'])
    })

    test('plays two rounds on the stream of one call', async () => {
      await using client = await legacyClient(url, [stay, { sure: true }])
      expect(await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })).toEqual({ content: [{ type: 'text', text: 'Avocet has a berth for 3 nights.' }] })
      expect(await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })).toEqual({ content: [{ type: 'text', text: 'Avocet sails on.' }] })
    })

    test('opens no session without a key, and says what is needed when a tool would ask', async () => {
      await using keyless = await start('')
      await using client = await legacyClient(`${keyless.origin}/mcp`)
      await expect(client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } })).rejects.toThrow(/2026-07-28.* state key/)
    })
  })

  describe('HTTP', () => {
    test('answers the same with a trailing slash, without a redirect', async () => {
      await using client = await modernClient(`${url}/`)
      expect(textOf(await client.callTool({ name: 'dock-fee', arguments: { metres: 1, nights: 1 } }))).toBe('{"euros":2}')
      expect((await fetch(`${url}/`, { redirect: 'manual' })).status).toBe(405)
    })

    test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed', async (method) => {
      const response = await fetch(url, { method })
      expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')])
    })

    test('answers a preflight of an allowed page only', async () => {
      const preflight = (origin: string) => fetch(url, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type, mcp-method' } })
      const own = await preflight(server.origin)
      expect([own.status, own.headers.get('access-control-allow-origin'), own.headers.get('access-control-allow-headers')]).toEqual([204, server.origin, 'content-type, mcp-method'])
      expect((await preflight('https://evil.example')).headers.get('access-control-allow-origin')).toBe(null)
    })

    test('refuses a foreign page', async () => {
      const response = await fetch(url, { method: 'POST', headers: { 'origin': 'https://evil.example', 'content-type': 'application/json' }, body: '{}' })
      expect(response.status).toBe(403)
    })

    test('answers broken JSON as JSON-RPC', async () => {
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"jsonrpc"' })
      expect([response.status, await response.json()]).toEqual([400, { jsonrpc: '2.0', error: { code: -32700, message: expect.any(String) } }])
    })

    test('refuses a body that is too long, whether its length is declared or not', async () => {
      const headers = { 'content-type': 'application/json' }
      const declared = await fetch(url, { method: 'POST', headers, body: ' '.repeat(1_048_577) })
      expect([declared.status, await declared.json()]).toMatchObject([413, { error: { code: -32600 } }])
      const body = new ReadableStream<Uint8Array>({
        pull: controller => controller.enqueue(new Uint8Array(65_536).fill(32)),
      })
      const endless: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
      expect((await fetch(url, endless)).status).toBe(413)
    })

    test('moves with app.baseURL', async () => {
      await using moved = await start(key, { env: { [`${prefix}_APP_BASE_URL`]: '/harbour/' } })
      await using client = await modernClient(`${moved.origin}/harbour/mcp`)
      expect((await client.listTools()).tools).toHaveLength(5)
      expect((await fetch(`${moved.origin}/mcp`, { method: 'POST' })).status).toBe(404)
    })
  })

  describe('instances that share only the key', () => {
    /** The second round begins where the first ended, after the first instance is gone. */
    async function bookAcross(secondKey: string): Promise<string> {
      const first = await start(key)
      await using second = await start(secondKey)
      let current = first.origin
      const moveOn = async () => {
        await first.kill()
        current = second.origin
        return { sure: true }
      }
      await using client = await modernClient(() => `${current}/mcp`, { stay, confirm: moveOn })
      return textOf(await client.callTool({ name: 'book-berth', arguments: { boat: 'Albatross' } }))
    }

    test('one takes the next round when the other is gone', async () => {
      expect(await bookAcross(key)).toBe('Albatross has a berth for 3 nights.')
    })

    test('with another key it refuses', async () => {
      await expect(bookAcross('another key, also 32 bytes or longer')).rejects.toMatchObject({ code: -32602, message: expect.stringContaining('Invalid request state') })
    })

    test('without a key the first seal fails, and the log names the variable', async () => {
      await using keyless = await start('')
      await using client = await modernClient(`${keyless.origin}/mcp`, { stay, confirm: { sure: true } })
      const outcome = await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } }).then(textOf, String)
      expect(outcome).not.toContain('has a berth')
      expect(keyless.output).toContain(`${prefix}_MCP_STATE_KEY`)
    })
  })

  test('the server runs on the Node of the machine', async () => {
    await using running = await start(key, { node: machineNode() })
    await using client = await modernClient(`${running.origin}/mcp`, { stay, confirm: { sure: true } })
    expect(textOf(await client.callTool({ name: 'book-berth', arguments: { boat: 'Avocet' } }))).toBe('Avocet has a berth for 3 nights.')
  })
}

function textOf({ content }: { content: { type: string, text?: string }[] }): string {
  return content.map(({ text }) => text ?? '').join('')
}
