import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { delimiter, join, sep } from 'node:path'

export interface RunningServer extends AsyncDisposable {
  readonly origin: string
  /** What it wrote so far, of both streams. */
  readonly output: string
  /** Ends it at once, as a platform ends an instance. */
  kill(): Promise<void>
  /** Asks it to end, and waits until it has. Gives the exit code. */
  stop(): Promise<number | null>
}

export interface ServerOptions {
  env?: Record<string, string>
  /** The Node that runs it. Default: the one that runs the test. */
  node?: string
}

/** Starts a built server on a free port of 127.0.0.1, with nothing of this process's environment but `PATH`. */
export async function startServer(entry: string, { env = {}, node = process.execPath }: ServerOptions = {}): Promise<RunningServer> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = spawn(node, [entry], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output += text)
  const ended = new Promise<void>(resolve => child.once('close', () => resolve()))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }

  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    return child.exitCode
  }

  try {
    await answers(origin, () => child.exitCode !== null || child.signalCode !== null)
  }
  catch (cause) {
    await kill()
    throw new Error(`${entry} did not start: ${output}`, { cause })
  }
  return {
    origin,
    kill,
    stop,
    get output() {
      return output
    },
    [Symbol.asyncDispose]: kill,
  }
}

/** Any HTTP answer will do. */
async function answers(origin: string, isOver: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    try {
      await (await fetch(origin, { signal: AbortSignal.timeout(5_000) })).text()
      return
    }
    catch (error) {
      if (isOver() || Date.now() > deadline) throw error
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject).listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** The Node of the machine, not the newer one that this repository brings along: the library runs on both. */
export function machineNode(): string {
  const candidates = [process.env.npm_node_execpath ?? '', ...(process.env.PATH ?? '').split(delimiter).map(folder => join(folder, 'node'))]
  return candidates.find(file => file !== '' && !file.split(sep).includes('node_modules') && existsSync(file)) ?? process.execPath
}
