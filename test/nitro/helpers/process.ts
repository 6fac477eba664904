import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { resolve } from 'pathe'

const bins = resolve(import.meta.dirname, '../../../node_modules')
const scripts = {
  'nitropack': `${bins}/nitropack/dist/cli/index.mjs`,
  'nuxt': `${bins}/nuxt/bin/nuxt.mjs`,
  'tsc': `${bins}/typescript/bin/tsc`,
  'vue-tsc': `${bins}/vue-tsc/bin/vue-tsc.js`,
}

export interface Running extends AsyncDisposable {
  readonly origin: string
  /** What it wrote so far, without colours. */
  output(): string
}

export interface Ended {
  readonly code: number | null
  readonly output: string
}

/** The environment of a user: without what the test runner sets, and without keys. */
function environment(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { VITEST: _, TEST: __, NODE_ENV: ___, NITRO_MCP_STATE_KEY: ____, NUXT_MCP_STATE_KEY: _____, ...rest } = process.env
  return { ...rest, NUXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', CI: '1', ...env }
}

/** Runs a command to its end, whichever way it ends. */
export async function runHost(host: keyof typeof scripts, args: readonly string[], cwd: string, env?: Record<string, string>): Promise<Ended> {
  const { child, output } = start([scripts[host], ...args], cwd, environment(env))
  const code = await new Promise<number | null>(done => child.once('close', done))
  return { code, output: output() }
}

/** Starts the dev server of a host, or a built server, on a free port. */
export async function serve(args: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<Running> {
  const port = String(await freePort())
  const { child, output } = start(args, cwd, { ...environment(env), PORT: port, HOST: '127.0.0.1', NITRO_PORT: port, NITRO_HOST: '127.0.0.1' })
  const ended = new Promise<void>(done => child.once('close', () => done()))
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const deadline = Date.now() + 60_000
  while (!await answers(origin)) {
    if (child.exitCode === null && Date.now() < deadline) continue
    await stop()
    throw new Error(`${args.join(' ')} did not start:\n${output()}`)
  }
  return { origin, output, [Symbol.asyncDispose]: stop }
}

/** Starts `nitropack dev` or `nuxt dev`. */
export function serveDev(host: 'nitropack' | 'nuxt', cwd: string, env?: Record<string, string>): Promise<Running> {
  return serve([scripts[host], 'dev', ...host === 'nuxt' ? ['--no-fork'] : []], cwd, env)
}

function start(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part: string) => text += part)
  return { child, output: () => stripVTControlCharacters(text) }
}

async function answers(origin: string): Promise<boolean> {
  const status = await fetch(origin, { signal: AbortSignal.timeout(2000), redirect: 'manual' }).then(response => response.status, () => 0)
  if (status === 0 || status === 503) await new Promise(done => setTimeout(done, 100))
  return status !== 0 && status !== 503
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}
