/** One mismatch between a value and its schema. */
export interface Issue {
  readonly path: readonly (string | number)[]
  readonly message: string
}

/** What validation found: the value to go on with, or why not. */
export type Validated = { readonly value: unknown, readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** A client chooses how many issues it causes and how long its property names are, so the reply needs bounds. */
const MAX_ISSUES = 50
const MAX_LINE = 500

/** A list for a person or a model to mend by: `- guests[0].name: expected string, received number`. */
export function formatIssues(issues: readonly Issue[]): string {
  const lines = issues.slice(0, MAX_ISSUES).map(formatIssue)
  if (issues.length > MAX_ISSUES) lines.push(`- and ${issues.length - MAX_ISSUES} more`)
  return lines.join('\n')
}

function formatIssue({ path, message }: Issue): string {
  const line = path.length === 0 ? `- ${message}` : `- ${formatPath(path)}: ${message}`
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line
}

function formatPath(path: Issue['path']): string {
  return path.map((segment, index) => {
    if (typeof segment === 'number') return `[${segment}]`
    if (!/^[\w$-]+$/.test(segment)) return `[${JSON.stringify(segment)}]`
    return index === 0 ? segment : `.${segment}`
  }).join('')
}
