import { describe, expect, it, vi } from 'vitest'
import type { inputRequired, ToolDefinition } from 'nitro-mcp'
import { createMcpHandler, definePrompt, defineResource, defineTool, McpError } from 'nitro-mcp'
import { proves } from '../helpers/proves.ts'
import { legacy, modern } from '../helpers/rpc.ts'
import { askName, specServer } from './server.ts'

const handler = specServer()
const serverInfo = { 'io.modelcontextprotocol/serverInfo': { name: 'spec', version: '1.0.0' } }
const hints = { ttlMs: expect.any(Number), cacheScope: 'private' }

describe('server/discover', () => {
  it('declares what is there, with cache hints and the server in _meta only', proves('discover/answers', 'discover/no-body-info', 'discover/no-tasks', 'logging/declared@modern'), async () => {
    expect((await modern(handler, 'server/discover')).body).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true, subscribe: true }, completions: {}, logging: {} }, instructions: 'Be brief.', ...hints, _meta: serverInfo },
    })
  })

  it('declares nothing that has no definition, and does not serve it', proves('rpc/method-undeclared'), async () => {
    const empty = createMcpHandler({ name: 'empty', version: '1' })
    expect((await modern(empty, 'server/discover')).body?.result?.capabilities).toEqual({})
    for (const method of ['tools/list', 'tools/call', 'prompts/list', 'prompts/get', 'resources/list', 'resources/templates/list', 'resources/read', 'completion/complete']) {
      expect(await modern(empty, method, { name: 'x', uri: 'x:y' })).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601 } } })
    }
  })
})

describe('methods that 2026-07-28 does not have', () => {
  it.each(['initialize', 'ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe', 'tasks/get', 'constructor', '__proto__', ''])('%j is not found', proves('rpc/method-not-found', 'rpc/method-removed', 'rpc/method-names@modern'), async (method) => {
    expect(await modern(handler, method)).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601 } } })
  })
})

describe('the four lists', () => {
  it.each(['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])('%s carries cache hints and is one page', proves('pages/last@modern', 'pages/unknown@modern'), async (method) => {
    expect((await modern(handler, method)).body?.result).toMatchObject({ resultType: 'complete', ...hints, _meta: serverInfo })
    expect((await modern(handler, method)).body?.result).not.toHaveProperty('nextCursor')
    for (const cursor of ['', 'next', 1]) {
      expect(await modern(handler, method, { cursor })).toMatchObject({ status: 200, body: { error: { code: -32602 } } })
    }
  })

  it('answer the same twice', proves('tools/list-order@modern'), async () => {
    expect((await modern(handler, 'tools/list')).body).toEqual((await modern(handler, 'tools/list')).body)
  })

  it('may be called concurrently before anything is loaded', async () => {
    const load = vi.fn(async () => defineTool({ handler: () => 'loaded' }))
    const lazy = createMcpHandler({ name: 'lazy', version: '1', tools: [{ name: 'a', title: 'A', load }] })
    const replies = await Promise.all([modern(lazy, 'tools/list'), modern(lazy, 'tools/list')])
    for (const reply of replies) expect(reply.body?.result?.tools).toEqual([{ name: 'a', title: 'A', inputSchema: { type: 'object' } }])
  })

  it('add what templates list to the fixed resources, without a lifetime', proves('resources/list@modern'), async () => {
    const listing = specServer({ resources: [
      defineResource({ name: 'about', uri: 'spec://about', handler: () => 'About' }),
      defineResource({ name: 'order', uriTemplate: 'spec://orders/{id}', list: () => [{ uri: 'spec://orders/1', name: 'Order 1' }], handler: ({ id }) => id }),
    ] })
    const result = (await modern(listing, 'resources/list')).body?.result
    expect(result).toMatchObject({ ttlMs: 0, resources: [{ uri: 'spec://about', name: 'about' }, { uri: 'spec://orders/1', name: 'Order 1' }] })
    expect((await modern(listing, 'resources/templates/list')).body?.result?.resourceTemplates).toMatchObject([{ uriTemplate: 'spec://orders/{id}', name: 'order' }])
  })
})

describe('a definition that can not be loaded', () => {
  const broken = { name: 'broken', file: 'server/mcp/tools/broken.ts', load: () => Promise.reject<ToolDefinition>(new Error('boom at /srv/app')) }
  const whole = defineTool({ name: 'whole', handler: () => 'fine' })

  it('is left out of the list and reported with its file', async () => {
    const onError = vi.fn()
    const server = specServer({ tools: [broken, whole], onError })
    expect((await modern(server, 'tools/list')).body?.result?.tools).toMatchObject([{ name: 'whole' }])
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'boom at /srv/app' }), { method: 'tools/list', name: 'broken', file: 'server/mcp/tools/broken.ts' })
  })

  it('fails its own call only, masked', async () => {
    const server = specServer({ tools: [broken, whole] })
    expect((await modern(server, 'tools/call', { name: 'broken' })).body?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'The tool "broken" failed.' }] })
    expect((await modern(server, 'tools/call', { name: 'whole' })).body?.result).toMatchObject({ content: [{ text: 'fine' }] })
  })

  it('is told in dev', async () => {
    const server = specServer({ tools: [broken, whole], dev: true })
    expect((await modern(server, 'tools/list')).body?.error).toMatchObject({ code: -32603, message: expect.stringContaining('boom') })
  })
})

describe('tools/call', () => {
  it('stamps the result, without cache hints', proves('caching/nowhere-else', 'meta/server-info'), async () => {
    expect((await modern(handler, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })).body?.result).toEqual({ resultType: 'complete', content: [{ type: 'text', text: 'hi' }], _meta: serverInfo })
  })

  it.each(['nope', '__proto__', 'constructor', ''])('answers the unknown tool %j with -32602 in band', proves('tools/unknown@modern'), async (name) => {
    expect(await modern(handler, 'tools/call', { name })).toMatchObject({ status: 200, body: { error: { code: -32602, message: `Unknown tool: ${name}` } } })
  })

  it('needs a name', proves('tools/malformed@modern'), async () => {
    expect((await modern(handler, 'tools/call', {})).body?.error?.code).toBe(-32602)
  })

  it('shows a bad argument to the model', proves('tools/bad-arguments@modern'), async () => {
    expect((await modern(handler, 'tools/call', { name: 'echo', arguments: { text: 7 } })).body?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: expect.stringContaining('text') }] })
  })

  it('refuses arguments that are no object', proves('tools/malformed@modern'), async () => {
    expect((await modern(handler, 'tools/call', { name: 'echo', arguments: 'hi' })).body?.error?.code).toBe(-32602)
  })

  it('masks a crash, and logs it', proves('tools/failure@modern', 'tools/masked@modern'), async () => {
    const onError = vi.fn()
    const reply = await modern(specServer({ onError }), 'tools/call', { name: 'crash' })
    expect(reply.body?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'The tool "crash" failed.' }] })
    expect(JSON.stringify(reply.body)).not.toContain('hunter2')
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'password is hunter2' }), { method: 'tools/call', name: 'crash', file: undefined })
  })

  it('tells a crash in dev', async () => {
    expect((await modern(specServer({ dev: true }), 'tools/call', { name: 'crash' })).body?.result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('hunter2') }] })
  })

  it('sends an McpError as it is', async () => {
    expect((await modern(handler, 'tools/call', { name: 'refuse' })).body?.error).toEqual({ code: -32602, message: 'No such order', data: { order: 7 } })
  })

  it.each([-32002, -32042])('sends no code %d that this revision has given up, whoever throws it', proves('rpc/withdrawn-codes'), async (code) => {
    const server = specServer({ tools: [defineTool({ name: 'old', handler() {
      throw new McpError(code, 'No such thing', { uri: 'a:b' })
    } })] })
    expect((await modern(server, 'tools/call', { name: 'old' })).body?.error).toEqual({ code: -32602, message: 'No such thing', data: { uri: 'a:b' } })
    if (code === -32002) expect((await legacy(server, 'tools/call', { name: 'old' })).body?.error).toMatchObject({ code })
  })

  it('sends structured output of any root', proves('tools/output-schema', 'tools/output-text@modern'), async () => {
    expect((await modern(handler, 'tools/call', { name: 'numbers' })).body?.result).toMatchObject({ structuredContent: [1, 2, 3], content: [{ type: 'text', text: '[1,2,3]' }] })
  })
})

describe('an interim result', () => {
  const asking = [['tools/call', { name: 'ask' }], ['prompts/get', { name: 'ask' }], ['resources/read', { uri: 'spec://ask' }]] as const

  it.each(asking)('of %s is stamped and carries no cache hints', proves('rounds/methods', 'rounds/no-hints', 'meta/server-info'), async (method, params) => {
    expect((await modern(handler, method, params)).body?.result).toEqual({
      resultType: 'input_required',
      inputRequests: { name: { method: 'elicitation/create', params: { mode: 'form', message: 'What is your name?', requestedSchema: askName.name.params.requestedSchema } } },
      _meta: serverInfo,
    })
  })

  it.each(asking)('of %s is followed by the answers, without a state', proves('rounds/no-state'), async (method, params) => {
    const retry = await modern(handler, method, { ...params, inputResponses: { name: { action: 'accept', content: { name: 'Ada' } } } }, { id: 2 })
    expect(retry.body?.result).toMatchObject({ resultType: 'complete' })
  })

  it.each(asking)('of %s needs the capability, with 400', proves('rounds/declared', 'rounds/required-data'), async (method, params) => {
    expect(await modern(handler, method, params, { capabilities: {} })).toMatchObject({ status: 400, body: { id: 1, error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } } } })
  })

  it.each([['inputResponses', []], ['inputResponses', 'x'], ['inputResponses', { name: null }], ['inputResponses', { name: 7 }], ['requestState', 7], ['requestState', null], ['requestState', 'x'.repeat(65_537)]])('is not resumed by %s = %j', proves('rounds/answers-shape', 'state/kind'), async (key, value) => {
    expect((await modern(handler, 'tools/call', { name: 'ask', [key]: value })).body?.error?.code).toBe(-32602)
  })

  it('made by hand is checked like any other', proves('rounds/not-empty', 'rounds/kinds', 'rounds/declared'), async () => {
    const byHand = (result: object) => modern(specServer({ tools: [defineTool({ name: 'hand', handler: () => result as ReturnType<typeof inputRequired> })] }), 'tools/call', { name: 'hand' }, { capabilities: {} })
    expect(await byHand({ resultType: 'input_required', inputRequests: askName })).toMatchObject({ status: 400, body: { error: { code: -32021 } } })
    expect((await byHand({ resultType: 'input_required' })).body?.error?.code).toBe(-32603)
    expect((await byHand({ resultType: 'input_required', requestState: 'x'.repeat(65_537) })).body?.error?.code).toBe(-32603)
    expect((await byHand({ resultType: 'input_required', inputRequests: { evil: { method: 'tools/call', params: {} } } })).body?.error?.code).toBe(-32603)
  })
})

describe('prompts', () => {
  it('list their arguments', proves('prompts/list@modern'), async () => {
    expect((await modern(handler, 'prompts/list')).body?.result?.prompts).toMatchObject([{ name: 'greet', arguments: [{ name: 'who', required: true }] }, { name: 'ask' }])
  })

  it('give messages', proves('prompts/get@modern'), async () => {
    expect((await modern(handler, 'prompts/get', { name: 'greet', arguments: { who: 'Ada' } })).body?.result).toEqual({ resultType: 'complete', messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }], _meta: serverInfo })
  })

  it('refuse an unknown name and a missing argument with -32602', proves('prompts/unknown@modern', 'prompts/arguments@modern'), async () => {
    expect((await modern(handler, 'prompts/get', { name: 'nope' })).body?.error?.code).toBe(-32602)
    expect((await modern(handler, 'prompts/get', { name: 'greet' })).body?.error?.code).toBe(-32602)
  })

  it('mask a crash', proves('rpc/internal-masked@modern'), async () => {
    const server = specServer({ prompts: [definePrompt({ name: 'crash', handler: () => {
      throw new Error('hunter2')
    } })] })
    expect((await modern(server, 'prompts/get', { name: 'crash' })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
  })
})

describe('resources', () => {
  it('are read by URI or through a template, uncached', proves('resources/read@modern'), async () => {
    expect((await modern(handler, 'resources/read', { uri: 'spec://about' })).body?.result).toEqual({ resultType: 'complete', contents: [{ uri: 'spec://about', mimeType: 'text/plain', text: 'About' }], ttlMs: 0, cacheScope: 'private', _meta: serverInfo })
    expect((await modern(handler, 'resources/read', { uri: 'spec://orders/7' })).body?.result).toMatchObject({ contents: [{ uri: 'spec://orders/7', text: 'Order 7' }] })
  })

  it.each(['spec://nope', 'spec://orders/0'])('%s is not found: -32602 with the URI', proves('resources/not-found', 'resources/not-found-uri', 'legacy/resource-not-found', 'rpc/withdrawn-codes'), async (uri) => {
    expect(await modern(handler, 'resources/read', { uri })).toMatchObject({ status: 200, body: { error: { code: -32602, data: { uri } } } })
    expect((await legacy(handler, 'resources/read', { uri })).body?.error).toMatchObject({ code: -32002, data: { uri } })
  })
})

describe('completion/complete', () => {
  const complete = (ref: object, name: string, value = '') => modern(handler, 'completion/complete', { ref, argument: { name, value } })

  it('completes arguments of prompts', proves('completion/values@modern'), async () => {
    expect((await complete({ type: 'ref/prompt', name: 'greet' }, 'who', 'Al')).body?.result?.completion).toEqual({ values: ['Alan'], total: 1, hasMore: false })
  })

  it('completes variables of templates, a hundred at most', async () => {
    const { completion } = (await complete({ type: 'ref/resource', uri: 'spec://orders/{id}' }, 'id')).body!.result as { completion: { values: string[] } }
    expect(completion).toMatchObject({ total: 150, hasMore: true })
    expect(completion.values).toHaveLength(100)
  })

  it('answers nothing for what completes nothing', async () => {
    expect((await complete({ type: 'ref/prompt', name: 'ask' }, 'who')).body?.result?.completion).toEqual({ values: [] })
  })

  it.each([
    [{ type: 'ref/prompt', name: 'nope' }, 'who'],
    [{ type: 'ref/resource', uri: 'spec://nope/{id}' }, 'id'],
    [{ type: 'ref/tool', name: 'echo' }, 'text'],
    [{ type: 'ref/prompt', name: 'greet' }, 'whom'],
  ])('refuses %j %s with -32602', proves('completion/unknown@modern'), async (ref, name) => {
    expect((await complete(ref, name)).body?.error?.code).toBe(-32602)
  })
})

describe('the revisions of 2025', () => {
  it.each([['2025-11-25', '2025-11-25'], ['2025-06-18', '2025-06-18'], ['2025-03-26', '2025-03-26'], ['2026-07-28', '2025-11-25'], ['2024-11-05', '2025-11-25'], [undefined, '2025-11-25']])('initialize with %s is answered with %s', proves('legacy/initialize', 'legacy/version-same', 'legacy/version-latest', 'logging/declared@legacy'), async (asked, answered) => {
    const reply = await legacy(handler, 'initialize', { protocolVersion: asked, capabilities: {}, clientInfo: { name: 'old', version: '1' } }, { headers: { 'mcp-protocol-version': null } })
    expect(reply.body?.result).toEqual({ protocolVersion: answered, capabilities: { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} }, serverInfo: { name: 'spec', version: '1.0.0' }, instructions: 'Be brief.' })
    expect(reply.headers.get('mcp-session-id')).toBeNull()
  })

  it('ping is answered with exactly {}', proves('legacy/ping'), async () => {
    expect((await legacy(handler, 'ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
  })

  it('results are not stamped', proves('legacy/unstamped'), async () => {
    for (const [method, params] of [['tools/list'], ['tools/call', { name: 'echo', arguments: { text: 'hi' } }], ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }], ['resources/read', { uri: 'spec://about' }], ['resources/list']] as const) {
      const { result } = (await legacy(handler, method, params)).body!
      for (const key of ['resultType', 'ttlMs', 'cacheScope', '_meta']) expect(result).not.toHaveProperty(key)
    }
  })

  it('outputs are objects, in the schema and in the value', proves('legacy/outputs'), async () => {
    const { tools } = (await legacy(handler, 'tools/list')).body!.result as { tools: { name: string, outputSchema?: object }[] }
    expect(tools.find(tool => tool.name === 'numbers')?.outputSchema).toEqual({ type: 'object', properties: { result: { type: 'array', items: { type: 'number' } } }, required: ['result'] })
    expect((await legacy(handler, 'tools/call', { name: 'numbers' })).body?.result).toMatchObject({ structuredContent: { result: [1, 2, 3] } })
  })

  it.each([['tools/call', { name: 'ask' }], ['prompts/get', { name: 'ask' }], ['resources/read', { uri: 'spec://ask' }]] as const)('%s that asks is told which revision can', proves('legacy/no-interim', 'legacy/ask-refused'), async (method, params) => {
    expect(await legacy(handler, method, params)).toMatchObject({ status: 200, body: { error: { message: expect.stringContaining('2026-07-28') } } })
  })

  it('ignores answers and state of the later revision', proves('legacy/no-later-params'), async () => {
    expect((await legacy(handler, 'tools/call', { name: 'ask', inputResponses: { name: {} } })).body?.error?.message).toContain('2026-07-28')
  })

  it('an unknown method is -32601 in band', proves('legacy/method-not-found'), async () => {
    expect(await legacy(handler, 'server/discover')).toMatchObject({ status: 200, body: { error: { code: -32601 } } })
  })
})

describe('resources/subscribe and resources/unsubscribe of 2025', () => {
  it.each(['resources/subscribe', 'resources/unsubscribe'])('%s takes what can be read, and nothing else', proves('legacy/subscribe'), async (method) => {
    for (const uri of ['spec://about', 'spec://orders/7']) expect((await legacy(handler, method, { uri })).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
    expect(await legacy(handler, method, { uri: 'spec://nothing' })).toMatchObject({ status: 200, body: { error: { code: -32002, data: { uri: 'spec://nothing' } } } })
    expect(await legacy(handler, method, { uri: 3 })).toMatchObject({ body: { error: { code: -32602 } } })
    expect(await legacy(createMcpHandler({ name: 'empty', version: '1' }), method, { uri: 'spec://about' })).toMatchObject({ body: { error: { code: -32601 } } })
  })
})
