import { count } from './official-suite.ts'
import type { Check } from './official-suite.ts'

export interface Outcome {
  readonly run: string
  readonly server: string
  readonly atLeast: number
  readonly checks: readonly Check[]
}

/** A table of all runs, then each check that failed or warned, with its reason. */
export function renderReport(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ run, server, atLeast, checks }) => [
    run, server, count(checks, 'SUCCESS'), count(checks, 'FAILURE'), count(checks, 'WARNING'), count(checks, 'SKIPPED'), `>= ${atLeast}, 0 failed`,
  ].map(String))
  const table = [['run', 'server', 'passed', 'failed', 'warned', 'skipped', 'goal'], ...rows]
  const widths = table[0]!.map((_, column) => Math.max(...table.map(row => row[column]!.length)))
  const lines = table.map(row => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd())
  return [...lines, ...outcomes.flatMap(renderProblems)].join('\n')
}

function renderProblems({ run, server, checks }: Outcome): string[] {
  const problems = problemsOf(checks)
  return problems.length > 0 ? ['', `${run} on ${server}:`, ...problems] : []
}

function problemsOf(checks: readonly Check[]): string[] {
  return checks
    .filter(({ status }) => status === 'FAILURE' || status === 'WARNING')
    .map(({ scenario, id, status, reason }) => `  ${status} ${scenario} ${id}: ${reason.replaceAll(/\s+/g, ' ').slice(0, 300)}`)
}
