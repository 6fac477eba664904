import { MAX_JSON_DEPTH } from './canonical-json.ts'

/**
 * Throws `TypeError`, with the path, for a value that would come back from JSON as something else: `undefined`,
 * a function, a symbol, a bigint, `NaN` or an infinity, an instance of a class (`Date` and `Map` among them),
 * a cycle. An object's member that is `undefined` may stay: left out, it still reads as `undefined`.
 */
export function assertPlainJson(value: unknown, path: string): void {
  check(value, path, MAX_JSON_DEPTH)
}

function check(value: unknown, path: string, depth: number): void {
  switch (typeof value) {
    case 'string':
    case 'boolean': return
    case 'number':
      if (!Number.isFinite(value)) throw refusal(path, String(value))
      return
    case 'object': break
    default: throw refusal(path, typeof value)
  }
  if (value === null) return
  if (depth === 0) throw new TypeError(`${path} is nested deeper than ${MAX_JSON_DEPTH} levels, or contains itself.`)
  if (Array.isArray(value)) {
    // By index, as `forEach` passes over the holes of a sparse array.
    for (let index = 0; index < value.length; index++) check(value[index], `${path}[${index}]`, depth - 1)
    return
  }
  if (!isPlain(value)) throw refusal(path, `an instance of ${className(value)}`)
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) check(member, `${path}[${JSON.stringify(key)}]`, depth - 1)
  }
}

/** By the prototype's own prototype, not by identity: an object of another realm is plain too. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
}

function className(value: object): string {
  return typeof value.constructor === 'function' && value.constructor.name ? value.constructor.name : 'a class'
}

function refusal(path: string, what: string): TypeError {
  return new TypeError(`${path} is ${what}, which JSON would drop or change. Convert it first: a Date by toISOString(), a bigint by String().`)
}
