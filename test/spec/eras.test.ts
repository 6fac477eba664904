import { describe, expect, it, vi } from 'vitest'
import { definePrompt, defineResource, defineTool, type McpEvent } from 'nitro-mcp'
import { proves } from '../helpers/proves.ts'
import { legacy, modern, send } from '../helpers/rpc.ts'
import { openStream } from '../helpers/stream.ts'
import { specServer } from './server.ts'

const handler = specServer()
const claim = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} }

/** What holds in every revision that is served, asked in each. */
describe.each([
  { era: 'modern', call: modern, headers: { 'mcp-protocol-version': '2026-07-28' }, _meta: claim },
  { era: 'legacy', call: legacy, headers: { 'mcp-protocol-version': '2025-11-25' }, _meta: {} },
] as const)('in the $era era', ({ era, call, headers, _meta }) => {
  const toolOf = async (server: ReturnType<typeof specServer>, args?: object) => (await call(server, 'tools/call', { name: 'run', ...args && { arguments: args } })).body?.result
  const serverWith = (run: (event: McpEvent) => unknown) => specServer({ tools: [defineTool({ name: 'run', handler: async (event) => {
    await run(event)
    return 'done'
  } })] })

  it('one path takes each method by POST, without an origin', proves('http/post', 'http/status-result', 'origin/absent'), async () => {
    const served = [['tools/list'], ['prompts/list'], ['resources/list'], ['resources/templates/list'], ['tools/call', { name: 'numbers' }], ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }], ['resources/read', { uri: 'spec://about' }], ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } }]] as const
    for (const [method, params] of served) {
      expect(await call(handler, method, params), method).toMatchObject({ status: 200, body: { jsonrpc: '2.0', id: 1, result: {} } })
    }
  })

  it.each([0, '0', '', -1, '"'])('the id %j comes back in results and errors', proves('rpc/id-echoed', 'rpc/id-of-errors'), async (id) => {
    expect((await call(handler, 'tools/list', {}, { id })).body).toMatchObject({ id, result: {} })
    expect((await call(handler, 'tools/call', { name: 'nope' }, { id })).body).toMatchObject({ id, error: {} })
    expect((await call(handler, 'nope', {}, { id })).body).toMatchObject({ id, error: {} })
    expect(await send(handler, { jsonrpc: '1.0', id, method: 'ping' }, headers)).toMatchObject({ status: 400, body: { id, error: { code: -32600 } } })
  })

  it.each([null, 1.5, true, {}, [1]])('the id %j is refused', proves('rpc/id-kinds', 'rpc/id-unreadable'), async (id) => {
    const reply = await call(handler, 'tools/list', {}, { id })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    expect(reply.body).not.toHaveProperty('id')
  })

  it.each([[[]], ['x'], [3], [null], [true]])('params of %j are refused', proves('rpc/params'), async (params) => {
    expect(await send(handler, { jsonrpc: '2.0', id: 1, method: 'tools/list', params }, headers)).toMatchObject({ status: 400, body: { id: 1, error: { code: -32602 } } })
  })

  it('a notification is neither answered nor run', proves('rpc/notification-silent', 'http/notification'), async () => {
    const run = vi.fn()
    for (const method of ['tools/call', 'notifications/nope', 'notifications/initialized']) {
      expect(await send(serverWith(run), { jsonrpc: '2.0', method, params: { name: 'run', _meta } }, headers)).toMatchObject({ status: 202, body: undefined })
    }
    expect(run).not.toHaveBeenCalled()
  })

  it.each(['constructor', '__proto__', 'toString', 'tools', ''])('there is no method %j', proves('rpc/method-names'), async (method) => {
    expect((await call(handler, method)).body?.error).toMatchObject({ code: -32601, message: `Method not found: ${method}` })
  })

  it('errors of a method that ran come with 200', proves('http/status-in-band', 'tools/unknown', 'prompts/unknown', 'resources/not-found-uri'), async () => {
    expect(await call(handler, 'tools/call', { name: 'nope' })).toMatchObject({ status: 200, body: { error: { code: -32602, message: 'Unknown tool: nope' } } })
    expect(await call(handler, 'prompts/get', { name: 'nope' })).toMatchObject({ status: 200, body: { error: { code: -32602, message: 'Unknown prompt: nope' } } })
    expect(await call(handler, 'resources/read', { uri: 'spec://nope' })).toMatchObject({ status: 200, body: { error: { data: { uri: 'spec://nope' } } } })
  })

  it('a crash is masked, wherever it is', proves('rpc/internal-masked', 'tools/masked', 'tools/failure'), async () => {
    const crash = () => {
      throw new Error('password is hunter2')
    }
    const server = specServer({ prompts: [definePrompt({ name: 'crash', handler: crash })], resources: [defineResource({ name: 'crash', uri: 'spec://crash', handler: crash })] })
    expect((await call(server, 'prompts/get', { name: 'crash' })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    expect((await call(server, 'resources/read', { uri: 'spec://crash' })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    expect((await call(server, 'tools/call', { name: 'crash' })).body?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'The tool "crash" failed.' }] })
  })

  describe('tools', () => {
    it('are the same list in the same order, whoever asks and whatever came before', proves('tools/list-stable', 'tools/list-order'), async () => {
      const list = async (options = {}) => (await call(handler, 'tools/list', {}, options)).body?.result?.tools
      const first = await list()
      await call(handler, 'tools/call', { name: 'ask' })
      expect(await list({ headers: { 'mcp-session-id': 'other', 'user-agent': 'other' } })).toEqual(first)
      expect((first as { name: string }[]).map(({ name }) => name)).toEqual(['echo', 'ask', 'crash', 'refuse', 'numbers'])
    })

    it('each have an input schema with an object at its root', proves('tools/input-schema'), async () => {
      const { tools } = (await call(handler, 'tools/list')).body!.result as { tools: { inputSchema: { type: string } }[] }
      expect(tools.map(({ inputSchema }) => inputSchema.type)).toEqual(tools.map(() => 'object'))
    })

    it('have their schemas listed to the letter', proves('tools/schema-verbatim'), async () => {
      const inputSchema = {
        $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object',
        $defs: { address: { $anchor: 'address', type: 'object', properties: { street: { type: 'string' } } } },
        properties: { address: { $ref: '#/$defs/address' }, by: { enum: ['phone', 'email'] }, phone: { 'type': 'string', 'x-order': 1 } },
        allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['by'] }] }],
        if: { properties: { by: { const: 'phone' } }, required: ['by'] }, then: { required: ['phone'] }, else: { required: ['by'] },
        additionalProperties: false,
      } as const
      const outputSchema = { type: 'object', properties: { $ref: { const: 1 } }, dependentRequired: { a: ['b'] } } as const
      const server = specServer({ tools: [defineTool({ name: 'run', inputSchema, outputSchema, handler: () => ({}) })] })
      const [tool] = (await call(server, 'tools/list')).body!.result!.tools as Record<string, unknown>[]
      expect(JSON.stringify(tool?.inputSchema)).toBe(JSON.stringify(inputSchema))
      expect(JSON.stringify(tool?.outputSchema)).toBe(JSON.stringify(outputSchema))
    })

    it('may be called without arguments', proves('tools/no-arguments'), async () => {
      expect(await toolOf(serverWith(() => {}))).toMatchObject({ content: [{ text: 'done' }] })
    })

    it('refuse a call that is malformed', proves('tools/malformed'), async () => {
      for (const params of [{}, { name: 7 }, { name: 'echo', arguments: 'hi' }, { name: 'echo', arguments: [] }, { name: 'echo', arguments: null }]) {
        expect((await call(handler, 'tools/call', params)).body?.error, JSON.stringify(params)).toMatchObject({ code: -32602 })
      }
    })

    it('tell the model of arguments that do not fit, and do not run', proves('tools/bad-arguments', 'tools/validates'), async () => {
      const run = vi.fn(() => 'done')
      const server = specServer({ tools: [defineTool({ name: 'run', inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }, handler: run })] })
      expect(await toolOf(server, { id: 'x' })).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('id') }] })
      expect(run).not.toHaveBeenCalled()
      expect(await toolOf(server, { id: 7 })).toMatchObject({ content: [{ text: 'done' }] })
    })

    it('give structured output that fits, and as text, or fail', proves('tools/output-conforms', 'tools/output-text'), async () => {
      const giving = (value: unknown) => specServer({ tools: [defineTool({ name: 'run', outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }, handler: () => value as { sum: number } })] })
      expect(await toolOf(giving({ sum: 3 }))).toMatchObject({ structuredContent: { sum: 3 }, content: [{ type: 'text', text: '{"sum":3}' }] })
      const failed = await toolOf(giving({ sum: '3' }))
      expect(failed).toMatchObject({ isError: true })
      expect(failed).not.toHaveProperty('structuredContent')
    })

    it('may give content of every kind', proves('tools/content'), async () => {
      const content = [
        { type: 'text', text: 'a', annotations: { audience: ['user'], priority: 0.5, lastModified: '2026-07-28T00:00:00Z' } },
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'audio', data: 'AA==', mimeType: 'audio/wav' },
        { type: 'resource_link', uri: 'a:b', name: 'b' },
        { type: 'resource', resource: { uri: 'a:b', mimeType: 'text/plain', text: 'x' } },
        { type: 'resource', resource: { uri: 'a:b', blob: 'AA==' } },
      ] as const
      const server = specServer({ tools: [defineTool({ name: 'run', handler: () => [...content] as never })] })
      expect(await toolOf(server)).toMatchObject({ content })
    })
  })

  describe('resources', () => {
    it('are listed, templates apart', proves('resources/list'), async () => {
      expect((await call(handler, 'resources/list')).body?.result?.resources).toEqual([{ uri: 'spec://about', name: 'about' }, { uri: 'spec://ask', name: 'ask' }])
      expect((await call(handler, 'resources/templates/list')).body?.result?.resourceTemplates).toEqual([{ uriTemplate: 'spec://orders/{id}', name: 'order' }])
    })

    it('are read by URI or through a template', proves('resources/read', 'resources/uri'), async () => {
      expect((await call(handler, 'resources/read', { uri: 'spec://about' })).body?.result?.contents).toEqual([{ uri: 'spec://about', mimeType: 'text/plain', text: 'About' }])
      expect((await call(handler, 'resources/read', { uri: 'spec://orders/7' })).body?.result?.contents).toMatchObject([{ uri: 'spec://orders/7', text: 'Order 7' }])
      for (const params of [{}, { uri: 7 }]) expect((await call(handler, 'resources/read', params)).body?.error?.code).toBe(-32602)
    })

    it('are not reached through the variable of another', proves('resources/traversal'), async () => {
      for (const uri of ['spec://orders/../about', 'spec://orders/1/../../about', 'spec://orders/']) {
        expect((await call(handler, 'resources/read', { uri })).body, uri).toHaveProperty('error')
      }
    })

    it.each(['spec://orders/é', 'spec://orders/a b', 'spec://orders/%zz', 'spec://orders/\n', 'orders/1'])('are not reached by %j, which is no URI', proves('resources/valid-uris'), async (uri) => {
      // The header has to be sent encoded, as HTTP takes no such text.
      const headers = { 'mcp-name': `=?base64?${Buffer.from(uri).toString('base64')}?=` }
      expect(await call(handler, 'resources/read', { uri }, { headers })).toMatchObject({ status: 200, body: { error: { code: era === 'modern' ? -32602 : -32002, data: { uri } } } })
      expect((await call(handler, 'resources/read', { uri: 'spec://orders/%C3%A9' })).body?.result?.contents).toMatchObject([{ uri: 'spec://orders/%C3%A9', text: 'Order é' }])
    })

    it('send their bytes as Base64', proves('resources/binary'), async () => {
      const server = specServer({ resources: [defineResource({ name: 'logo', uri: 'spec://logo', mimeType: 'image/png', handler: () => new Uint8Array([255, 0, 1]) })] })
      expect((await call(server, 'resources/read', { uri: 'spec://logo' })).body?.result?.contents).toEqual([{ uri: 'spec://logo', mimeType: 'image/png', blob: '/wAB' }])
    })
  })

  describe('prompts', () => {
    it('are listed with their arguments', proves('prompts/list'), async () => {
      expect((await call(handler, 'prompts/list')).body?.result?.prompts).toMatchObject([{ name: 'greet', arguments: [{ name: 'who', required: true }] }, { name: 'ask' }])
    })

    it('give messages', proves('prompts/get'), async () => {
      expect((await call(handler, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).body?.result?.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }])
    })

    it('refuse arguments that are missing or no text', proves('prompts/arguments'), async () => {
      for (const args of [undefined, {}, { who: 7 }, { who: null }, 'Ada']) {
        expect((await call(handler, 'prompts/get', { name: 'greet', ...args !== undefined && { arguments: args } })).body?.error, JSON.stringify(args)).toMatchObject({ code: -32602 })
      }
    })
  })

  describe('completion', () => {
    const complete = (ref: object, name: string, params: object = {}, server = handler) => call(server, 'completion/complete', { ref, argument: { name, value: 'A' }, ...params })
    const completionOf = async (...args: Parameters<typeof complete>) => (await complete(...args)).body?.result?.completion

    it('gives values by what was typed, a hundred at most', proves('completion/values', 'completion/limit'), async () => {
      expect(await completionOf({ type: 'ref/prompt', name: 'greet' }, 'who')).toEqual({ values: ['Ada', 'Alan'], total: 2, hasMore: false })
      const many = await completionOf({ type: 'ref/resource', uri: 'spec://orders/{id}' }, 'id') as { values: string[] }
      expect(many).toMatchObject({ total: 150, hasMore: true })
      expect(many.values).toHaveLength(100)
    })

    it('refuses what is not there', proves('completion/unknown'), async () => {
      for (const [ref, name] of [[{ type: 'ref/prompt', name: 'nope' }, 'who'], [{ type: 'ref/prompt', name: 'greet' }, 'whom'], [{ type: 'ref/resource', uri: 'spec://nope/{id}' }, 'id'], [{ type: 'ref/tool', name: 'echo' }, 'text']] as const) {
        expect((await complete(ref, name)).body?.error, JSON.stringify(ref)).toMatchObject({ code: -32602 })
      }
    })

    it('hands over the arguments that are known', proves('completion/context'), async () => {
      const seen: unknown[] = []
      const prompt = definePrompt({ name: 'city', inputSchema: { type: 'object', properties: { country: { type: 'string' }, city: { type: 'string' } } }, complete: { city: (_value, { arguments: known }) => {
        seen.push({ ...known })
        return []
      } }, handler: () => 'x' })
      await complete({ type: 'ref/prompt', name: 'city' }, 'city', { context: { arguments: { country: 'NO', odd: 7 } } }, specServer({ prompts: [prompt] }))
      expect(seen).toEqual([{ country: 'NO' }])
    })
  })

  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])('%s ends without a cursor, and refuses one that it did not give', proves('pages/last', 'pages/unknown'), async (method) => {
    expect((await call(handler, method)).body?.result).not.toHaveProperty('nextCursor')
    for (const cursor of ['', 'next', 1, null]) expect(await call(handler, method, { cursor })).toMatchObject({ status: 200, body: { error: { code: -32602 } } })
  })

  describe('streams', () => {
    const open = (run: (event: McpEvent) => unknown, progressToken?: unknown) =>
      openStream(serverWith(run), 'tools/call', { name: 'run', ...era === 'legacy' && progressToken !== undefined && { _meta: { progressToken } } }, { era, ...progressToken !== undefined && { meta: { progressToken } } })

    it('begin with the first notification only, and end with the result', proves('stream/lazy', 'stream/ends', 'http/json-or-stream'), async () => {
      const plain = await open(() => {}, 'p')
      expect(plain.response.headers.get('content-type')).toBe('application/json')
      expect(await plain.rest()).toMatchObject([{ id: 1, result: {} }])
      const stream = await open(event => event.context.mcp.progress(1), 'p')
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
      expect(await stream.rest()).toMatchObject([{ method: 'notifications/progress' }, { id: 1, result: {} }])
    })

    it('carry progress with its token, growing, to the result and no further', proves('progress/token', 'progress/grows', 'progress/over'), async () => {
      let late = () => {}
      const stream = await open((event) => {
        for (const value of [1, 1, 0.5, 2]) event.context.mcp.progress(value)
        late = () => event.context.mcp.progress(3)
      }, 0)
      const messages = await stream.rest() as { params?: object }[]
      late()
      expect(messages.slice(0, -1).map(({ params }) => params)).toEqual([{ progressToken: 0, progress: 1 }, { progressToken: 0, progress: 2 }])
    })

    it('carry no progress that was not asked for', proves('progress/unasked'), async () => {
      expect((await open(event => event.context.mcp.progress(1))).response.headers.get('content-type')).toBe('application/json')
    })

    it('carry what was logged, with its level, data and logger', proves('logging/shape', 'logging/declared'), async () => {
      const stream = await openStream(serverWith(event => event.context.mcp.log('warning', { at: 1 }, 'shop')), 'tools/call', { name: 'run' }, { era, meta: { 'io.modelcontextprotocol/logLevel': 'info' } })
      expect(await stream.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'warning', logger: 'shop', data: { at: 1 } } })
      const { result } = (await call(handler, era === 'modern' ? 'server/discover' : 'initialize', { protocolVersion: '2025-11-25' })).body!
      expect(result?.capabilities).toHaveProperty('logging')
    })

    it('that are open at once do not mix', proves('stream/independent'), async () => {
      let finish = () => {}
      const gate = new Promise<void>(resolve => finish = resolve)
      const server = specServer({ tools: [defineTool({ name: 'run', inputSchema: { type: 'object', properties: { label: { type: 'string' } } }, handler: async ({ label }, event) => {
        event.context.mcp.progress(1, 2, label)
        await gate
        event.context.mcp.progress(2, 2, label)
        return label
      } })] })
      const streams = await Promise.all(['a', 'b'].map(label => openStream(server, 'tools/call', { name: 'run', arguments: { label }, ...era === 'legacy' && { _meta: { progressToken: label } } }, { era, id: label, meta: { progressToken: label } })))
      finish()
      for (const [index, token] of ['a', 'b'].entries()) {
        expect(await streams[index]!.rest()).toMatchObject([...[1, 2].map(progress => ({ params: { progressToken: token, progress, message: token } })), { id: token, result: { content: [{ text: token }] } }])
      }
    })

    it('are kept open while nothing happens', proves('stream/keep-alive'), async () => {
      vi.useFakeTimers()
      try {
        let finish = () => {}
        const stream = await open(async (event) => {
          event.context.mcp.progress(1)
          await new Promise<void>(resolve => finish = resolve)
        }, 1)
        await vi.advanceTimersByTimeAsync(16_000)
        finish()
        expect((await stream.text()).match(/^:$/gm)).toHaveLength(1)
      }
      finally {
        vi.useRealTimers()
      }
    })
  })

  it('the other may come before, on the same endpoint', proves('version/per-request'), async () => {
    const other = era === 'modern' ? legacy : modern
    const before = await call(handler, 'tools/list')
    await other(handler, 'tools/list')
    expect((await call(handler, 'tools/list')).body).toEqual(before.body)
    expect('resultType' in before.body!.result!).toBe(era === 'modern')
  })
})
