import type { StandardSchemaV1 } from '@standard-schema/spec'
import { describeValue } from './describe-value.ts'
import type { Issue, Validated } from './issue.ts'
import { compileJsonSchema } from './json-schema.ts'
import { checkReferences } from './json-schema-references.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'
import { describeStandardSchema, isStandardSchema } from './standard-schema.ts'
import type { SchemaDirection } from './standard-schema.ts'

/** One way to deal with a schema, whatever it was written with. */
export interface Schema {
  /** As a client gets it. Plain JSON Schema is the author's own object, untouched. */
  readonly json: JsonObject
  validate(value: unknown): Validated | Promise<Validated>
  /** Plain JSON Schema checks and never converts. */
  readonly plain: boolean
}

/**
 * Takes a Standard Schema or plain JSON Schema. `where` opens every message, such as `defineTool: inputSchema`.
 * Throws `TypeError` for what has no JSON Schema, or refers to another document.
 */
export function createSchema(source: unknown, direction: SchemaDirection, where: string): Schema {
  if (isStandardSchema(source)) {
    const json = describeStandardSchema(source, direction, where)
    checkReferences(json, where)
    return { json, plain: false, validate: value => validateStandard(source, value) }
  }
  if (!isJsonObject(source)) throw new TypeError(`${where} must be a Standard Schema or a JSON Schema object, not ${describeValue(source)}.`)
  const nested = Object.entries(source).find(([, value]) => isStandardSchema(value))
  if (nested) throw new TypeError(`${where} is a plain object that holds a schema under "${nested[0]}"; wrap it as an object schema, such as z.object({ … }).`)
  return { json: source, plain: true, validate: compileJsonSchema(source, where) }
}

/** A schema of arguments. Clients drop a tool whose schema has another root than `type: 'object'`, without a word. */
export function createArgumentsSchema(source: unknown, where: string): Schema {
  const schema = createSchema(source, 'input', where)
  if (schema.json.type === 'object') return schema
  const found = ['anyOf', 'oneOf'].find(keyword => keyword in schema.json)
  throw new TypeError(`${where} must have type: 'object' at its root, not ${found ? `a union (${found})` : describeValue(schema.json.type)}; ${found ? 'put the union under a property.' : 'name each argument as a property of an object.'}`)
}

/** Validation by the schema itself: refinements hold, and the value is its output. */
export function validateStandard(schema: { readonly '~standard': StandardSchemaV1.Props }, value: unknown): Validated | Promise<Validated> {
  const result = schema['~standard'].validate(value)
  return 'then' in result ? Promise.resolve(result).then(settle) : settle(result)
}

function settle(result: StandardSchemaV1.Result<unknown>): Validated {
  return result.issues ? { issues: result.issues.map(toIssue) } : { value: result.value }
}

function toIssue({ message, path }: StandardSchemaV1.Issue): Issue {
  return { message, path: Array.from(path ?? [], segment => toSegment(typeof segment === 'object' ? segment.key : segment)) }
}

function toSegment(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key
}
