import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Check {
  readonly scenario: string
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  /** Why it is not a success, as far as the suite tells. */
  readonly reason: string
}

interface RawCheck {
  id: string
  status: Check['status']
  description?: string
  errorMessage?: string
  details?: { message?: string, note?: string }
}

/** What the suite itself needs. */
export const NODE_MAJOR = 22

const cli = () => createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')

/**
 * Runs the official suite against a server, scored scenarios and others. Gives every check that it made.
 * Throws when the suite itself does not come to an end, or its own total is another one.
 */
export async function runOfficialSuite(url: string, args: readonly string[]): Promise<Check[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-conformance-'))
  try {
    const output = await runCli(['server', '--url', url, ...args, '-o', folder])
    const checks = (await Promise.all((await readdir(folder)).sort().map(name => readChecks(folder, name)))).flat()
    const total = `Total: ${count(checks, 'SUCCESS')} passed, ${count(checks, 'FAILURE')} failed`
    // A scenario that breaks off leaves no file behind, but the suite knows of it.
    if (!output.includes(total)) throw new Error(`The official suite does not say "${total}":\n${output}`)
    return checks
  }
  finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function count(checks: readonly Check[], status: Check['status']): number {
  return checks.filter(check => check.status === status).length
}

async function readChecks(folder: string, name: string): Promise<Check[]> {
  const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '')
  const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as RawCheck[]
  return checks.map(({ id, status, description, errorMessage, details }) => ({
    scenario, id, status, reason: errorMessage ?? details?.message ?? details?.note ?? description ?? 'no reason given',
  }))
}

/** Ends with 0 or 1, by the outcome of scored checks; the caller judges all of them. */
async function runCli(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [cli(), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => output += text)
  await new Promise<void>((done, fail) => child.once('error', fail).once('close', () => done()))
  return output
}
