import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
let child: ChildProcess | undefined

/** Starts the demo as `npm run demo` does, with nobody at the terminal. */
function demo(...args: string[]) {
  const started = spawn(process.execPath, ['scripts/demo.mjs', ...args], { cwd: root, env: { ...process.env, NODE_ENV: '', TEST: '', VITEST: '' }, stdio: ['ignore', 'pipe', 'pipe'] })
  child = started
  let output = ''
  const ended = new Promise<number | null>(done => started.once('close', code => done(code)))
  const shown = (text: string) => new Promise<void>((done, fail) => {
    const look = () => {
      if (output.includes(text)) done()
    }
    started.stdout.on('data', look)
    void ended.then(() => fail(new Error(`The demo ended without showing ${JSON.stringify(text)}:\n${output}`)))
    look()
  })
  for (const stream of [started.stdout, started.stderr]) stream.on('data', (chunk: Buffer) => output += chunk.toString())
  return { process: started, ended, shown, output: () => output }
}

afterEach(() => {
  child?.kill('SIGKILL')
})

describe('npm run demo', () => {
  it('plays a tool of several rounds, shows what travels, and ends with --once', async () => {
    const { ended, output } = demo('--once')
    expect(await ended, output()).toBe(0)
    expect(output()).toMatch(/Round 1[\s\S]*The tool asks: Which bike[\s\S]*State that travels: none[\s\S]*Round 2[\s\S]*The tool asks: [\s\S]*State that travels: v1\.[\s\S]*Signed, not encrypted[\s\S]*"rider": "Ada Marsh"[\s\S]*Round 3[\s\S]*Booked as B-/)
    expect(output()).toContain('Refused: -32602')
    expect(output()).toMatch(/The endpoint is {3}http:\/\/127\.0\.0\.1:\d+\/mcp/)
  })

  it('serves on until it is interrupted, and takes its server with it', async () => {
    const { process, ended, shown, output } = demo()
    await shown('Serving until Ctrl-C.')
    const endpoint = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(output())?.[0] ?? ''
    expect((await fetch(endpoint)).status).toBe(405)

    process.kill('SIGINT')
    expect(await ended, output()).toBe(0)
    await expect(fetch(endpoint)).rejects.toThrow('fetch failed')
  })

  it('says what is wrong with its arguments', async () => {
    const { ended, output } = demo('--port', 'bikes')
    expect(await ended).toBe(1)
    expect(output()).toContain('--port takes a number from 1 to 65535, not bikes.')
  })
})
