import { describe, expect, it } from 'vitest'
import { proves } from '../helpers/proves.ts'
import { legacy, modern, send } from '../helpers/rpc.ts'
import { specServer } from './server.ts'

const handler = specServer()
const meta = (key: string) => `io.modelcontextprotocol/${key}`

describe('JSON-RPC framing', () => {
  it.each([0, '0', '', -1, 'a"b'])('keeps the id %j and its type', proves('rpc/id-echoed@modern'), async (id) => {
    expect((await modern(handler, 'tools/list', {}, { id })).body).toMatchObject({ jsonrpc: '2.0', id })
  })

  it.each([null, 1.5, true, {}])('refuses the id %j without echoing it', proves('rpc/id-kinds@modern', 'rpc/id-unreadable@modern'), async (id) => {
    const reply = await modern(handler, 'tools/list', {}, { id })
    expect(reply.status).toBe(400)
    expect(reply.body?.error?.code).toBe(-32600)
    expect(reply.body).not.toHaveProperty('id')
  })

  it.each([[[]], ['text'], [3], [null], [{}], [{ jsonrpc: '1.0', id: 1, method: 'ping' }], [{ jsonrpc: '2.0', id: 1 }], [{ jsonrpc: '2.0', id: 1, method: 3 }]])('refuses %j with -32600', proves('rpc/invalid-request'), async (message) => {
    const reply = await send(handler, JSON.stringify(message))
    expect(reply.status).toBe(400)
    expect(reply.body?.error?.code).toBe(-32600)
  })

  it('refuses params that are not an object', async () => {
    expect(await send(handler, { jsonrpc: '2.0', id: 7, method: 'tools/list', params: [] })).toMatchObject({ status: 400, body: { id: 7, error: { code: -32602 } } })
  })

  it('takes notifications of either era with 202 and no body', proves('http/notification'), async () => {
    for (const headers of [{ 'mcp-protocol-version': null }, { 'mcp-protocol-version': '2026-07-28' }, { 'mcp-protocol-version': '2025-06-18' }]) {
      expect(await send(handler, { jsonrpc: '2.0', method: 'notifications/initialized' }, headers)).toMatchObject({ status: 202, body: undefined })
    }
  })

  it('takes a response that answers nothing with 202', proves('legacy/response'), async () => {
    expect(await send(handler, { jsonrpc: '2.0', id: 4, result: {} })).toMatchObject({ status: 202, body: undefined })
  })
})

describe('which era a request is of', () => {
  it('follows the claim in the body, whatever the method', proves('version/body-decides', 'rpc/method-removed'), async () => {
    expect(await modern(handler, 'initialize')).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
  })

  it('reads a modern header without a claim as a malformed modern request', proves('version/header-alone'), async () => {
    expect(await send(handler, { jsonrpc: '2.0', id: 1, method: 'tools/list' }, { 'mcp-protocol-version': '2026-07-28' })).toMatchObject({ status: 400, body: { id: 1, error: { code: -32602 } } })
  })

  it('refuses initialize under a modern header', proves('version/initialize'), async () => {
    expect(await legacy(handler, 'initialize', {}, { headers: { 'mcp-protocol-version': '2026-07-28' } })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
  })

  it('reads a claim of the wrong type as modern', proves('version/body-decides'), async () => {
    expect(await modern(handler, 'tools/list', {}, { meta: { [meta('protocolVersion')]: 7 } })).toMatchObject({ status: 400, body: { error: { code: -32602 } } })
  })

  it('refuses a version header that no revision has', proves('legacy/version-header'), async () => {
    expect(await legacy(handler, 'tools/list', {}, { headers: { 'mcp-protocol-version': '2024-01-01' } })).toMatchObject({ status: 400, body: { id: 1, error: { code: -32600 } } })
  })

  it('serves a 2025 request without a version header', proves('legacy/no-version-header'), async () => {
    expect((await legacy(handler, 'tools/list', {}, { headers: { 'mcp-protocol-version': null } })).status).toBe(200)
  })
})

describe('the modern envelope', () => {
  it.each([
    ['protocolVersion', undefined],
    ['clientCapabilities', undefined],
    ['clientCapabilities', []],
    ['clientCapabilities', 'all'],
    ['clientInfo', 'me'],
    ['clientInfo', { name: 'me' }],
    ['logLevel', 'loud'],
  ])('refuses %s = %j with -32602 and 400', proves('meta/version', 'meta/capabilities', 'meta/client-info-malformed', 'meta/log-level', 'discover/envelope'), async (key, value) => {
    const reply = await modern(handler, 'server/discover', {}, { meta: { [meta(key)]: value } })
    expect(reply).toMatchObject({ status: 400, body: { id: 1, error: { code: -32602 } } })
  })

  it('refuses a progress token that is neither string nor integer', proves('meta/progress-token'), async () => {
    expect(await modern(handler, 'server/discover', {}, { meta: { progressToken: 1.5 } })).toMatchObject({ status: 400, body: { error: { code: -32602 } } })
  })

  it('serves a client that does not say who it is', proves('meta/client-info'), async () => {
    expect((await modern(handler, 'server/discover', {}, { meta: { [meta('clientInfo')]: undefined } })).status).toBe(200)
  })

  it('tells a mismatch before it tells an unsupported version', proves('version/mismatch-first'), async () => {
    expect(await modern(handler, 'tools/list', {}, { meta: { [meta('protocolVersion')]: 'v999.0.0' } })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
  })

  it('names the supported versions for one that it does not know', proves('version/unsupported'), async () => {
    const reply = await modern(handler, 'tools/list', {}, { meta: { [meta('protocolVersion')]: 'v999.0.0' }, headers: { 'mcp-protocol-version': 'v999.0.0' } })
    expect(reply).toMatchObject({ status: 400, body: { id: 1, error: { code: -32022, data: { supported: ['2026-07-28'], requested: 'v999.0.0' } } } })
  })
})

describe('the headers that repeat the body', () => {
  const call = (headers: Record<string, string | null>, name = 'echo') => modern(handler, 'tools/call', { name, arguments: { text: 'hi' } }, { headers })

  it.each([
    ['a missing version', { 'mcp-protocol-version': null }],
    ['another version', { 'mcp-protocol-version': '2025-11-25' }],
    ['a missing method', { 'mcp-method': null }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
    ['a missing name', { 'mcp-name': null }],
    ['another name', { 'mcp-name': 'crash' }],
    ['a doubled name', { 'mcp-name': 'echo, echo' }],
    ['broken Base64', { 'mcp-name': '=?base64?ZWNobw=?=' }],
    ['Base64 of no UTF-8', { 'mcp-name': '=?base64?/w==?=' }],
  ])('refuse %s with -32020 and 400', proves('headers/version-missing', 'headers/version-differs', 'headers/method-missing', 'headers/method-differs', 'headers/values-case', 'headers/name-missing', 'headers/name-differs', 'headers/doubled', 'headers/encoded-badly'), async (_, headers) => {
    expect(await call(headers)).toMatchObject({ status: 400, body: { id: 1, error: { code: -32020 } } })
  })

  it.each(['  echo  ', '=?base64?ZWNobw==?=', ' =?base64?ZWNobw==?= '])('take the name as %j', proves('headers/white-space', 'headers/encoded'), async (name) => {
    expect((await call({ 'mcp-name': name })).body?.result).toMatchObject({ content: [{ type: 'text', text: 'hi' }] })
  })

  it('take a value that only begins like Base64 as it is', async () => {
    expect(await call({ 'mcp-name': '=?base64?ZWNobw==' })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
  })

  it('name the resource by its URI', proves('headers/name-uri'), async () => {
    const read = (name: string) => modern(handler, 'resources/read', { uri: 'spec://about' }, { headers: { 'mcp-name': name } })
    expect((await read('spec://about')).status).toBe(200)
    expect((await read('about')).body?.error?.code).toBe(-32020)
  })
})
