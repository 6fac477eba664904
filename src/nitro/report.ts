import type { ConsolaInstance } from 'consola'
import type { DefinitionEntry, Problem } from './definitions.ts'
import { KINDS } from './discover.ts'

/** One line that says what is served and where. */
export function summarise(entries: readonly DefinitionEntry[], url: string): string {
  const counts = KINDS.map((kind) => {
    const count = entries.filter(entry => entry.kind === kind).length
    return `${count} ${count === 1 ? kind.slice(0, -1) : kind}`
  })
  return `${counts.join(', ')} at ${url}`
}

/** Logs warnings and notices, and errors too: dev goes on without the files that have them. */
export function logProblems(problems: readonly Problem[], log: ConsolaInstance): void {
  for (const { level, message } of problems) log[level](message)
}

/** Stops a build on errors: all of them in one message. */
export function assertNoErrors(problems: readonly Problem[]): void {
  const errors = problems.filter(({ level }) => level === 'error')
  if (errors.length > 0) throw new Error(`nitro-mcp found ${errors.length === 1 ? 'a problem' : `${errors.length} problems`}:\n${errors.map(({ message }) => `- ${message}`).join('\n')}`)
}
