import { describe, expect, it, vi } from 'vitest'
import { defineRequestState, defineResource, defineTool, getElicitedContent, getMissingInputs, inputRequired, listRoots, mcpElicit, type McpEvent } from 'nitro-mcp'
import { proves } from '../helpers/proves.ts'
import { everything, modern, modernRequest, send } from '../helpers/rpc.ts'
import { openStream } from '../helpers/stream.ts'
import { askName, specServer } from './server.ts'

const handler = specServer()
const key = (name: string) => `io.modelcontextprotocol/${name}`
const claim = { [key('protocolVersion')]: '2026-07-28', [key('clientCapabilities')]: {} }
const evil = { origin: 'https://evil.example.com' }

const serverWith = (run: (event: McpEvent) => unknown) => specServer({ tools: [defineTool({ name: 'run', handler: async (event) => {
  await run(event)
  return 'done'
} })] })

/** One complete result of each method that is served. */
const everyMethod = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['resources/read', { uri: 'spec://about' }],
  ['tools/call', { name: 'numbers' }],
  ['prompts/get', { name: 'greet', arguments: { who: 'Ada' } }],
  ['completion/complete', { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: '' } }],
] as const
const cacheable = everyMethod.slice(0, 6)

describe('sessions and resumption', () => {
  it('do not exist', proves('http/no-session', 'http/no-resumption'), async () => {
    const headers = { 'mcp-session-id': 'abc', 'last-event-id': '7' }
    const reply = await modern(handler, 'tools/list', {}, { headers })
    expect(reply.status).toBe(200)
    expect(reply.headers.has('mcp-session-id')).toBe(false)
    const stream = await openStream(serverWith(event => event.context.mcp.progress(1)), 'tools/call', { name: 'run' }, { headers, meta: { progressToken: 1 } })
    expect(stream.response.headers.has('mcp-session-id')).toBe(false)
    expect(await stream.text()).not.toMatch(/^(id|retry):/m)
  })

  it('are not made up for by memory: each request says all again', proves('rpc/stateless'), async () => {
    const seen: unknown[] = []
    const server = serverWith(({ context: { mcp } }) => seen.push([mcp.clientInfo?.name, mcp.clientCapabilities]))
    await modern(server, 'tools/call', { name: 'run' })
    await modern(server, 'tools/call', { name: 'run' }, { capabilities: {}, meta: { [key('clientInfo')]: undefined } })
    expect(seen).toEqual([['test', everything], [undefined, {}]])
    expect((await modern(handler, 'tools/call', { name: 'ask' })).status).toBe(200)
    expect((await modern(handler, 'tools/call', { name: 'ask' }, { capabilities: {} })).body?.error?.code).toBe(-32021)
    expect((await modern(handler, 'tools/list', {}, { meta: { [key('protocolVersion')]: undefined } })).status).toBe(400)
  })
})

describe('a refusal', () => {
  const meta = (name: string, value?: unknown) => ({ meta: { [key(name)]: value } })
  const refused = [
    [400, -32602, modernRequest('tools/list', {}, meta('clientCapabilities'))],
    [400, -32602, modernRequest('tools/list', {}, meta('protocolVersion', 7))],
    [400, -32020, modernRequest('tools/list', {}, { headers: { 'mcp-method': null } })],
    [400, -32022, modernRequest('tools/list', {}, { ...meta('protocolVersion', '2030-01-01'), headers: { 'mcp-protocol-version': '2030-01-01' } })],
    [400, -32021, modernRequest('tools/call', { name: 'ask' }, { capabilities: {} })],
    [404, -32601, modernRequest('tools/nope')],
    [404, -32601, modernRequest('initialize')],
    [403, -32600, modernRequest('tools/list', {}, { headers: evil })],
    [415, -32600, modernRequest('tools/list', {}, { headers: { 'content-type': 'text/plain' } })],
    [400, -32600, modernRequest('tools/list', {}, { id: null })],
    [200, -32602, modernRequest('tools/call', { name: 'nope' })],
    [200, -32602, modernRequest('resources/read', { uri: 'spec://nope' })],
  ] as const

  it.each(refused)('with %i and %i has a JSON-RPC error in its body', proves('http/refusal-has-body', 'rpc/withdrawn-codes', 'rpc/reserved-codes'), async (status, code, request) => {
    const response = await handler.fetch(request)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.stringMatching(/\w/) } })
  })

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST'])('of a foreign page comes first, by %s too', proves('origin/every-method', 'origin/first'), async (method) => {
    const response = await handler.fetch(new Request('http://localhost:3000/mcp', { method, headers: { ...evil, 'content-type': 'text/plain' }, ...method === 'POST' && { body: '{' } }))
    expect(response.status).toBe(403)
    if (method !== 'HEAD') expect(await response.json()).not.toHaveProperty('id')
  })

  it.each([
    [[{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: claim } }]],
    [[{ jsonrpc: '2.0', id: 1, method: 'ping' }, { jsonrpc: '2.0', id: 2, method: 'tools/list', params: { _meta: claim } }]],
    [[]],
  ])('meets the batch %j', proves('rpc/no-batch'), async (batch) => {
    const reply = await send(handler, batch, { 'mcp-protocol-version': '2026-07-28' })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
    expect(reply.body).not.toHaveProperty('id')
  })

  it.each(['2025-06-18', '2025-11-25'])('meets a batch of %s as well', proves('legacy/no-batch'), async (version) => {
    expect(await send(handler, [{ jsonrpc: '2.0', id: 1, method: 'ping' }], { 'mcp-protocol-version': version })).toMatchObject({ status: 400, body: { error: { code: -32600 } } })
  })

  it.each([undefined, null, [], 'x'])('meets _meta = %j', proves('meta/missing'), async (_meta) => {
    expect(await send(handler, { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta } }, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' })).toMatchObject({ status: 400, body: { id: 1, error: { code: -32602 } } })
  })
})

describe('_meta', () => {
  it('may hold what is not known here', proves('meta/others'), async () => {
    const meta = { 'traceparent': '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'tracestate': 'a=b', 'baggage': 'c=d', 'com.example/own': { deep: [1] } }
    expect((await modern(handler, 'tools/list', {}, { meta })).status).toBe(200)
  })

  it('of an author stays beside the name of the server', proves('meta/kept', 'meta/server-info'), async () => {
    const server = specServer({ tools: [defineTool({ name: 'run', handler: () => ({ content: [], _meta: { 'com.example/own': 1, [key('serverInfo')]: { name: 'other', version: '0' } } }) })] })
    expect((await modern(server, 'tools/call', { name: 'run' })).body?.result?._meta).toEqual({ 'com.example/own': 1, [key('serverInfo')]: { name: 'spec', version: '1.0.0' } })
  })
})

describe('results', () => {
  it.each(everyMethod)('of %s name their type and the server', proves('rpc/result-type', 'meta/server-info'), async (method, params) => {
    expect((await modern(handler, method, params)).body?.result).toMatchObject({ resultType: 'complete', _meta: { [key('serverInfo')]: { name: 'spec', version: '1.0.0' } } })
  })

  it.each(cacheable)('of %s carry cache hints that are private', proves('caching/six', 'caching/values', 'caching/private'), async (method, params) => {
    const { ttlMs, cacheScope } = (await modern(handler, method, params)).body!.result!
    expect(Number.isInteger(ttlMs) && Number(ttlMs) >= 0).toBe(true)
    expect(cacheScope).toBe('private')
  })

  it.each(everyMethod.slice(6))('of %s carry none', proves('caching/nowhere-else'), async (method, params) => {
    const { result } = (await modern(handler, method, params)).body!
    expect(result).not.toHaveProperty('ttlMs')
    expect(result).not.toHaveProperty('cacheScope')
  })
})

describe('server/discover', () => {
  it('lists the versions that a refusal names', proves('version/same-list', 'version/unsupported'), async () => {
    const { supportedVersions } = (await modern(handler, 'server/discover')).body!.result!
    const refusal = await modern(handler, 'tools/list', {}, { meta: { [key('protocolVersion')]: '2030-01-01' }, headers: { 'mcp-protocol-version': '2030-01-01' } })
    expect(refusal.body?.error?.data).toEqual({ supported: supportedVersions, requested: '2030-01-01' })
  })

  it('declares what can be called', proves('discover/declared-works', 'discover/no-tasks'), async () => {
    const { capabilities } = (await modern(handler, 'server/discover')).body!.result as { capabilities: object }
    const methods: Record<string, string[]> = { tools: ['tools/list', 'tools/call'], prompts: ['prompts/list', 'prompts/get'], resources: ['resources/list', 'resources/templates/list', 'resources/read'], completions: ['completion/complete'], logging: [], extensions: [] }
    for (const capability of Object.keys(capabilities)) {
      expect(methods, 'a capability that this test knows').toHaveProperty(capability)
      for (const method of methods[capability] ?? []) expect((await modern(handler, method)).body?.error?.code, method).not.toBe(-32601)
    }
  })

  it('needs the headers of any request', proves('discover/envelope'), async () => {
    expect(await modern(handler, 'server/discover', {}, { headers: { 'mcp-method': null } })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
  })

  it.each(['tasks/list', 'tasks/result'])('knows no %s', proves('tasks/removed'), async (method) => {
    expect(await modern(handler, method, { taskId: 'x' }, { headers: { 'mcp-name': 'x' } })).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
  })
})

describe('the headers that repeat the body', () => {
  it('are named in any case', proves('headers/names-case'), async () => {
    expect((await modern(handler, 'tools/call', { name: 'numbers' }, { headers: { 'mcp-method': null, 'mcp-name': null, 'MCP-METHOD': 'tools/call', 'mCp-NaMe': 'numbers' } })).status).toBe(200)
  })

  it('have no name where the body has none', proves('headers/name-elsewhere'), async () => {
    for (const [method, params] of everyMethod.slice(0, 5)) expect((await modern(handler, method, params, { headers: { 'mcp-name': null } })).status, method).toBe(200)
  })

  it.each(['=?base64?c3BlYzovL2Fib3V0', 'c3BlYzovL2Fib3V0?=', '=?BASE64?c3BlYzovL2Fib3V0?='])('stand for themselves when they are half-encoded: %s', proves('headers/half-encoded'), async (uri) => {
    // The header agrees with the body, so that only the resource is not found.
    expect(await modern(handler, 'resources/read', { uri })).toMatchObject({ status: 200, body: { error: { code: -32602, data: { uri } } } })
  })

  it('are compared as they are written', proves('headers/verbatim', 'headers/encoded'), async () => {
    const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`
    const read = (name: string) => modern(handler, 'resources/read', { uri: 'spec://orders/é' }, { headers: { 'mcp-name': encoded(name) } })
    // What is no URI is not found, but its header is good.
    expect(await read('spec://orders/é')).toMatchObject({ status: 200, body: { error: { code: -32602 } } })
    expect((await read('spec://orders/e\u0301')).body?.error?.code).toBe(-32020)
    expect((await read('\uFEFFspec://orders/é')).body?.error?.code).toBe(-32020)
  })
})

describe('a stream', () => {
  it('holds only what belongs to its request, and no request of the server', proves('stream/related', 'stream/no-requests', 'logging/own-stream'), async () => {
    let finish = () => {}
    const gate = new Promise<void>(resolve => finish = resolve)
    const server = serverWith(async ({ context: { mcp } }) => {
      mcp.log('error', 'hello')
      mcp.progress(1)
      await gate
    })
    const listening = await openStream(server, 'tools/call', { name: 'run' }, { id: 'a', meta: { [key('logLevel')]: 'debug', progressToken: 'a' } })
    const quiet = openStream(server, 'tools/call', { name: 'run' }, { id: 'b' })
    finish()
    expect((await listening.rest() as { method?: string, id?: unknown }[]).map(({ method, id }) => method ?? id)).toEqual(['notifications/message', 'notifications/progress', 'a'])
    expect(await (await quiet).rest()).toMatchObject([{ id: 'b' }])
  })

  it('ends with the question when there is one', proves('stream/no-requests', 'rounds/methods'), async () => {
    const server = specServer({ tools: [defineTool({ name: 'run', handler: (event) => {
      event.context.mcp.progress(1)
      return inputRequired(event, { inputRequests: { roots: listRoots() } })
    } })] })
    const stream = await openStream(server, 'tools/call', { name: 'run' }, { meta: { progressToken: 1 } })
    expect(await stream.rest()).toMatchObject([{ method: 'notifications/progress' }, { id: 1, result: { resultType: 'input_required', inputRequests: { roots: { method: 'roots/list' } } } }])
  })

  it('writes nothing once its client is gone', proves('stream/silent', 'stream/close-cancels'), async () => {
    let gone = () => {}
    const left = new Promise<void>(resolve => gone = resolve)
    const after = vi.fn()
    const stream = await openStream(serverWith(async ({ context: { mcp } }) => {
      mcp.signal.addEventListener('abort', after)
      mcp.progress(1)
      await left
      mcp.progress(2)
    }), 'tools/call', { name: 'run' }, { meta: { progressToken: 1 } })
    await stream.next()
    await stream.cancel()
    gone()
    expect(after).toHaveBeenCalledOnce()
    expect(await stream.rest()).toEqual([])
  })
})

describe('rounds', () => {
  const form = mcpElicit({ message: 'Where to?', requestedSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } })
  const questions = { name: askName.name, city: form }
  const state = defineRequestState<{ step: number }>()
  const stateKey = 'a key of the test, 32 bytes or more'
  const asking = () => specServer({ stateKey, tools: [
    defineTool({ name: 'trip', handler: (event) => {
      const missing = getMissingInputs(event, questions)
      return Object.keys(missing).length > 0 ? inputRequired(event, { inputRequests: missing }) : `to ${getElicitedContent(event, questions, 'city')?.city ?? 'nowhere'}`
    } }),
    defineTool({ name: 'steps', handler: async (event) => {
      const opened = await state.open(event)
      return opened ? `step ${opened.step}` : inputRequired(event, { requestState: await state.seal({ step: 1 }, event) })
    } }),
  ] })
  const accepted = (content: object) => ({ action: 'accept', content })
  const trip = (inputResponses?: unknown) => modern(asking(), 'tools/call', { name: 'trip', ...inputResponses !== undefined && { inputResponses } })

  it('ask again for what is missing, and for nothing else', proves('rounds/answers-missing', 'rounds/answers-unknown'), async () => {
    const { result } = (await trip({ name: accepted({ name: 'Ada' }), other: accepted({ city: 'Rome' }) })).body!
    expect(result).toMatchObject({ resultType: 'input_required' })
    expect(Object.keys(result!.inputRequests as object)).toEqual(['city'])
    expect((await trip({ name: accepted({ name: 'Ada' }), city: accepted({ city: 'Rome' }), other: {} })).body?.result).toMatchObject({ content: [{ text: 'to Rome' }] })
  })

  it('end when the user says no', proves('rounds/declined'), async () => {
    for (const action of ['decline', 'cancel']) expect((await trip({ name: { action }, city: { action } })).body?.result).toMatchObject({ resultType: 'complete', content: [{ text: 'to nowhere' }] })
  })

  it('survive odd keys', proves('rounds/answers-odd-keys'), async () => {
    const odd = JSON.parse('{"__proto__":{"action":"accept","content":{"city":"Rome"}},"constructor":{},"undefined":{}}') as object
    expect((await trip(odd)).body?.result).toMatchObject({ resultType: 'input_required', inputRequests: { name: {}, city: {} } })
    expect(Object.prototype).not.toHaveProperty('action')
  })

  it('go on at another instance, which never saw the first', proves('rounds/stateless', 'state/verbatim'), async () => {
    const { requestState } = (await modern(asking(), 'tools/call', { name: 'steps' })).body!.result!
    expect((await modern(asking(), 'tools/call', { name: 'steps', requestState }, { id: 2 })).body?.result).toMatchObject({ content: [{ text: 'step 1' }] })
  })

  it('do not go on by a state that was changed, nor begin anew', proves('state/integrity', 'state/no-oracle', 'state/request'), async () => {
    const { requestState } = (await modern(asking(), 'tools/call', { name: 'steps' })).body!.result!
    const foreign = (await modern(asking(), 'tools/call', { name: 'steps', arguments: { other: true } })).body!.result!.requestState
    for (const bad of [`${String(requestState)}-TAMPERED`, String(requestState).slice(0, -1), foreign, '']) {
      expect((await modern(asking(), 'tools/call', { name: 'steps', requestState: bad })).body?.error).toEqual({ code: -32602, message: 'Invalid request state' })
    }
  })

  it('are not begun from a list', proves('rounds/only-there'), async () => {
    const server = specServer({ resources: [defineResource({ name: 'file', uriTemplate: 'spec://files/{id}', list: event => inputRequired(event, { inputRequests: { roots: listRoots() } }) as never, handler: () => 'x' })] })
    const reply = await modern(server, 'resources/list')
    expect(reply.body?.error?.code).toBe(-32603)
    expect(JSON.stringify(reply.body)).not.toContain('input_required')
  })
})
