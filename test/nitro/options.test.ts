import { describe, expect, it } from 'vitest'
import { resolveOptions, type McpOptions } from '../../src/nitro/options.ts'
import { createApp } from './helpers/app.ts'

const resolve = async (options: McpOptions, files: Record<string, string> = {}) => {
  await using app = await createApp(files)
  return await resolveOptions(options, app.dir)
}

describe('defaults', () => {
  it('come from package.json, where there is one', async () => {
    expect(await resolve({}, { 'package.json': '{ "name": "@acme/shop", "version": "2.1.0" }' })).toEqual({ name: '@acme/shop', version: '2.1.0', route: '/mcp', dir: 'mcp', taskStorage: 'mcp' })
    expect(await resolve({})).toEqual({ name: 'nitro-mcp', version: '0.0.0', route: '/mcp', dir: 'mcp', taskStorage: 'mcp' })
    expect(await resolve({ name: undefined, title: undefined }, { 'package.json': '{ "version": 3 }' })).toEqual({ name: 'nitro-mcp', version: '0.0.0', route: '/mcp', dir: 'mcp', taskStorage: 'mcp' })
  })

  it('give way to what is stated', async () => {
    const stated = { name: 'a', version: '1', title: 'A', description: 'd', instructions: 'i', websiteUrl: 'https://a.example', icons: [{ src: 'https://a.example/i.png' }], dir: 'ai/mcp', principal: 'server/who.ts', taskStorage: 'redis', origin: '*', maxBodySize: 10, subscriptions: { max: 5, ttlMs: 60_000 }, legacyInput: { timeoutMs: 60_000, maxPending: 10 } } satisfies McpOptions
    expect(await resolve({ ...stated, route: '/ai/mcp' })).toEqual({ ...stated, route: '/ai/mcp' })
  })
})

it.each([['mcp', '/mcp'], ['/mcp/', '/mcp'], ['//api//mcp//', '/api/mcp'], ['/Mcp', '/Mcp']])('writes the route %s as %s', async (route, normal) => {
  expect((await resolve({ route })).route).toBe(normal)
})

describe('errors', () => {
  it('name every option that is wrong, at once', async () => {
    const wrong = { name: '', version: 1, route: '/', dir: '../x', principal: () => 'ida', taskStorage: '../mcp', origin: ['https://a.example/path'], maxBodySize: 0, subscriptions: { max: 0 }, legacyInput: { timeout: 5 }, icons: [{}], websiteUrl: 'x', stateKey: 'secret', constructor: 1 }
    await expect(resolve(wrong as unknown as McpOptions)).rejects.toThrow(new TypeError(`nitro-mcp can't use these options:
- mcp.name must be a string that is not empty, not "".
- mcp.version must be a string that is not empty, not 1.
- mcp.route must be a path below the root, such as "/mcp", without parameters, not "/".
- mcp.dir must be a folder in the server folder, such as "mcp", not "../x".
- mcp.principal must be the path of a server file, such as "server/principal.ts", not function.
- mcp.taskStorage must be the name of a storage mount, such as "mcp", not "../mcp".
- mcp.origin must be "*" or a list of origins, each only scheme, host and port, such as "https://chat.example.com", not ["https://a.example/path"].
- mcp.maxBodySize must be a positive number of bytes, not 0.
- mcp.subscriptions must be false, or { max, ttlMs }: how many streams may listen, and for how many milliseconds, not {"max":0}.
- mcp.legacyInput must be true, false, or an object with timeoutMs and maxPending, not {"timeout":5}.
- mcp.icons must be a list of icons, each with a src, not [{}].
- mcp.websiteUrl must be a URL, not "x".
- mcp.stateKey is no option: secrets come from the environment of the running server. There are: name, version, title, description, instructions, websiteUrl, icons, route, dir, principal, taskStorage, origin, maxBodySize, cache, pageSize, extensions, subscriptions, legacyInput.
- mcp.constructor is no option. There are: name, version, title, description, instructions, websiteUrl, icons, route, dir, principal, taskStorage, origin, maxBodySize, cache, pageSize, extensions, subscriptions, legacyInput.`))
  })

  it.each(['/mcp/:id', '/mcp/**', '/mcp?x', 'http://x/mcp', ' '])('refuse the route %s', async (route) => {
    await expect(resolve({ route })).rejects.toThrow('mcp.route must be a path below the root')
  })

  it('refuse what can not be written into the bundle', async () => {
    await expect(resolve({ title: () => 'x' } as unknown as McpOptions)).rejects.toThrow('mcp.title must be a string that is not empty, not function.')
  })
})
