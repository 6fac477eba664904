import { describeValue } from './describe-value.ts'

export interface UriVariable {
  readonly name: string
  /** `{+name}`: may hold any character, where `{name}` stays within one segment. */
  readonly reserved: boolean
  /** The text up to the next variable; empty only for the last one. */
  readonly after: string
}

export interface ParsedUriTemplate {
  /** The text before the first variable. */
  readonly prefix: string
  readonly variables: readonly UriVariable[]
  /** The names in `{?a,b}`. */
  readonly query: readonly string[]
}

interface Expression { readonly operator: '' | '+' | '?', readonly names: readonly string[] }

/** Throws `TypeError` with the position in the template and the mend. */
export function parseUriTemplate(template: unknown, where: string): ParsedUriTemplate {
  const fail = (position: number, problem: string): never => {
    throw new TypeError(`${where} ${JSON.stringify(template)}, position ${position}: ${problem}.`)
  }
  if (typeof template !== 'string') throw new TypeError(`${where} must be a string, not ${describeValue(template)}.`)
  if (!/^[a-z][a-z\d+.-]*:/i.test(template)) fail(0, 'a URI begins with its scheme, such as "shop://"')
  const variables: { name: string, reserved: boolean, after: string }[] = []
  const seen = new Set<string>()
  let query: readonly string[] = []
  let prefix = ''
  let position = 0
  while (position < template.length) {
    const start = position
    const open = nextBrace(template, position, fail)
    const text = template.slice(position, open)
    const last = variables.at(-1)
    if (last) last.after = text
    else prefix = text
    if (open === template.length) break
    const close = template.indexOf('}', open)
    if (close === -1) fail(open, 'this "{" is never closed')
    const { operator, names } = parseExpression(template.slice(open + 1, close), open, fail)
    for (const name of names) {
      if (seen.has(name)) fail(open, `the variable "${name}" is there twice; give each its own name`)
      seen.add(name)
    }
    position = close + 1
    if (operator === '?') {
      if (position < template.length) fail(open, '{?…} must be the last part')
      if (/[?#]/.test(template.slice(0, open).replace(/\{[^}]*\}/g, ''))) fail(open, 'the query begins with {?…}; list every query parameter in it')
      query = names
    }
    else {
      if (last && open === start) fail(open, 'two variables need some text between them, or it is unclear where one ends')
      variables.push({ name: names[0]!, reserved: operator === '+', after: '' })
    }
  }
  if (seen.size === 0) fail(0, 'there is no variable; use the option uri for a fixed address')
  return { prefix, variables, query }
}

type Fail = (position: number, problem: string) => never

/** The position of the next `{`, or the length of the template. */
function nextBrace(template: string, from: number, fail: Fail): number {
  for (let position = from; position < template.length; position++) {
    if (template[position] === '{') return position
    if (template[position] === '}') fail(position, 'this "}" closes nothing')
  }
  return template.length
}

function parseExpression(body: string, position: number, fail: Fail): Expression {
  const operator = body[0] === '+' || body[0] === '?' ? body[0] : ''
  const names = body.slice(operator.length).split(',')
  for (const name of names) {
    if (name === '') fail(position, 'a variable has no name')
    if (/[:*]/.test(name)) fail(position, `the modifier in "${name}" is not supported; take the whole value and cut it in the handler`)
    if (!/^[\w.]+$/.test(name)) fail(position, `"{${body}}" is not supported; use {name}, {+name} or, at the end, {?name}, with names of letters, digits, "_" and "."`)
  }
  if (operator !== '?' && names.length > 1) fail(position, 'only {?…} can list several variables; write {a}/{b}')
  return { operator, names }
}
