/**
 * The tarball, as a user gets it. A linked package resolves its dependencies from here, and hides what is missing
 * from `files`, `exports` and `dependencies`, and what a bundler makes of an installed package.
 */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../hosts/build.ts'
import { modernClient } from '../hosts/clients.ts'
import { startServer } from '../hosts/server.ts'

const root = resolve(import.meta.dirname, '../..')
const fixture = join(root, 'test/fixtures/packed')
const temp = mkdtempSync(join(tmpdir(), 'nitro-mcp-packed-'))
const secret = 'the secret of the build, of 32 bytes or more'

/** What npm tells its scripts about this package would be taken as configuration by the npm that we start. */
const outer = Object.fromEntries(Object.keys(process.env).filter(name => /^(?:npm_(?:package|lifecycle|config_local_prefix)|INIT_CWD)/.test(name)).map(name => [name, undefined]))
const env = { ...outer, NODE_ENV: 'production', VITEST: '', TEST: '', NUXT_TELEMETRY_DISABLED: '1' }

let tarball: string
let contents: string[]

beforeAll(async () => {
  const output = await run('npm', ['pack', '--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', temp], { cwd: root, env: outer })
  const [packed] = JSON.parse(output) as [{ filename: string, files: { path: string }[] }]
  tarball = join(temp, packed.filename)
  contents = packed.files.map(({ path }) => path)
})
afterAll(() => rmSync(temp, { recursive: true, force: true }))

/** A new app outside of the repository, with nothing but these dependencies. */
async function install(name: string, dependencies: Record<string, string>): Promise<string> {
  const app = join(temp, name)
  mkdirSync(app)
  cpSync(fixture, app, { recursive: true, filter: path => !/\.(?:nitro|nuxt|output)$/.test(path) })
  writeFileSync(join(app, 'package.json'), JSON.stringify({ name, private: true, type: 'module', dependencies: { ...dependencies, 'nitro-mcp': `file:${tarball}` } }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: app, env: outer })
  return app
}

async function playTwoRounds(server: string, variable: string): Promise<string> {
  await using running = await startServer(server, { env: { [variable]: secret } })
  await using client = await modernClient(`${running.origin}/mcp`, { days: { count: 4 }, rain: { likely: true } })
  const { content } = await client.callTool({ name: 'pack-bag' })
  expect(client.rounds.map(({ questions }) => Object.keys(questions))).toEqual([['days'], ['rain']])
  return content.map(block => block.type === 'text' ? block.text : block.type).join()
}

const filesUnder = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))

const filesWith = (folder: string, text: string) => filesUnder(folder).filter(file => readFileSync(file, 'utf8').includes(text)).map(file => relative(folder, file))

function nodeImports(file: string): string[] {
  return ts.preProcessFile(readFileSync(file, 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName).filter(name => name.startsWith('node:'))
}

test('the tarball holds the build and the papers, and nothing else', () => {
  expect(contents.filter(path => !path.startsWith('dist/')).sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'])
  expect(contents.filter(path => path.startsWith('dist/') && !/\.(?:mjs|d\.mts)$/.test(path))).toEqual([])
})

describe('a clean Nitro app', () => {
  let app: string
  const build = (preset: string) => run(join(app, 'node_modules/.bin/nitropack'), ['build'], { cwd: app, env: { ...env, NITRO_PRESET: preset, NITRO_MCP_STATE_KEY: secret } })
  const serverFiles = () => filesUnder(join(app, '.output/server')).filter(file => /\.m?js$/.test(file))

  beforeAll(async () => {
    app = await install('nitro', { nitropack: '2.13.6', typescript: '5.9.3' })
  })

  test('its tools compile, without the optional peers', async () => {
    await run(join(app, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: app, env: outer })
  })

  test('builds for Node, with no key in the output, and plays two rounds', async () => {
    await build('node-server')
    // The control of the test below.
    expect(serverFiles().flatMap(nodeImports)).toContain('node:http')
    expect(filesWith(join(app, '.output'), secret)).toEqual([])
    expect(await playTwoRounds(join(app, '.output/server/index.mjs'), 'NITRO_MCP_STATE_KEY')).toBe('4 shirts, an umbrella')
  })

  test('builds for workerd, with no import of Node', async () => {
    await build('cloudflare_module')
    expect(filesWith(join(app, '.output/server'), 'How many days?')).toHaveLength(1)
    expect(serverFiles().flatMap(nodeImports)).toEqual([])
    expect(filesWith(join(app, '.output'), secret)).toEqual([])
  })

  test('nitro-mcp/testing names the package it needs', async () => {
    const script = 'import("nitro-mcp/testing").then(m => m.createMcpTestClient({ fetch: () => new Response() })).catch(error => console.log(error.message))'
    const output = await run(process.execPath, ['--eval', script], { cwd: app })
    expect(output).toContain('npm install --save-dev @modelcontextprotocol/client')
  })
})

describe('a clean Nuxt app', () => {
  let app: string

  beforeAll(async () => {
    app = await install('nuxt', { nuxt: nuxtVersion() })
    await run(join(app, 'node_modules/.bin/nuxt'), ['build'], { cwd: app, env: { ...env, NITRO_PRESET: 'node-server', NUXT_MCP_STATE_KEY: secret } })
  })

  test('plays two rounds, with no key in the output', async () => {
    expect(filesWith(join(app, '.output'), secret)).toEqual([])
    expect(await playTwoRounds(join(app, '.output/server/index.mjs'), 'NUXT_MCP_STATE_KEY')).toBe('4 shirts, an umbrella')
  })

  test('nothing of it reaches the browser', () => {
    expect(filesWith(join(app, '.output/public'), 'How many days?')).toEqual([])
    expect(filesWith(join(app, '.output/public'), 'nitro-mcp')).toEqual([])
  })
})

/** The newest of 4.x that this Node can run. */
function nuxtVersion(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19) ? '4.5.2' : '4.4.5'
}
