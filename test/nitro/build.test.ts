import { existsSync } from 'node:fs'
import { join } from 'pathe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modernClient } from '../hosts/clients.ts'
import { copyFixture, filesWith, type App } from './helpers/app.ts'
import { runHost, serve, type Ended, type Running } from './helpers/process.ts'
import { callTool, rpc, toolNames } from './helpers/rpc.ts'

const canary = 'leak-canary-0123456789-0123456789-0123456789'
/** Sorted, as warnings come by another stream. */
const lines = (output: string) => output.split('\n').filter(line => line.includes('[nitro-mcp]')).sort()

describe('a Nitro app with the module by name', () => {
  let app: App
  let build: Ended
  let server: Running
  beforeAll(async () => {
    app = await copyFixture('nitro')
    // As a developer has it: a key made for dev is lying around when the app is built.
    await app.write('.nitro/cache/nitro-mcp/state-key', canary.slice(0, 43))
    build = await runHost('nitropack', ['build'], app.dir, { NITRO_MCP_STATE_KEY: canary })
    if (build.code !== 0) throw new Error(build.output)
    server = await serve([join(app.dir, '.output/server/index.mjs')], app.dir, { NITRO_MCP_STATE_KEY: canary })
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    await app?.[Symbol.asyncDispose]()
  })

  it('says what it serves, once, and nothing about a key that is set', () => {
    expect(lines(build.output)).toEqual([
      '[info] [nitro-mcp] 3 tools, 1 prompt, 1 resource at /mcp',
      '[info] [nitro-mcp] server/mcp/tools/account/index.ts: loaded with the server, as its name can\'t be read from the source. To load it on its first call, write defineTool({ … }) as the default export, with a plain string as its name or none.',
    ])
  })

  it('serves each definition, with the event of the app', async () => {
    const url = `${server.origin}/mcp`
    expect(await toolNames(url)).toEqual(['account-balance', 'redirect-parcel', 'track-parcel'])
    expect(await callTool(url, 'track-parcel', { id: '7' })).toBe('Parcel 7 is on its way; asked for at /mcp.')
    expect(await callTool(url, 'account-balance')).toBe('Balance: 12.50')
    expect(await rpc(url, 'prompts/get', { name: 'complain' })).toMatchObject({ messages: [{ content: { text: 'My parcel is late.' } }] })
    expect(await rpc(url, 'resources/read', { uri: 'parcels://rates' })).toMatchObject({ contents: [{ text: 'Small: 4.99' }] })
    expect(await (await fetch(server.origin)).text()).toBe('Parcel desk')
  })

  it('names itself by package.json and the options in the config', async () => {
    expect(await rpc(`${server.origin}/mcp`, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }))
      .toMatchObject({ serverInfo: { name: 'parcel-desk', version: '3.2.1', title: 'Parcel desk' } })
  })

  it('answers with a slash at the end without a redirect', async () => {
    expect(await callTool(`${server.origin}/mcp/`, 'track-parcel', { id: '7' })).toBe('Parcel 7 is on its way; asked for at /mcp/.')
    expect(await fetch(`${server.origin}/mcp/x`, { method: 'POST' })).toMatchObject({ status: 404 })
  })

  it('plays two rounds by the key of the environment', async () => {
    await using client = await modernClient(`${server.origin}/mcp`, { address: { street: 'Quay 1' } })
    expect(await client.callTool({ name: 'redirect-parcel' })).toMatchObject({ content: [{ text: 'Goes to Quay 1 after step 1.' }] })
    expect(client.rounds).toHaveLength(1)
  })

  it('has no key and no machine path in its output', async () => {
    const output = join(app.dir, '.output')
    expect(await filesWith(output, 'track-parcel')).not.toEqual([])
    expect(await filesWith(output, canary.slice(0, 20))).toEqual([])
    expect(await filesWith(join(output, 'server/chunks'), app.dir)).toEqual([])
  })

  it('bundles the package, so that nothing of it is needed beside the output', async () => {
    expect(await filesWith(join(app.dir, '.output/server'), /^import .*['"](?:nitro-mcp|@cfworker)/m)).toEqual([])
    expect(existsSync(join(app.dir, '.output/server/node_modules/nitro-mcp'))).toBe(false)
  })

  it('loads a file when it is called, unless its name could not be read', async () => {
    expect(await filesWith(join(app.dir, '.output/server/chunks/virtual'), 'Where a parcel is')).toEqual([])
    expect(await filesWith(join(app.dir, '.output/server/chunks/virtual'), 'The balance of the account')).toHaveLength(1)
  })
})

describe('a Nitro app with the module as a factory', () => {
  it('takes the options of the call, a base URL, and warns without a key', async () => {
    await using app = await copyFixture('nitro')
    await app.write('nitro.config.ts', `import mcp from 'nitro-mcp/nitro'
export default defineNitroConfig({
  compatibilityDate: '2026-07-01',
  baseURL: '/v1/',
  routeRules: { '/**': { swr: 60 } },
  modules: [mcp({ name: 'parcels', version: '9.9.9', route: 'ai/mcp/', dir: 'assistant' })],
})`)
    await app.move('server/mcp', 'server/assistant')
    const build = await runHost('nitropack', ['build'], app.dir)
    expect(build.code, build.output).toBe(0)
    expect(lines(build.output)).toEqual([
      '[info] [nitro-mcp] 3 tools, 1 prompt, 1 resource at /v1/ai/mcp',
      '[info] [nitro-mcp] server/assistant/tools/account/index.ts: loaded with the server, as its name can\'t be read from the source. To load it on its first call, write defineTool({ … }) as the default export, with a plain string as its name or none.',
      '[warn] [nitro-mcp] NITRO_MCP_STATE_KEY is not set. Set it where the server runs, to at least 32 random bytes and the same on every instance (openssl rand -base64 32), or tools that seal a state will fail.',
    ])
    await using server = await serve([join(app.dir, '.output/server/index.mjs')], app.dir)
    expect(await callTool(`${server.origin}/v1/ai/mcp`, 'track-parcel', { id: '7' })).toContain('Parcel 7')
    expect(await callTool(`${server.origin}/v1/ai/mcp/`, 'track-parcel', { id: '8' })).toContain('Parcel 8')
    expect(await rpc(`${server.origin}/v1/ai/mcp`, 'initialize', {})).toMatchObject({ serverInfo: { name: 'parcels', version: '9.9.9' } })
    await using client = await modernClient(`${server.origin}/v1/ai/mcp`, { address: { street: 'Quay 1' } })
    await expect(client.callTool({ name: 'redirect-parcel' })).resolves.toMatchObject({ isError: true })
    expect(server.output()).toContain('NITRO_MCP_STATE_KEY')
  })
})

describe('a build that can not be right', () => {
  it('stops with all problems and their files', async () => {
    await using app = await copyFixture('nitro')
    await app.write('server/mcp/tools/nothing.ts', 'export const nothing = 1')
    await app.write('server/mcp/tools/trackParcel.ts', `export default defineTool({ handler: () => '' })`)
    await app.write('server/mcp/tools/two words.ts', `export default defineTool({ handler: () => '' })`)
    await app.write('server/mcp/tool/x.ts', '')
    await app.write('nitro.config.ts', `export default defineNitroConfig({
  compatibilityDate: '2026-07-01', srcDir: 'server', modules: ['nitro-mcp/nitro'],
  runtimeConfig: { mcp: { stateKey: process.env.SECRET } },
})`)
    const build = await runHost('nitropack', ['build'], app.dir, { SECRET: canary })
    expect(build.code).toBe(1)
    expect(build.output).toContain(`nitro-mcp found 4 problems:
- runtimeConfig.mcp.stateKey has a value at build, so the secret would be written into the server bundle. Take it out of the config, also where it reads process.env, and set NITRO_MCP_STATE_KEY where the server runs.
- server/mcp/tools/nothing.ts: it has no default export. Write: export default defineTool({ … }).
- server/mcp/tools/trackParcel.ts: the name "track-parcel" is taken by server/mcp/tools/track-parcel.ts.
- server/mcp/tools/two words.ts: clients refuse the name "two words". Use 1 to 64 of A-Z a-z 0-9 _ . - in the names of the file and its folders.`)
    expect(build.output).not.toContain(canary)
  })

  it('names the options that are wrong', async () => {
    await using app = await copyFixture('nitro')
    await app.write('nitro.config.ts', `export default defineNitroConfig({ srcDir: 'server', modules: ['nitro-mcp/nitro'], mcp: { routes: '/x', maxBodySize: '1mb' } })`)
    const build = await runHost('nitropack', ['build'], app.dir)
    expect(build.code).toBe(1)
    expect(build.output).toContain('- mcp.routes is no option. There are: name,')
    expect(build.output).toContain('- mcp.maxBodySize must be a positive number of bytes, not "1mb".')
  })
})

describe('a module listed twice', () => {
  it('is set up once, with a warning', async () => {
    await using app = await copyFixture('nitro')
    await app.write('nitro.config.ts', `import mcp from 'nitro-mcp/nitro'
export default defineNitroConfig({ srcDir: 'server', modules: [mcp({ name: 'first' }), 'nitro-mcp/nitro'] })`)
    const prepared = await runHost('nitropack', ['prepare'], app.dir)
    expect(prepared.code, prepared.output).toBe(0)
    expect(lines(prepared.output)).toEqual(['[warn] [nitro-mcp] nitro-mcp is listed twice in the modules of this app; the first one counts.'])
  })
})

describe('an app of files only', () => {
  it('builds without an endpoint and says so', async () => {
    await using app = await copyFixture('nitro')
    const build = await runHost('nitropack', ['build', '--preset', 'static'], app.dir)
    expect(build.code, build.output).toBe(0)
    expect(lines(build.output)).toEqual(['[warn] [nitro-mcp] A static site can\'t answer at /mcp, so MCP is left out. Build for a server instead: `nuxt build`, or the preset of a server.'])
  })
})
