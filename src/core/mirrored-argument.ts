import { decodeHeaderValue } from './header-value.ts'
import { walkSchemas } from './json-schema-walk.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { ErrorCode } from './protocol.ts'
import { Refusal } from './reply.ts'

const keyword = 'x-mcp-header'
const token = /^[\w!#$%&'*+.^`|~-]+$/
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/
const mirroredTypes = new Set(['string', 'integer', 'boolean'])

/** An argument that the client repeats in an `Mcp-Param-*` header, so that proxies can route by it. */
export interface MirroredArgument {
  readonly path: readonly string[]
  /** As the schema spells it. */
  readonly header: string
}

/**
 * The arguments that a schema marks with `x-mcp-header` (basic/transports/streamable-http, "Custom headers").
 * Throws `TypeError` for a mark that makes clients drop the tool.
 */
export function mirroredArguments(schema: JsonObject, where: string): readonly MirroredArgument[] {
  const found: MirroredArgument[] = []
  const marked = new Set<unknown>()
  collect(schema, [], found, marked, where)
  walkSchemas(schema, where, (node) => {
    if (Object.hasOwn(node, keyword) && !marked.has(node)) throw new TypeError(`${where}: ${keyword} ${JSON.stringify(node[keyword])} can't be reached by properties alone; clients drop a tool that marks anything else, such as an item of an array or a branch of anyOf.`)
  })
  const taken = new Set<string>()
  for (const { header } of found) {
    if (taken.has(header.toLowerCase())) throw new TypeError(`${where}: two properties have the ${keyword} ${JSON.stringify(header)}; header names differ by more than case.`)
    taken.add(header.toLowerCase())
  }
  return found
}

function collect(schema: JsonObject, path: readonly string[], found: MirroredArgument[], marked: Set<unknown>, where: string): void {
  if (!isJsonObject(schema.properties)) return
  for (const [name, property] of Object.entries(schema.properties)) {
    if (!isJsonObject(property)) continue
    const inner = [...path, name]
    if (Object.hasOwn(property, keyword)) {
      const header = property[keyword]
      if (typeof header !== 'string' || !token.test(header)) throw new TypeError(`${where}: ${keyword} of "${inner.join('.')}" must be a header name such as "Region", not ${JSON.stringify(header)}.`)
      if (!mirroredTypes.has(String(property.type))) throw new TypeError(`${where}: "${inner.join('.')}" has ${keyword}, so its type must be string, integer or boolean, not ${JSON.stringify(property.type)}.`)
      marked.add(property)
      found.push({ path: inner, header })
    }
    collect(property, inner, found, marked, where)
  }
}

/** An argument that is present must be repeated, equal; one that is absent or `null` is not looked for. */
export function mirrorFault(mirrored: readonly MirroredArgument[], args: unknown, header: (name: string) => string | null): Refusal | undefined {
  for (const { path, header: name } of mirrored) {
    const value = valueAt(args, path)
    // Another type is a bad argument, and said to be one when the arguments are validated.
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue
    const raw = header(`mcp-param-${name.toLowerCase()}`)
    if (raw === null) return fault(`The Mcp-Param-${name} header is missing.`)
    const decoded = decodeHeaderValue(raw)
    if (decoded === undefined) return fault(`The Mcp-Param-${name} header is not valid Base64 of UTF-8.`)
    if (!isSame(value, decoded)) return fault(`The Mcp-Param-${name} header does not match the argument "${path.join('.')}".`)
  }
  return undefined
}

/** Integers compare as numbers: `42.0` is 42. */
function isSame(value: string | number | boolean, text: string): boolean {
  return typeof value === 'number' ? decimal.test(text) && Number(text) === value : String(value) === text
}

function valueAt(args: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined, args)
}

function fault(message: string): Refusal {
  return new Refusal(400, ErrorCode.HeaderMismatch, message)
}
