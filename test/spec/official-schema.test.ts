import { describe, expect, it } from 'vitest'
import { createMcpHandler, defineTool } from 'nitro-mcp'
import { legacyRequest, modernRequest } from '../helpers/rpc.ts'
import { revisionOf, wireFaults, type Posted } from '../helpers/wire-faults.ts'
import { WireSchema, type Revision } from '../helpers/wire-schema.ts'
import { takeViolations } from '../helpers/wire-tap.ts'

const key = (name: string) => `io.modelcontextprotocol/${name}`
const hints = { ttlMs: 0, cacheScope: 'private' }
const complete = { resultType: 'complete' }

const posted = (method: string, meta: object = {}, id: unknown = 1): Posted =>
  ({ message: { jsonrpc: '2.0', id, method, params: { _meta: { [key('protocolVersion')]: '2026-07-28', ...meta } } }, versionHeader: '2026-07-28' })
const postedBy = (version: string, method: string, params: object = {}): Posted =>
  ({ message: { jsonrpc: '2.0', id: 1, method, params }, versionHeader: version })
const answer = (result: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, result })
const failure = (error: object, id: unknown = 1) => ({ jsonrpc: '2.0', id, error })
const note = (method: string, params: object = {}) => ({ jsonrpc: '2.0', method, params })

describe('of the messages of 2026-07-28', () => {
  const six: [string, object][] = [
    ['server/discover', { supportedVersions: ['2026-07-28'], capabilities: {} }],
    ['tools/list', { tools: [] }],
    ['prompts/list', { prompts: [] }],
    ['resources/list', { resources: [] }],
    ['resources/templates/list', { resourceTemplates: [] }],
    ['resources/read', { contents: [{ uri: 'a:b', text: '' }] }],
  ]

  it.each(six)('a good result of %s passes', (method, result) => {
    expect(wireFaults(answer({ ...complete, ...result, ...hints }), posted(method))).toEqual([])
  })

  it.each(six)('a result of %s without its type, lifetime or scope is caught', (method, result) => {
    const whole: Record<string, unknown> = { ...complete, ...result, ...hints }
    for (const missing of ['resultType', 'ttlMs', 'cacheScope', ...Object.keys(result)]) {
      const { [missing]: _, ...rest } = whole
      expect(wireFaults(answer(rest), posted(method)), missing).not.toEqual([])
    }
    expect(wireFaults(answer({ ...whole, ttlMs: -1 }), posted(method)).join()).toContain('/ttlMs')
    expect(wireFaults(answer({ ...whole, ttlMs: 1.5 }), posted(method)).join()).toContain('/ttlMs')
    expect(wireFaults(answer({ ...whole, cacheScope: 'shared' }), posted(method)).join()).toContain('/cacheScope')
  })

  it.each([
    ['hints where there are none', answer({ ...complete, content: [], ...hints }), posted('tools/call'), 'cache hints'],
    ['another type of result', answer({ resultType: 'done', content: [] }), posted('tools/call'), '/resultType'],
    ['the type of another method', answer({ ...complete, ...hints, prompts: [] }), posted('tools/list'), 'ListToolsResult'],
    ['a block of no kind', answer({ ...complete, content: [{ type: 'video' }] }), posted('tools/call'), '/content'],
    ['a tool without a schema', answer({ ...complete, ...hints, tools: [{ name: 'a' }] }), posted('tools/list'), '/tools/0'],
    ['an input schema that is no object', answer({ ...complete, ...hints, tools: [{ name: 'a', inputSchema: { type: 'array' } }] }), posted('tools/list'), '/tools/0/inputSchema/type'],
    ['a result that is no object', { jsonrpc: '2.0', id: 1, result: [] }, posted('tools/call'), '/result'],
    ['a question from a method that may not ask', answer({ resultType: 'input_required', requestState: 's' }), posted('tools/list'), 'may not ask'],
    ['a question that asks nothing', answer({ resultType: 'input_required', inputRequests: {} }), posted('tools/call'), 'neither'],
    ['a question of no kind', answer({ resultType: 'input_required', inputRequests: { a: { method: 'tools/call', params: {} } } }), posted('tools/call'), '/inputRequests/a'],
    ['a question with a lifetime', answer({ resultType: 'input_required', requestState: 's', ...hints }), posted('tools/call'), 'cache hints'],
    ['a task that is not whole', answer({ resultType: 'task', taskId: 'a' }), posted('tools/call'), 'CreateTaskResult/status'],
    ['a task elsewhere', answer({ resultType: 'task', taskId: 'a' }), posted('prompts/get'), 'may not become a task'],
    ['a subscription that ends without its id', answer(complete), posted('subscriptions/listen'), 'subscriptionId'],
    ['a null id', failure({ code: -32600, message: '' }, null), posted('tools/list'), '/id is null'],
    ['a null id for what has none', failure({ code: -32700, message: '' }, null), {}, '/id is null'],
    ['an id of another type', answer({ ...complete, content: [] }, '1'), posted('tools/call'), '/id is "1", not 1'],
    ['an error without its id', { jsonrpc: '2.0', error: { code: -32602, message: '' } }, posted('tools/call'), '/id is undefined'],
    ['an error without a message', failure({ code: -32602 }), posted('tools/call'), 'message'],
    ['an error with a code as text', failure({ code: '-32602', message: '' }), posted('tools/call'), '/error/code'],
    ['a result beside an error', { ...failure({ code: 1, message: '' }), result: {} }, posted('tools/call'), 'beside'],
    ['a capability error without the capability', failure({ code: -32021, message: '', data: {} }), posted('tools/call'), 'requiredCapabilities'],
    ['a version error without the versions', failure({ code: -32022, message: '', data: { requested: 'x' } }), posted('tools/call'), 'supported'],
    ['the code of 2025 for a resource', failure({ code: -32002, message: '' }), posted('resources/read'), 'not for 2026-07-28'],
    ['a code that is kept back', failure({ code: -32030, message: '' }), posted('tools/call'), 'not for 2026-07-28'],
    ['another JSON-RPC', { ...answer(complete), jsonrpc: '1.0' }, posted('ping'), '/jsonrpc'],
    ['a request of the server', { ...note('roots/list'), id: 3 }, posted('tools/call'), 'sends no requests'],
    ['a notification that does not exist', note('notifications/done'), posted('tools/call'), 'not in the schema'],
    ['progress of another request', note('notifications/progress', { progressToken: 2, progress: 1 }), posted('tools/call', { progressToken: '2' }), '/params/progressToken'],
    ['progress as text', note('notifications/progress', { progressToken: 2, progress: '1' }), posted('tools/call', { progressToken: 2 }), '/params/progress'],
    ['a log message that was not asked for', note('notifications/message', { level: 'info', data: 1 }), posted('tools/call'), 'without a level'],
    ['a log message of no level', note('notifications/message', { level: 'loud', data: 1 }), posted('tools/call', { [key('logLevel')]: 'info' }), '/params/level'],
    ['a change outside of a subscription', note('notifications/tools/list_changed'), posted('tools/call'), 'outside of a subscription'],
    ['a change without its subscription', note('notifications/tools/list_changed'), posted('subscriptions/listen'), 'subscriptionId'],
    ['a batch', [answer(complete)], posted('tools/call'), 'no batch'],
    ['text', 'ok', posted('tools/call'), 'not a JSON-RPC message'],
  ] as const)('%s is caught', (_, message, request, fault) => {
    expect(wireFaults(message, request).join('\n')).toContain(fault)
  })

  it('good ones pass', () => {
    const tagged = { _meta: { [key('subscriptionId')]: 's' } }
    for (const [message, request] of [
      [answer({ ...complete, content: [{ type: 'text', text: '' }], structuredContent: [1] }), posted('tools/call')],
      [answer({ resultType: 'input_required', inputRequests: { a: { method: 'roots/list' } } }), posted('tools/call')],
      [answer({ ...complete, ...tagged }, 's'), posted('subscriptions/listen', {}, 's')],
      [note('notifications/resources/updated', { uri: 'a:b', ...tagged }), posted('subscriptions/listen', {}, 's')],
      [note('notifications/progress', { progressToken: 2, progress: 1 }), posted('tools/call', { progressToken: 2 })],
      [failure({ code: -32021, message: '', data: { requiredCapabilities: { sampling: {} } } }), posted('tools/call')],
      [{ jsonrpc: '2.0', error: { code: -32700, message: '' } }, {}],
    ] as [unknown, Posted][]) expect(wireFaults(message, request)).toEqual([])
  })
})

describe('of the messages of 2025', () => {
  it.each(['2025-03-26', '2025-06-18', '2025-11-25'])('a stamped result is caught (%s)', (version) => {
    const list = postedBy(version, 'tools/list')
    expect(wireFaults(answer({ tools: [] }), list)).toEqual([])
    for (const stamp of [complete, { ttlMs: 0 }, { cacheScope: 'private' }, { _meta: { [key('serverInfo')]: { name: 'a', version: '1' } } }]) {
      expect(wireFaults(answer({ tools: [], ...stamp }), list)).toHaveLength(1)
    }
  })

  it.each([
    ['a ping with an answer', answer({ pong: true }), postedBy('2025-11-25', 'ping'), 'not empty'],
    ['an interim result', answer({ resultType: 'input_required', requestState: 's' }), postedBy('2025-11-25', 'tools/call'), 'CallToolResult'],
    ['output that is no object', answer({ content: [], structuredContent: [1] }), postedBy('2025-11-25', 'tools/call'), '/structuredContent'],
    ['an initialize without a server', answer({ protocolVersion: '2025-11-25', capabilities: {} }), postedBy('', 'initialize', { protocolVersion: '2025-11-25' }), 'serverInfo'],
    ['extensions', answer({ protocolVersion: '2025-11-25', capabilities: { extensions: {} }, serverInfo: { name: 'a', version: '1' } }), postedBy('', 'initialize'), '/capabilities/extensions'],
    ['a form in a revision without forms', { ...note('elicitation/create', { message: '', requestedSchema: { type: 'object', properties: {} } }), id: 2 }, postedBy('2025-03-26', 'tools/call'), 'not in the schema'],
    ['a link in a revision without links', answer({ content: [{ type: 'resource_link', uri: 'a:b', name: 'b' }] }), postedBy('2025-03-26', 'tools/call'), '/content'],
    ['a batch after 2025-03-26', [answer({})], { message: [{ id: 1, method: 'ping' }], versionHeader: '2025-06-18' }, 'has none'],
    ['a bad answer in a batch', [answer({ pong: 1 })], { message: [{ id: 1, method: 'ping' }], versionHeader: '2025-03-26' }, '[0] the result of ping'],
  ] as const)('%s is caught', (_, message, request, fault) => {
    expect(wireFaults(message, request as Posted).join('\n')).toContain(fault)
  })
})

it('the answers to a batch are checked on a stream too', () => {
  const batch: Posted = { message: [{ id: 1, method: 'ping' }, { id: 2, method: 'tools/call', params: { _meta: { progressToken: 'p' } } }], versionHeader: '2025-03-26' }
  expect(wireFaults(note('notifications/progress', { progressToken: 'p', progress: 1 }), batch)).toEqual([])
  expect(wireFaults(answer({ content: [] }, 2), batch)).toEqual([])
  expect(wireFaults(answer({ content: [] }, 1), batch).join()).toContain('the result of ping is not empty')
  expect(wireFaults(note('notifications/progress', { progressToken: 'q', progress: 1 }), batch).join()).toContain('/params/progressToken')
})

it('the revision of a message is read as the server has to', () => {
  expect(revisionOf(posted('initialize'))).toBe('2026-07-28')
  expect(revisionOf(postedBy('2027-01-01', 'tools/list'))).toBe('2026-07-28')
  expect(revisionOf(postedBy('2025-06-18', 'tools/list'))).toBe('2025-06-18')
  expect(revisionOf(postedBy('2025-06-18', 'initialize', { protocolVersion: '2025-03-26' }))).toBe('2025-03-26')
  expect(revisionOf({ message: { method: 'tools/list' } })).toBe('2025-03-26')
  expect(revisionOf({})).toBeUndefined()
})

it('every definition of the schemas can be used', () => {
  for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] satisfies Revision[]) {
    expect(WireSchema.of(revision).faults('CallToolResult', { content: 1 }).join()).toContain('/content')
  }
})

describe('the look at every message', () => {
  const bad = () => createMcpHandler({ name: 'bad', version: '1', tools: [defineTool({ name: 'bad', handler: (event) => {
    event.context.mcp.progress(1)
    throw Object.assign(new Error('gone'), { [Symbol.for('nitro-mcp.error')]: true, code: 'ENOENT' })
  } })], onError: () => {} })
  const request = (meta = {}) => modernRequest('tools/call', { name: 'bad' }, { meta })

  it('sees a JSON reply, and leaves it as it is', async () => {
    expect(await (await bad().fetch(request())).json()).toMatchObject({ error: { code: 'ENOENT' } })
    expect(takeViolations().join()).toContain('/error/code')
  })

  it('sees a message on a stream', async () => {
    expect(await (await bad().fetch(request({ progressToken: 1 }))).text()).toContain('ENOENT')
    expect(takeViolations().join()).toContain('/error/code')
  })

  it('sees what hosts are handed, and 2025 clients', async () => {
    expect((await bad()({ req: legacyRequest('tools/call', { name: 'bad' }), context: {} })).status).toBe(200)
    expect(takeViolations().join()).toContain('JSONRPCErrorResponse')
  })
})
