import { describe, expect, it } from 'vitest'
import { definePrompt, defineResource, defineTool } from 'nitro-mcp'
import { legacy, modern, type RpcReply } from '../helpers/rpc.ts'
import { proves } from '../helpers/proves.ts'
import { specServer } from './server.ts'

const tools = Array.from({ length: 5 }, (_, index) => defineTool({ name: `tool-${index}`, handler: () => 'x' }))
const server = specServer({
  pageSize: 2,
  tools,
  prompts: ['a', 'b', 'c'].map(name => definePrompt({ name, handler: () => 'x' })),
  resources: [
    ...['a', 'b'].map(name => defineResource({ name, uri: `spec://${name}`, handler: () => 'x' })),
    ...['x', 'y', 'z'].map(name => defineResource({ name, uriTemplate: `spec://${name}/{id}`, list: () => [1, 2].map(id => ({ uri: `spec://${name}/${id}`, name: `${name} ${id}` })), handler: () => 'x' })),
  ],
})

async function allPages(list: typeof modern | typeof legacy, method: string, key: string) {
  const pages: string[][] = []
  let cursor: unknown
  do {
    const { result } = (await list(server, method, cursor === undefined ? {} : { cursor })).body!
    pages.push((result![key] as { name: string }[]).map(({ name }) => name))
    cursor = result!.nextCursor
  } while (cursor !== undefined)
  return pages
}

describe('pages of a list', () => {
  it.each([
    ['tools/list', 'tools', [['tool-0', 'tool-1'], ['tool-2', 'tool-3'], ['tool-4']]],
    ['prompts/list', 'prompts', [['a', 'b'], ['c']]],
    ['resources/templates/list', 'resourceTemplates', [['x', 'y'], ['z']]],
    ['resources/list', 'resources', [['a', 'b'], ['x 1', 'x 2'], ['y 1', 'y 2'], ['z 1', 'z 2']]],
  ])('%s come one after the other, in both eras', proves('pages/opaque'), async (method, key, pages) => {
    expect(await allPages(modern, method, key)).toEqual(pages)
    expect(await allPages(legacy, method, key)).toEqual(pages)
    expect(await allPages(modern, method, key)).toEqual(pages)
  })

  it('carry the same cache hints', proves('caching/pages'), async () => {
    const first = (await modern(server, 'tools/list')).body!.result!
    const second = (await modern(server, 'tools/list', { cursor: first.nextCursor })).body!.result!
    expect(second).toMatchObject({ ttlMs: first.ttlMs, cacheScope: first.cacheScope })
  })

  it.each(['', 'nope', 'dG9vbC00', 'dG9vbC0w=', 7, null])('refuse the cursor %j with -32602', async (cursor) => {
    expect((await modern(server, 'tools/list', { cursor })).body?.error).toEqual({ code: -32602, message: 'Unknown cursor.' })
  })

  it('name a resource once, however often it is listed', async () => {
    const twice = specServer({ pageSize: 1, resources: [defineResource({ name: 't', uriTemplate: 't://{id}', list: () => ['t://1', 't://1', 't://2'].map(uri => ({ uri, name: uri })), handler: () => 'x' })] })
    const first = (await modern(twice, 'resources/list')).body!.result!
    const second = (await modern(twice, 'resources/list', { cursor: first.nextCursor })).body!.result!
    expect(second.resources).toEqual([{ uri: 't://2', name: 't://2' }])
    expect(second).not.toHaveProperty('nextCursor')
  })
})

describe('cache hints', () => {
  const hints = ({ body }: RpcReply) => ({ ttlMs: body?.result?.ttlMs, cacheScope: body?.result?.cacheScope })

  it('are those of the server for what is fixed at build', async () => {
    const cached = specServer({ cache: { ttlMs: 5000, cacheScope: 'public' } })
    for (const method of ['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      expect(hints(await modern(cached, method))).toEqual({ ttlMs: 5000, cacheScope: 'public' })
    }
    expect(hints(await modern(specServer(), 'tools/list'))).toEqual({ ttlMs: 60_000, cacheScope: 'private' })
    expect(hints(await modern(specServer({ dev: true, cache: { ttlMs: 5000 } }), 'tools/list'))).toEqual({ ttlMs: 0, cacheScope: 'private' })
  })

  it('are those of the definition for what is read', async () => {
    const cached = specServer({ resources: [defineResource({ name: 'a', uri: 'spec://a', cache: { ttlMs: 1000, cacheScope: 'public' }, handler: () => 'x' }), defineResource({ name: 'b', uri: 'spec://b', cache: { ttlMs: 1000 }, handler: () => 'x' })] })
    expect(hints(await modern(cached, 'resources/read', { uri: 'spec://a' }))).toEqual({ ttlMs: 1000, cacheScope: 'public' })
    expect(hints(await modern(cached, 'resources/read', { uri: 'spec://b' }))).toEqual({ ttlMs: 1000, cacheScope: 'private' })
  })

  it('are refused when they can not be', () => {
    expect(() => specServer({ cache: { ttlMs: -1 } })).toThrow('createMcpHandler: cache.ttlMs must be a whole number of milliseconds, not -1.')
    expect(() => defineResource({ uri: 'a://b', cache: { cacheScope: 'everyone' as 'public' }, handler: () => 'x' })).toThrow(/defineResource: cache.cacheScope must be 'public' or 'private'/)
  })
})

describe('extensions', () => {
  it('are declared to modern clients only', proves('discover/extensions'), async () => {
    const extended = specServer({ extensions: { 'com.example/invoices': { currency: 'EUR' } } })
    expect((await modern(extended, 'server/discover')).body?.result?.capabilities).toMatchObject({ extensions: { 'com.example/invoices': { currency: 'EUR' } } })
    expect((await legacy(extended, 'initialize', { protocolVersion: '2025-11-25' })).body?.result?.capabilities).not.toHaveProperty('extensions')
  })

  it.each(['invoices', '/x', 'com.example/', 'com..example/x'])('need an id with a prefix, unlike %j', (id) => {
    expect(() => specServer({ extensions: { [id]: {} } })).toThrow(/needs a prefix/)
  })
})
