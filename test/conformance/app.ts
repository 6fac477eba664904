import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Miniflare as Worker } from 'miniflare'
import { run } from '../hosts/build.ts'
import { startServer } from '../hosts/server.ts'

export type Preset = 'node-server' | 'cloudflare_module'

export interface RunningApp extends AsyncDisposable {
  /** Of the MCP endpoint. */
  readonly url: string
  /** What it wrote so far; the errors that the suite provokes are in there too. */
  readonly output: string
}

const app = resolve(import.meta.dirname, '../fixtures/conformance')
const nitropack = resolve(import.meta.dirname, '../../node_modules/.bin/nitropack')
const bindings = { NITRO_MCP_STATE_KEY: 'a key of the test, 32 bytes or more' }

/** Builds the fixture. Gives the folder of the server. */
export async function buildApp(preset: Preset): Promise<string> {
  // Test runners set the first three, and a build that reads them is not the build of a user.
  await run(nitropack, ['build'], { cwd: app, env: { NODE_ENV: 'production', VITEST: '', TEST: '', NITRO_PRESET: preset } })
  return resolve(app, '.output', preset, 'server')
}

export async function startApp(preset: Preset, folder: string): Promise<RunningApp> {
  return preset === 'node-server' ? startOnNode(folder) : startOnWorkerd(folder)
}

async function startOnNode(folder: string): Promise<RunningApp> {
  const server = await startServer(resolve(folder, 'index.mjs'), { env: bindings })
  return {
    url: `${server.origin}/mcp`,
    get output() {
      return server.output
    },
    [Symbol.asyncDispose]: () => server.kill(),
  }
}

/** The runtime of Cloudflare's workers itself, with no compatibility flag: what runs here needs nothing of Node. */
async function startOnWorkerd(folder: string): Promise<RunningApp> {
  const { Miniflare } = await import('miniflare')
  let output = ''
  const worker: Worker = new Miniflare({
    scriptPath: resolve(folder, 'index.mjs'),
    script: await readFile(resolve(folder, 'index.mjs'), 'utf8'),
    modules: true,
    modulesRoot: folder,
    modulesRules: [{ type: 'ESModule', include: ['**/*.mjs'] }],
    compatibilityDate: '2026-04-01',
    bindings,
    host: '127.0.0.1',
    port: 0,
    cf: false,
    handleRuntimeStdio(stdout: Readable, stderr: Readable) {
      for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', (text: string) => output += text)
    },
  })
  return {
    url: new URL('/mcp', await worker.ready).href,
    get output() {
      return output
    },
    [Symbol.asyncDispose]: () => worker.dispose(),
  }
}
