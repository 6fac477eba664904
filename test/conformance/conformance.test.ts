/** The official suite against the built fixture, on Node and on the runtime of Cloudflare's workers. There is no list of expected failures. */
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { modernClient } from '../hosts/clients.ts'
import { buildApp, startApp } from './app.ts'
import type { Preset, RunningApp } from './app.ts'
import { count, NODE_MAJOR, runOfficialSuite } from './official-suite.ts'
import { renderReport } from './report.ts'
import type { Outcome } from './report.ts'

interface Goal { run: string, atLeast: number }

const goals: Record<Preset, Goal[]> = {
  'node-server': [
    { run: '--requirements 2026-07-28', atLeast: 196 },
    { run: '--requirements 2025-11-25', atLeast: 78 },
    { run: '--suite all --spec-version 2025-06-18', atLeast: 54 },
    { run: '--suite all --spec-version 2025-03-26', atLeast: 1 },
    { run: '--suite all', atLeast: 228 },
  ],
  'cloudflare_module': [
    { run: '--requirements 2026-07-28', atLeast: 196 },
  ],
}

const tooOld = Number(process.versions.node.split('.')[0]) < NODE_MAJOR && `The official suite needs Node ${NODE_MAJOR} or newer, and this is ${process.versions.node}: it is not run.`
if (tooOld) console.warn(tooOld)

const outcomes: Outcome[] = []

describe.each(Object.entries(goals) as [Preset, Goal[]][])('%s', (server, runs) => {
  if (tooOld) return void test.skip(tooOld, () => {})
  let folder: string
  let app: RunningApp
  beforeAll(async () => {
    folder = await buildApp(server)
    app = await startApp(server, folder)
  })
  afterAll(() => app?.[Symbol.asyncDispose]())

  test.each(runs)('$run', async ({ run, atLeast }) => {
    const before = app.output.length
    onTestFailed(() => console.log(`What the server wrote meanwhile:\n${app.output.slice(before)}`))
    const checks = await runOfficialSuite(app.url, run.split(' '))
    outcomes.push({ run, server, atLeast, checks })
    // The reasons are in the report, below all runs.
    expect(count(checks, 'FAILURE'), 'failed checks').toBe(0)
    expect(count(checks, 'SUCCESS'), 'passed checks').toBeGreaterThanOrEqual(atLeast)
  })

  test('the official client goes three rounds, the last two on another instance', async () => {
    await using other = await startApp(server, folder)
    let { url } = app
    const moveOn = () => {
      url = other.url
      return { name: 'Ada' }
    }
    await using client = await modernClient(() => url, { step1: moveOn, step2: { color: 'green' } })
    const { content } = await client.callTool({ name: 'test_input_required_result_multi_round' })
    expect(content).toEqual([{ type: 'text', text: 'Ada likes green.' }])
  })
})

afterAll(() => {
  if (outcomes.length > 0) console.log(renderReport(outcomes))
})
