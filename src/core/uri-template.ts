import { parseUriTemplate } from './uri-template-parser.ts'
import type { UriVariable } from './uri-template-parser.ts'

export interface UriTemplate {
  /** In the order of the template. */
  readonly names: readonly string[]
  /** The decoded variables, without a prototype, when the template could have made this URI. Takes time linear in its length. */
  match(uri: string): Record<string, string> | undefined
}

/** The variables of a literal template; those of its query may be missing. */
export type UriVariables<Template extends string> = string extends Template
  ? Record<string, string>
  : Flat<{ [Name in PathName<Template>]: string } & { [Name in QueryName<Template>]?: string }>

type Flat<T> = { [K in keyof T]: T[K] }

type PathName<Template> = Template extends `${string}{${infer Expression}}${infer Rest}`
  ? (Expression extends `?${string}` ? never : Expression extends `+${infer Name}` ? Name : Expression) | PathName<Rest>
  : never

type QueryName<Template> = Template extends `${string}{?${infer Names}}${string}` ? Split<Names> : never

type Split<Names> = Names extends `${infer Name},${infer Rest}` ? Name | Split<Rest> : Names

export type UriVariableNames<Template extends string> = PathName<Template> | QueryName<Template>

/**
 * Compiles the part of RFC 6570 that can be matched without guessing: `{var}`, `{+var}`, and `{?a,b}` at the end.
 * Throws `TypeError` that names the position for anything else.
 */
export function compileUriTemplate(template: string, where: string): UriTemplate {
  const { prefix, variables, query } = parseUriTemplate(template, where)
  const allowed = new Set(query)
  return {
    names: [...variables.map(({ name }) => name), ...query],
    match(uri) {
      const queryStart = query.length > 0 ? uri.indexOf('?') : -1
      const values = matchPath(prefix, variables, queryStart === -1 ? uri : uri.slice(0, queryStart))
      const pairs = queryStart === -1 ? [] : splitQuery(uri.slice(queryStart + 1), allowed)
      return values && pairs && decodeAll([...values, ...pairs])
    },
  }
}

type Entry = readonly [name: string, raw: string]

/**
 * No pattern is built from the template: a regular expression backtracks, and a URI made for that could hold the server
 * (CVE-2026-0621). From the last variable to the first, a table says at which positions it may end so that all the rest
 * still fits; with those at hand, walking forward never turns back. A variable takes as much as it can.
 */
function matchPath(prefix: string, variables: readonly UriVariable[], uri: string): Entry[] | undefined {
  if (!uri.startsWith(prefix)) return undefined
  if (variables.length === 0) return uri.length === prefix.length ? [] : undefined
  const tables: Uint8Array[] = []
  let following: Uint8Array | undefined
  for (const variable of variables.toReversed()) {
    const ends = endsOf(variable, uri, following)
    tables.unshift(ends)
    following = startsOf(variable, uri, ends)
  }
  let position = prefix.length
  if (!following?.[position]) return undefined
  return variables.map((variable, index): Entry => {
    const end = furthestEnd(variable, uri, position, tables[index]!)
    const entry: Entry = [variable.name, uri.slice(position, end)]
    position = end + variable.after.length
    return entry
  })
}

/** Where the variable may end: its literal comes next, and then the next variable may start, or the URI ends. */
function endsOf({ after }: UriVariable, uri: string, following: Uint8Array | undefined): Uint8Array {
  const ends = new Uint8Array(uri.length + 1)
  for (let position = 0; position + after.length <= uri.length; position++) {
    const next = position + after.length
    const fits = following ? following[next] === 1 : next === uri.length
    if (fits && uri.startsWith(after, position)) ends[position] = 1
  }
  return ends
}

/** Where the variable may start: at least one character of its own, then an end. */
function startsOf(variable: UriVariable, uri: string, ends: Uint8Array): Uint8Array {
  const starts = new Uint8Array(uri.length + 1)
  for (let position = uri.length - 1; position >= 0; position--) {
    if (accepts(variable, uri, position) && (ends[position + 1] || starts[position + 1])) starts[position] = 1
  }
  return starts
}

function furthestEnd(variable: UriVariable, uri: string, start: number, ends: Uint8Array): number {
  let found = start
  for (let position = start; position < uri.length && accepts(variable, uri, position); position++) {
    if (ends[position + 1]) found = position + 1
  }
  return found
}

/** `/`, `?` and `#` end a segment. */
function accepts({ reserved }: UriVariable, uri: string, position: number): boolean {
  if (reserved) return true
  const code = uri.charCodeAt(position)
  return code !== 0x2F && code !== 0x3F && code !== 0x23
}

/** In any order, each once; a parameter that the template doesn't name makes it another URI. */
function splitQuery(query: string, allowed: ReadonlySet<string>): Entry[] | undefined {
  if (query.includes('#')) return undefined
  const entries = new Map<string, string>()
  for (const pair of query.split('&')) {
    const separator = pair.indexOf('=')
    const name = separator === -1 ? pair : pair.slice(0, separator)
    if (!allowed.has(name) || entries.has(name)) return undefined
    entries.set(name, separator === -1 ? '' : pair.slice(separator + 1))
  }
  return [...entries]
}

function decodeAll(entries: readonly Entry[]): Record<string, string> | undefined {
  const variables: Record<string, string> = Object.create(null)
  try {
    for (const [name, raw] of entries) variables[name] = decodeURIComponent(raw)
  }
  catch {
    return undefined
  }
  return variables
}
