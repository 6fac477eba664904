import { describeValue } from './describe-value.ts'
import type { ElicitField, ElicitOption, ElicitRequestedSchema } from './elicit-schema.ts'
import { formats } from './elicit-schema-check.ts'
import { resolvePointer } from './json-pointer.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'
import { describeStandardSchema, isStandardSchema, lenientOptions } from './standard-schema.ts'

const known = new WeakMap<object, ElicitRequestedSchema>()

/**
 * The form that a schema asks for. Throws `TypeError`, with the path, for what changes the shape of a field and no form
 * has: nesting, `null`, free lists, numbers to choose from. What only narrows a field (a pattern, a multiple,
 * another format, a refinement) is left out: the answer is validated by the schema itself.
 */
export function deriveRequestedSchema(schema: unknown, where: string): ElicitRequestedSchema {
  if (!isStandardSchema(schema)) throw new TypeError(`${where} must be a Standard Schema, not ${describeValue(schema)}; a form written by hand goes under requestedSchema.`)
  const derived = known.get(schema) ?? new Form(describeStandardSchema(schema, 'input', where, lenientOptions), where).derive()
  known.set(schema, derived)
  return derived
}

/** One schema as its library describes it, and the way from there to a form. */
class Form {
  readonly #json: JsonObject
  readonly #where: string

  constructor(json: JsonObject, where: string) {
    this.#json = json
    this.#where = where
  }

  derive(): ElicitRequestedSchema {
    const { type, properties, required } = this.#json
    if (type !== 'object') throw this.#refusal('', 'is not one object; a form is an object of fields, so put what you ask for under a name')
    if (!isJsonObject(properties)) throw this.#refusal('', 'has no named fields; a form needs to know them beforehand')
    const fields = Object.entries(properties).map(([name, field]) => [name, this.#field(this.#resolve(field), `.${name}`)] as const)
    return {
      type: 'object',
      properties: Object.fromEntries(fields),
      ...Array.isArray(required) && required.length > 0 && { required: required.map(String) },
    }
  }

  #field(field: JsonObject, path: string): ElicitField {
    const common = pick(field, ['title', 'description', 'default'])
    const options = this.#options(field)
    if (options) return { type: 'string', ...common, ...options.some(isTitled) ? { oneOf: options } : { enum: valuesOf(options) } }
    switch (field.type) {
      case 'string': {
        const format = typeof field.format === 'string' && formats.includes(field.format) ? { format: field.format } : {}
        return { type: 'string', ...common, ...pick(field, ['minLength', 'maxLength']), ...format } as ElicitField
      }
      case 'number':
      case 'integer':
        if (field.enum !== undefined || field.const !== undefined) throw this.#refusal(path, 'has choices that are not strings; offer strings, and convert the one chosen')
        return { type: field.type, ...common, ...boundsOf(field) }
      case 'boolean':
        return { type: 'boolean', ...common }
      case 'array': {
        const options = this.#options(this.#resolve(field.items))
        if (!options) throw this.#refusal(path, 'is a list of free values; the only list that a form has is several choices out of given strings')
        const items = options.some(isTitled) ? { anyOf: options } : { type: 'string' as const, enum: valuesOf(options) }
        return { type: 'array', ...common, ...pick(field, ['minItems', 'maxItems']), items }
      }
    }
    throw this.#refusal(path, this.#why(field))
  }

  /** The choices that a node stands for, when it is nothing but strings to choose from. */
  #options(node: JsonObject): ElicitOption[] | undefined {
    const { const: only, enum: several } = node
    const forms = node.anyOf ?? node.oneOf
    if (typeof only === 'string') return [{ const: only, title: labelOf(node) ?? only }]
    if (Array.isArray(several)) return several.length > 0 && several.every(value => typeof value === 'string') ? several.map(value => ({ const: value, title: value })) : undefined
    if (!Array.isArray(forms) || forms.length === 0) return undefined
    const options = forms.map(form => this.#options(this.#resolve(form)))
    return options.every(option => option !== undefined) ? options.flat() : undefined
  }

  /** Libraries give a named schema as a reference to a definition. */
  #resolve(node: unknown): JsonObject {
    const seen = new Set<unknown>()
    let found = node
    while (isJsonObject(found) && typeof found.$ref === 'string' && !seen.has(found.$ref)) {
      const { $ref, ...rest } = found
      seen.add($ref)
      const target = resolvePointer(this.#json, $ref)
      found = isJsonObject(target) ? { ...target, ...rest } : rest
    }
    return isJsonObject(found) ? found : {}
  }

  #why(field: JsonObject): string {
    const forms = [field.anyOf ?? field.oneOf ?? []].flat().map(form => this.#resolve(form))
    const types = [field.type ?? []].flat()
    if (types.includes('null') || forms.some(form => form.type === 'null')) return 'may be null, which no form can answer; make it optional instead'
    if (forms.length > 0 || types.length > 1) return 'may be of several types; a field of a form has one'
    if (field.type === 'object') return 'is an object; a form has flat fields only, so ask for its parts by themselves or in a round of their own'
    if (field.allOf !== undefined) return 'is put together with allOf; write it as one type'
    if (field.const !== undefined || field.enum !== undefined) return 'has choices that are not strings; offer strings, and convert the one chosen'
    return 'has no type that a form can draw: it takes anything, or something that JSON does not have, such as a Date'
  }

  #refusal(path: string, why: string): TypeError {
    return new TypeError(`${this.#where}${path} ${why}.`)
  }
}

function pick(from: JsonObject, keywords: readonly string[]): JsonObject {
  return Object.fromEntries(keywords.filter(keyword => from[keyword] !== undefined).map(keyword => [keyword, from[keyword]]))
}

function labelOf({ title, description }: JsonObject): string | undefined {
  return [title, description].find(label => typeof label === 'string')
}

const isTitled = (option: ElicitOption) => option.title !== option.const
const valuesOf = (options: readonly ElicitOption[]) => options.map(option => option.const)

/** A form has inclusive bounds only. The safe range of integers is what a library adds of itself: it tells a person nothing. */
function boundsOf({ type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonObject): { minimum?: number, maximum?: number } {
  const whole = type === 'integer'
  const above = bound(exclusiveMinimum, value => whole ? Math.floor(value) + 1 : value)
  const below = bound(exclusiveMaximum, value => whole ? Math.ceil(value) - 1 : value)
  const least = Math.max(bound(minimum) ?? -Infinity, above ?? -Infinity)
  const most = Math.min(bound(maximum) ?? Infinity, below ?? Infinity)
  return {
    ...least > Number.MIN_SAFE_INTEGER && { minimum: least },
    ...most < Number.MAX_SAFE_INTEGER && { maximum: most },
  }
}

function bound(value: unknown, change = (value: number) => value): number | undefined {
  return typeof value === 'number' ? change(value) : undefined
}
