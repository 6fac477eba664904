import { describe, expect, it } from 'vitest'
import { proves } from '../helpers/proves.ts'
import { modern, send } from '../helpers/rpc.ts'
import { specServer } from './server.ts'

const handler = specServer()
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

describe('the HTTP side', () => {
  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('refuses %s with 405 and says what it takes', proves('http/other-methods'), async (method) => {
    const response = await handler.fetch(new Request('http://localhost/mcp', { method }))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } })
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonx', null])('refuses Content-Type %s with 415', proves('http/content-type'), async (type) => {
    const reply = await send(handler, ping, { 'content-type': type })
    // A Request with a text body names its own type when none is given.
    expect(reply.status).toBe(415)
    expect(reply.body?.error?.code).toBe(-32600)
  })

  it('takes a content type with parameters', async () => {
    expect((await send(handler, ping, { 'content-type': 'Application/JSON; charset=utf-8' })).status).toBe(200)
  })

  it.each(['', '{', 'nonsense', '{"a":}'])('answers %j with -32700 and no id', proves('rpc/parse-error', 'rpc/id-unreadable'), async (text) => {
    const reply = await send(handler, text)
    expect(reply.status).toBe(400)
    expect(reply.body).toEqual({ jsonrpc: '2.0', error: { code: -32700, message: 'The body is not JSON.' } })
  })

  it('does not look at Accept', async () => {
    expect((await modern(handler, 'tools/list', {}, { headers: { accept: 'text/html' } })).status).toBe(200)
  })
})

describe('bodies over the limit', () => {
  const small = specServer({ maxBodySize: 100 })
  const long = JSON.stringify({ ...ping, params: { padding: 'x'.repeat(200) } })

  it('are refused by their declared length, before they are read', proves('http/body-limit'), async () => {
    const body = new ReadableStream({ pull: () => {
      throw new Error('read')
    } }, { highWaterMark: 0 })
    const response = await small.fetch(new Request('http://localhost/mcp', { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json', 'content-length': '101' } } as RequestInit))
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: -32600, message: 'The body is over 100 bytes.' } })
  })

  it('are refused while they are read, when they declare nothing', proves('http/body-limit'), async () => {
    let pulled = 0
    const body = new ReadableStream({ pull: (controller) => {
      pulled += 1
      controller.enqueue(new Uint8Array(60))
    } }, { highWaterMark: 0 })
    const response = await small.fetch(new Request('http://localhost/mcp', { method: 'POST', body, duplex: 'half', headers: { 'content-type': 'application/json' } } as RequestInit))
    expect(response.status).toBe(413)
    expect(pulled).toBe(2)
  })

  it('are refused when they declare less than they carry', async () => {
    expect((await send(small, long, { 'content-length': '10' })).status).toBe(413)
  })

  it('do not stop what fits exactly', async () => {
    const exact = JSON.stringify({ ...ping, id: '' })
    const fitted = exact.replace('""', JSON.stringify('x'.repeat(100 - exact.length)))
    expect(new TextEncoder().encode(fitted).byteLength).toBe(100)
    expect((await send(small, fitted, { 'content-length': '100' })).status).toBe(200)
  })
})

describe('browser pages', () => {
  const from = async (origin: string, host = 'localhost:3000', options?: Parameters<typeof specServer>[0]) =>
    (await send(specServer(options), ping, { origin, host })).status

  it('on this machine may call a server on this machine', async () => {
    expect(await from('http://localhost:6274')).toBe(200)
    expect(await from('http://127.0.0.1:6274', '[::1]:3000')).toBe(200)
  })

  it('of the same host may call over https, where a certificate vouches for the name', async () => {
    expect(await from('https://shop.example.com', 'shop.example.com')).toBe(200)
  })

  it.each([
    ['http://evil.example.com', 'evil.example.com', 'DNS rebinding'],
    ['https://evil.example.com', 'localhost:3000', 'a foreign page'],
    ['http://localhost:3000', 'shop.example.com', 'a local page and a public server'],
    ['null', 'localhost:3000', 'an opaque origin'],
    ['http://localhost.evil.example.com', 'localhost:3000', 'a name that only begins like this machine'],
  ])('%s calling %s are refused (%s)', proves('origin/foreign', 'origin/opaque', 'origin/rebinding', 'origin/no-id'), async (origin, host) => {
    const reply = await send(handler, ping, { origin, host })
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ error: { code: -32600, message: `Origin ${origin} is not allowed. The server's "origin" option lists those that are.` } })
    expect(reply.body).not.toHaveProperty('id')
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  it('pass when they are listed, and any with *', async () => {
    expect(await from('https://chat.example.com', 'shop.example.com', { origin: ['https://chat.example.com'] })).toBe(200)
    expect(await from('https://else.example.com', 'shop.example.com', { origin: ['https://chat.example.com'] })).toBe(403)
    expect(await from('https://else.example.com', 'shop.example.com', { origin: '*' })).toBe(200)
  })

  it('get a preflight that allows what they ask for, Mcp-Param headers too', proves('origin/preflight'), async () => {
    const response = await handler.fetch(new Request('http://localhost:3000/mcp', { method: 'OPTIONS', headers: { 'origin': 'http://localhost:6274', 'access-control-request-headers': 'content-type,mcp-param-region' } }))
    expect(response.status).toBe(204)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': 'http://localhost:6274',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,mcp-param-region',
      'vary': 'Origin',
    })
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('get no preflight from another page', proves('origin/preflight', 'origin/every-method'), async () => {
    expect((await handler.fetch(new Request('http://localhost:3000/mcp', { method: 'OPTIONS', headers: { origin: 'https://evil.example.com' } }))).status).toBe(403)
  })

  it('are named in Vary whatever the answer', async () => {
    expect((await send(handler, ping, { origin: 'https://evil.example.com' })).headers.get('vary')).toBe('Origin')
  })

  it.each(['chat.example.com', 'https://chat.example.com/', 'null', '*.example.com'])('can not be listed as %s', (origin) => {
    expect(() => specServer({ origin: [origin] })).toThrow(/is not an origin/)
  })
})
