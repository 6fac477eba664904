/** Installs, builds, starts the playground and plays a tool of several rounds. `--once` ends after the play; `--port` chooses the port. */
import process from 'node:process'
import { parseArgs } from 'node:util'
import { ask } from './demo/ask.mjs'
import { play } from './demo/play.mjs'
import { freePort, startServer } from './demo/server.mjs'
import { ensureBuilt, ensureInstalled, ensurePlaygroundBuilt } from './setup.mjs'

const usage = `npm run demo -- [--once] [--port <number>]
  --once   end after the play instead of serving on
  --port   the port to serve on (default: a free one)`

let server
let ending = false

try {
  const { once, port, help } = options()
  if (help) console.log(usage)
  else await demo(once, port)
}
catch (error) {
  if (!ending) {
    console.error(`\nThe demo failed: ${error.expected ? error.message : error.stack}`)
    await end(1)
  }
}

async function demo(once, port) {
  // Before the first step: Ctrl-C must stop the server at whatever point it comes.
  process.stdout.on('error', () => void end(1))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(signal === 'SIGINT' ? 0 : 1))

  await ensureInstalled()
  await ensureBuilt()
  const file = await ensurePlaygroundBuilt()
  server = startServer(file, await freePort(port))
  await server.ready

  // At a terminal the person is the user; in a pipe or in CI nobody is, and the answers are scripted.
  const person = process.stdin.isTTY && process.stdout.isTTY
  await play(server.endpoint, ask(person, () => void end(0)))
  console.log(farewell(server.endpoint))

  if (once) return end(0)
  console.log('\nServing until Ctrl-C.')
  await server.stopped
  if (!ending) throw Object.assign(new Error(`The server stopped by itself.\n${server.log()}`), { expected: true })
}

async function end(code) {
  if (ending) return
  ending = true
  await server?.stop()
  process.exit(code)
}

function options() {
  try {
    const { values } = parseArgs({ options: { once: { type: 'boolean', default: false }, port: { type: 'string' }, help: { type: 'boolean' } } })
    const port = values.port === undefined ? undefined : Number(values.port)
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) throw new Error(`--port takes a number from 1 to 65535, not ${values.port}.`)
    return { ...values, port }
  }
  catch (error) {
    throw Object.assign(new Error(`${error.message}\n\n${usage}`), { expected: true })
  }
}

function farewell(endpoint) {
  const config = { mcpServers: { 'harbour-bikes': { type: 'http', url: endpoint } } }
  return `
The endpoint is   ${endpoint}
The shop's page   ${new URL('/', endpoint)}

To connect a client of your own, put this into its configuration:

${JSON.stringify(config, null, 2)}

The tool that was played is playground/server/mcp/tools/book-bike.ts.`
}
