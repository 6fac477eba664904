/** What `npm test` and `npm run demo` need before they start, done only when it is not done yet. Imports nothing that npm installs. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import process from 'node:process'

export const root = resolve(import.meta.dirname, '..')

const layers = ['core', 'h3', 'nitro', 'nuxt', 'testing']

/** A step that failed, with what to tell the person; its command's own output is in the message. */
export class SetupError extends Error {
  name = 'SetupError'
  /** The message says it all: no stack trace helps. */
  expected = true
}

/** Throws on a Node that the package does not support, before anything confusing happens. */
export function assertNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  throw new SetupError(`nitro-mcp needs Node 20.19 or newer; this is ${process.versions.node}.`)
}

/** Installs what package-lock.json says, unless node_modules holds exactly that. */
export async function ensureInstalled() {
  assertNode()
  if (isInstalled()) return
  // npm ci removes node_modules, and with it the Node in there: npm must run on the machine's own.
  await step('Installing dependencies (npm ci)', 'npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { env: { PATH: outerPath() } })
}

/** Builds dist/, unless it is newer than all that it is made of. */
export async function ensureBuilt() {
  const outputs = layers.flatMap(layer => [`dist/${layer}/index.mjs`, `dist/${layer}/index.d.mts`])
  if (isFresh(outputs, ['src', 'build.config.ts', 'package.json'])) return
  await step('Building nitro-mcp', 'npm', ['run', 'build', '--silent'])
}

/** Builds the playground as a Node server, unless it is newer than its sources and dist/. Gives the file to run. */
export async function ensurePlaygroundBuilt() {
  const server = 'playground/.output/server/index.mjs'
  const sources = ['playground/app', 'playground/server', 'playground/nuxt.config.ts', 'playground/package.json', 'dist']
  if (!isFresh([server], sources)) {
    const env = { NUXT_TELEMETRY_DISABLED: '1', NITRO_PRESET: 'node-server', NODE_ENV: 'production' }
    await step('Building the playground', 'npx', ['--no-install', 'nuxt', 'build', 'playground'], { env })
  }
  return join(root, server)
}

/** npm keeps its own record of what it installed, in the shape of the lock file. */
function isInstalled() {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  // Optional packages are for other platforms; extraneous ones are left in a lock file, but not installed from it.
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional, peer, extraneous }]) =>
    link || optional || devOptional || peer || extraneous || !path.includes('node_modules/') || installed[path]?.version === version)
}

function isFresh(outputs, sources) {
  const built = outputs.map(path => join(root, path))
  if (!built.every(path => existsSync(path))) return false
  const oldest = Math.min(...built.map(path => statSync(path).mtimeMs))
  return Math.max(...sources.map(path => newest(join(root, path)))) <= oldest
}

/** Folders count as well: a file that was deleted shows only there. */
function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  const entries = readdirSync(path).filter(name => !name.startsWith('.') && name !== 'node_modules')
  return Math.max(stat.mtimeMs, ...entries.map(name => newest(join(path, name))))
}

function outerPath() {
  return process.env.PATH.split(delimiter).filter(folder => !resolve(folder).startsWith(join(root, 'node_modules'))).join(delimiter)
}

/** Runs one command quietly: a line with its duration, and all of its output only when it fails. */
async function step(title, command, args, { env } = {}) {
  process.stdout.write(`${title} ... `)
  const started = Date.now()
  const { code, output } = await run(command, args, { ...process.env, ...env })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(code === 0 ? `${seconds} s\n` : `failed after ${seconds} s\n`)
  if (code !== 0) throw new SetupError(`${title} failed: \`${command} ${args.join(' ')}\` ended with ${code}.\n\n${output.trim()}`)
}

function run(command, args, env) {
  return new Promise((done, fail) => {
    // On Windows npm is a script, which only a shell can start.
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
    const stop = () => child.kill()
    process.once('exit', stop)
    const chunks = []
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('error', error => fail(new SetupError(`\`${command}\` could not be started: ${error.message}`)))
    child.on('close', (code, signal) => {
      process.off('exit', stop)
      done({ code: code ?? signal, output: Buffer.concat(chunks).toString() })
    })
  })
}
