import type { Token } from './tokens.ts'
import { tokenise } from './tokens.ts'

/** A property of a definition as the source states it: a plain string, not at all, or in a way that only running it can tell. */
export type Stated = { readonly is: 'literal', readonly value: string } | { readonly is: 'absent' } | { readonly is: 'unknown' }

export interface SourceFacts {
  readonly hasDefaultExport: boolean
  /** The kind that the default export is seen to make; `undefined` when it can't be seen. */
  readonly kind?: 'tool' | 'prompt' | 'resource'
  readonly name: Stated
  readonly uri: Stated
  readonly uriTemplate: Stated
}

const absent: Stated = { is: 'absent' }
const unknown: Stated = { is: 'unknown' }
const unseen = { name: unknown, uri: unknown, uriTemplate: unknown }

const makers = new Map([['defineTool', 'tool'], ['definePrompt', 'prompt'], ['defineResource', 'resource']] as const)
const packages = new Set(['nitro-mcp', '#imports'])

/**
 * Reads what can be known of a definition file without running it. It answers only for a default export that calls
 * `defineTool`, `definePrompt` or `defineResource` with an object literal; whatever it does not recognise is unknown,
 * which costs a file its lazy loading and nothing else.
 */
export function scanSource(source: string): SourceFacts {
  const tokens = tokenise(source)
  if (!tokens) return { hasDefaultExport: /\bexport\s+default\b|\bdefault\s*[,}]/.test(source), ...unseen }
  const top = topLevel(tokens)
  const start = top?.findIndex((at, index) => tokens[at]?.text === 'export' && tokens[top[index + 1] ?? -1]?.text === 'default')
  const exportAt = top && start !== undefined && start >= 0 ? top[start] : undefined
  if (!top || exportAt === undefined) return { hasDefaultExport: !top || listsDefault(tokens), ...unseen }
  const call = readCall(tokens, exportAt + 2)
  const kind = call && kindOf(call.callee, tokens, top)
  return { hasDefaultExport: true, kind, ...kind ? readObject(tokens, call.argument) : unseen }
}

/** The indices of the tokens outside of all brackets; `undefined` when the brackets don't match. */
function topLevel(tokens: readonly Token[]): number[] | undefined {
  const indices: number[] = []
  let depth = 0
  for (const [index, token] of tokens.entries()) {
    if (depth === 0) indices.push(index)
    depth += nesting(token)
    if (depth < 0) return undefined
  }
  return depth === 0 ? indices : undefined
}

function nesting(token: Token): -1 | 0 | 1 {
  if (token.type !== 'sign') return 0
  if ('([{'.includes(token.text)) return 1
  return ')]}'.includes(token.text) ? -1 : 0
}

/** `export { default } from …` or `export { x as default }`. */
function listsDefault(tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => token.text === 'default' && ['{', ',', 'as'].includes(tokens[index - 1]?.text ?? '') && [',', '}'].includes(tokens[index + 1]?.text ?? ''))
}

/** A statement that is nothing but a call with one object literal. Gives the index of the literal's `{`. */
function readCall(tokens: readonly Token[], at: number): { callee: string, argument: number } | undefined {
  const callee = tokens[at]
  const opening = tokens[at + 1]?.text === '<' ? indexAfterTypes(tokens, at + 1) : at + 1
  if (callee?.type !== 'word' || !isSign(tokens[opening], '(') || !isSign(tokens[opening + 1], '{')) return undefined
  const closing = indexAfterBrackets(tokens, opening)
  const last = tokens[closing - 2]
  const isOneArgument = indexAfterBrackets(tokens, opening + 1) === closing - (isSign(last, ',') ? 2 : 1)
  const next = tokens[closing]
  const ends = next === undefined || isSign(next, ';') || (next.onNewLine && next.type === 'word')
  return isOneArgument && ends ? { callee: callee.text, argument: opening + 1 } : undefined
}

/** Type arguments without brackets in them: `<Input, Output>`. */
function indexAfterTypes(tokens: readonly Token[], at: number): number {
  let end = at + 1
  while (tokens[end]?.type === 'word' || isSign(tokens[end], ',') || isSign(tokens[end], '.')) end++
  return isSign(tokens[end], '>') ? end + 1 : at
}

function indexAfterBrackets(tokens: readonly Token[], at: number): number {
  let depth = 0
  for (let index = at; index < tokens.length; index++) {
    depth += nesting(tokens[index] as Token)
    if (depth === 0) return index + 1
  }
  return tokens.length
}

/** What the callee makes, if it is ours: imported from the package, or auto-imported and never declared in the file. */
function kindOf(callee: string, tokens: readonly Token[], top: readonly number[]): SourceFacts['kind'] {
  const imported = importedNames(tokens, top).get(callee)
  if (imported) return packages.has(imported.from) ? kindNamed(imported.name) : undefined
  const isOnlyCalled = tokens.every((token, index) => token.type !== 'word' || token.text !== callee || isCall(tokens, index))
  return isOnlyCalled ? kindNamed(callee) : undefined
}

function kindNamed(name: string): SourceFacts['kind'] {
  for (const [maker, kind] of makers) if (maker === name) return kind
  return undefined
}

function isCall(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1]?.text
  return (next === '(' || next === '<') && tokens[index - 1]?.text !== 'function'
}

/** Local names of `import { name as local } from 'package'`; other forms of import are named by nothing. */
function importedNames(tokens: readonly Token[], top: readonly number[]): Map<string, { name: string, from: string }> {
  const names = new Map<string, { name: string, from: string }>()
  for (const start of top.filter(index => tokens[index]?.text === 'import' && tokens[index + 1]?.text !== '.' && tokens[index + 1]?.text !== '(')) {
    const statement = tokens.slice(start + 1, start + 1 + tokens.slice(start + 1).findIndex(token => token.type === 'string') + 1)
    const from = statement.at(-1)?.text ?? ''
    const words = statement.filter(token => token.type === 'word' && token.text !== 'type').map(token => token.text)
    for (const [index, word] of words.entries()) {
      if (words[index + 1] === 'as' || word === 'as' || word === 'from') continue
      names.set(word, { name: words[index - 1] === 'as' ? words[index - 2] ?? word : word, from })
    }
  }
  return names
}

/** The properties of the object literal whose `{` is at `start`; all unknown unless each of its keys is plain to see. */
function readObject(tokens: readonly Token[], start: number): Pick<SourceFacts, 'name' | 'uri' | 'uriTemplate'> {
  const end = indexAfterBrackets(tokens, start) - 1
  const found = new Map<string, Stated>()
  let at = start + 1
  while (at < end) {
    while (tokens[at]?.type === 'word' && ['async', 'get', 'set'].includes(tokens[at]?.text ?? '') && tokens[at + 1]?.type !== 'sign') at++
    if (isSign(tokens[at], '*')) at++
    const key = tokens[at]
    const after = tokens[at + 1]
    if (!key || !after || (key.type !== 'word' && key.type !== 'string') || key.text.includes('\\') || key.text === '__proto__') return unseen
    const next = indexOfComma(tokens, at, end)
    if (isSign(after, ':')) found.set(key.text, found.has(key.text) ? unknown : literalBetween(tokens, at + 2, next))
    else if (isSign(after, '(') || isSign(after, ',') || isSign(after, '}') || isSign(after, '<')) found.set(key.text, unknown)
    else return unseen
    at = next + 1
  }
  const stated = (key: string) => found.get(key) ?? absent
  return { name: stated('name'), uri: stated('uri'), uriTemplate: stated('uriTemplate') }
}

function indexOfComma(tokens: readonly Token[], start: number, end: number): number {
  let depth = 0
  for (let index = start; index < end; index++) {
    if (depth === 0 && isSign(tokens[index], ',')) return index
    depth += nesting(tokens[index] as Token)
  }
  return end
}

/** A string without escapes, alone or as a constant (`'x' as const`). */
function literalBetween(tokens: readonly Token[], start: number, end: number): Stated {
  const value = tokens[start]
  const rest = tokens.slice(start + 1, end).map(token => token.text).join(' ')
  if (!value || (value.type !== 'string' && value.type !== 'template') || (rest !== '' && rest !== 'as const')) return unknown
  return value.text.includes('\\') || (value.type === 'template' && value.text.includes('${')) ? unknown : { is: 'literal', value: value.text }
}

function isSign(token: Token | undefined, text: string): boolean {
  return token?.type === 'sign' && token.text === text
}
