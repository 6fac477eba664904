import { describeValue } from './describe-value.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'

interface Rule {
  readonly want: string
  readonly test: (value: unknown) => boolean
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isChoices = (value: unknown) => isTexts(value) && value.length > 0
const isOptions = (value: unknown) => Array.isArray(value) && value.length > 0
  && value.every(option => isJsonObject(option) && isText(option.const) && isText(option.title))
/** The formats of text that a form knows. */
export const formats: readonly string[] = ['email', 'uri', 'date', 'date-time']

const text: Rule = { want: 'a string', test: isText }
const texts: Rule = { want: 'an array of strings', test: isTexts }
const count: Rule = { want: 'a whole number, 0 or more', test: value => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 }
const number: Rule = { want: 'a finite number', test: Number.isFinite }
const boolean: Rule = { want: 'a boolean', test: value => typeof value === 'boolean' }
const format: Rule = { want: `one of ${formats.join(', ')}`, test: value => isText(value) && formats.includes(value) }
const choices: Rule = { want: 'an array of one string or more', test: isChoices }
const options: Rule = { want: 'an array of one { const, title } or more, both of them strings', test: isOptions }
const items: Rule = {
  want: '{ type: "string", enum: [...] } or { anyOf: [{ const, title }] }: a form has no other arrays',
  test: value => isJsonObject(value) && (value.anyOf === undefined ? value.type === 'string' && isChoices(value.enum) : isOptions(value.anyOf)),
}

const common = { title: text, description: text }
const numeric = { ...common, minimum: number, maximum: number, default: number }

/** What the specification says of each keyword, by the type of the field (2026-07-28, schema `PrimitiveSchemaDefinition`). */
const fieldRules: ReadonlyMap<unknown, Readonly<Record<string, Rule>>> = new Map(Object.entries<Record<string, Rule>>({
  string: { ...common, minLength: count, maxLength: count, format, enum: choices, enumNames: texts, oneOf: options, default: text },
  number: numeric,
  integer: numeric,
  boolean: { ...common, default: boolean },
  array: { ...common, minItems: count, maxItems: count, items, default: texts },
}))

/** These compose, nest or choose: a client draws a form from flat fields, and would drop or refuse them. */
const structural = [
  '$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'items', 'prefixItems', 'contains',
  'properties', 'patternProperties', 'dependentSchemas',
]

function structuralProblem(schema: JsonObject, path: string, allowed: Readonly<Record<string, unknown>>): string | undefined {
  const found = structural.find(keyword => schema[keyword] !== undefined && !Object.hasOwn(allowed, keyword))
  return found && `${path}.${found} is not part of a form: clients draw flat fields only. Use plain fields, or ask the rest in a further round.`
}

function fieldProblem(field: unknown, path: string): string | undefined {
  if (!isJsonObject(field)) return `${path} must be an object with a "type", not ${describeValue(field)}.`
  const rules = fieldRules.get(field.type)
  if (!rules) {
    return `${path}.type must be one of ${[...fieldRules.keys()].join(', ')}, not ${describeValue(field.type)}: a form has no nested, nullable or untyped fields.`
  }
  for (const [keyword, rule] of Object.entries(rules)) {
    const value = field[keyword]
    if (value !== undefined && !rule.test(value)) return `${path}.${keyword} must be ${rule.want}, not ${describeValue(value)}.`
  }
  if (field.type === 'array' && field.items === undefined) return `${path}.items must be ${items.want}.`
  return structuralProblem(field, path, rules)
}

/**
 * Why a client could not draw a form from this schema. Keywords that only annotate, and that the
 * specification does not know, may stay: they change nothing on the wire.
 */
export function requestedSchemaProblem(schema: unknown): string | undefined {
  const path = 'requestedSchema'
  if (!isJsonObject(schema)) return `${path} must be an object, not ${describeValue(schema)}.`
  if (schema.type !== 'object') return `${path}.type must be "object", not ${describeValue(schema.type)}.`
  const { $schema, properties, required } = schema
  if ($schema !== undefined && !isText($schema)) return `${path}.$schema must be a string, not ${describeValue($schema)}.`
  if (!isJsonObject(properties)) return `${path}.properties must be an object of fields, not ${describeValue(properties)}.`

  for (const [name, field] of Object.entries(properties)) {
    const problem = fieldProblem(field, `${path}.properties.${name}`)
    if (problem) return problem
  }
  if (required !== undefined) {
    if (!isTexts(required)) return `${path}.required must be an array of strings, not ${describeValue(required)}.`
    const unknown = required.find(name => !Object.hasOwn(properties, name))
    if (unknown !== undefined) return `${path}.required names ${describeValue(unknown)}, which is not among its properties: no answer could satisfy it.`
  }
  return structuralProblem(schema, path, { properties })
}
