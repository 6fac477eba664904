import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const host = '127.0.0.1'
const startTimeoutMs = 30_000
const stopTimeoutMs = 3_000

/** Starts the built playground on loopback with a state key of its own. `ready` settles when it answers, or cannot. */
export function startServer(file, port) {
  const env = {
    ...process.env,
    NITRO_HOST: host,
    NITRO_PORT: String(port),
    NODE_ENV: 'production',
    // In production the key comes from the platform's secrets, the same one for every instance.
    NUXT_MCP_STATE_KEY: randomBytes(32).toString('base64'),
  }
  const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stdout.on('data', chunk => log += chunk)
  child.stderr.on('data', chunk => log += chunk)

  const endpoint = `http://${host}:${port}/mcp`
  const stopped = new Promise(done => child.once('close', done).once('error', done))
  return {
    endpoint,
    stopped,
    ready: Promise.race([answers(endpoint), stopped.then(() => fail(`The playground server ended at once.\n${log.trim()}`))]),
    log: () => log.trim(),
    async stop() {
      child.kill('SIGTERM')
      const hard = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs)
      await stopped
      clearTimeout(hard)
    },
  }
}

/** Any reply will do: a GET is answered with 405, which only a running server says. */
async function answers(endpoint) {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline) {
    const reply = await fetch(endpoint, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (reply) return
    await sleep(100)
  }
  fail(`The playground server did not answer on ${endpoint} within ${startTimeoutMs / 1000} s.`)
}

/** The wanted port, or any free one. Asks for it first: a server of somebody else on it would answer for ours. */
export function freePort(wanted = 0) {
  return new Promise((done, failed) => {
    const probe = createServer()
    probe.once('error', () => failed(expected(`Port ${wanted} of ${host} is taken. Choose another one with --port, or none at all.`)))
    probe.listen(wanted, host, () => {
      const { port } = probe.address()
      probe.close(() => done(port))
    })
  })
}

function fail(message) {
  throw expected(message)
}

function expected(message) {
  return Object.assign(new Error(message), { expected: true })
}
