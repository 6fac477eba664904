import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

/** Runs a command to its end; throws with all that it wrote when it fails. */
export async function run(command: string, args: readonly string[], options: { cwd: string, env?: NodeJS.ProcessEnv }): Promise<string> {
  const child = spawn(command, args, { cwd: options.cwd, env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output += text)
  const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

const bin = (name: string) => resolve(import.meta.dirname, '../../node_modules/.bin', name)
const app = resolve(import.meta.dirname, '../fixtures/hosts')

/** Test runners set these, and a build that reads them is not the build of a user. */
const env = { NODE_ENV: 'production', VITEST: '', TEST: '', NUXT_TELEMETRY_DISABLED: '1', NITRO_PRESET: 'node-server' }

/** Builds the fixture with Nitro alone. Gives the file to run. */
export async function buildNitro(): Promise<string> {
  await run(bin('nitropack'), ['build'], { cwd: app, env })
  return resolve(app, '.output/nitro/server/index.mjs')
}

/** Builds the same fixture as a Nuxt app. Gives the file to run. */
export async function buildNuxt(): Promise<string> {
  await run(bin('nuxt'), ['build'], { cwd: app, env })
  return resolve(app, '.output/nuxt/server/index.mjs')
}
