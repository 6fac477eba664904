/** One word, string or sign of a source file. */
export interface Token {
  readonly type: 'word' | 'string' | 'template' | 'regex' | 'sign'
  /** As written; of a string or template, what is between its quotes. */
  readonly text: string
  /** Whether a line break comes before it. */
  readonly onNewLine: boolean
}

interface Lexed {
  readonly tokens: Token[]
  /** The index after the last token. */
  readonly end: number
}

/** Words after which a slash opens a regular expression. */
const beforeRegex = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'do', 'else', 'instanceof', 'yield', 'await', 'default', 'extends'])

const blank = /(?:\s|\/\/[^\n\r\u2028\u2029]*|\/\*[\s\S]*?\*\/)+/y
const word = /[\w$#\u0080-\uFFFF]+/y
const string = /'(?:[^'\\\n\r]|\\[\s\S])*'|"(?:[^"\\\n\r]|\\[\s\S])*"/y
const regex = /\/(?:[^/\\[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+\/[a-z]*/y

/**
 * Cuts JavaScript or TypeScript into tokens, without comments. Gives `undefined` when it can't be sure where a string,
 * a template or a regular expression ends: the caller must then assume nothing about the file.
 */
export function tokenise(source: string): Token[] | undefined {
  return lex(source, source.startsWith('#!') ? source.search(/$/m) : 0, false)?.tokens
}

/** Reads up to the end of the file or, inside a template, up to the `}` that closes the `${`. */
function lex(source: string, start: number, inTemplate: boolean): Lexed | undefined {
  const tokens: Token[] = []
  let depth = 0
  let at = start
  while (true) {
    const skipped = match(blank, source, at) ?? ''
    at += skipped.length
    if (at >= source.length) return inTemplate ? undefined : { tokens, end: at }
    const token = readToken(source, at, tokens)
    if (!token) return undefined
    at = token.end
    if (inTemplate && token.type === 'sign') {
      if (token.text === '{') depth++
      if (token.text === '}' && depth-- === 0) return { tokens, end: at }
    }
    tokens.push({ type: token.type, text: token.text, onNewLine: tokens.length === 0 || /[\n\r\u2028\u2029]/.test(skipped) })
  }
}

function readToken(source: string, at: number, before: readonly Token[]): (Pick<Token, 'type' | 'text'> & { end: number }) | undefined {
  const char = source.charAt(at)
  if (char === '\'' || char === '"') {
    const text = match(string, source, at)
    return text === undefined ? undefined : { type: 'string', text: text.slice(1, -1), end: at + text.length }
  }
  if (char === '`') {
    const end = endOfTemplate(source, at + 1)
    return end === undefined ? undefined : { type: 'template', text: source.slice(at + 1, end - 1), end }
  }
  if (char === '/') {
    const meaning = slashAfter(before)
    const text = meaning === 'division' ? undefined : match(regex, source, at)
    if (text === undefined) return meaning === 'regex' ? undefined : { type: 'sign', text: char, end: at + 1 }
    return meaning === 'either' ? undefined : { type: 'regex', text, end: at + text.length }
  }
  const text = match(word, source, at)
  return text === undefined ? { type: 'sign', text: char, end: at + 1 } : { type: 'word', text, end: at + text.length }
}

/** The index after the closing backtick of a template whose text begins at `start`. */
function endOfTemplate(source: string, start: number): number | undefined {
  let at = start
  while (at < source.length) {
    if (source[at] === '`') return at + 1
    if (source[at] === '\\') {
      at += 2
    }
    else if (source.startsWith('${', at)) {
      const substitution = lex(source, at + 2, true)
      if (!substitution) return undefined
      at = substitution.end
    }
    else {
      at++
    }
  }
  return undefined
}

/** What a slash means after these tokens. After `)`, `}` and some operators only a parser can tell. */
function slashAfter(tokens: readonly Token[]): 'regex' | 'division' | 'either' {
  const last = tokens.at(-1)
  const previous = tokens.at(-2)?.text
  if (!last) return 'regex'
  if (last.type === 'word') return previous !== '.' && beforeRegex.has(last.text) ? 'regex' : 'division'
  if (last.type !== 'sign' || last.text === ']') return 'division'
  if (last.text === '>' && previous === '=') return 'regex'
  return [')', '}', '+', '-', '!', '>'].includes(last.text) ? 'either' : 'regex'
}

function match(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0]
}
