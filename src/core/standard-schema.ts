import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'

/** A schema of any library that validates (Standard Schema) and describes itself (Standard JSON Schema). */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>
}

export type InferInput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['input']
export type InferOutput<Schema extends StandardSchema> = NonNullable<Schema['~standard']['types']>['output']

/** `input` is what a client sends, `output` what validation makes of it. */
export type SchemaDirection = 'input' | 'output'

/** The revision of JSON Schema that the protocol takes as its default, so that `$schema` need not be sent. */
const target = 'draft-2020-12'

/** How to give a library's schema the JSON Schema side that it lacks. */
const mends: Readonly<Record<string, string>> = {
  valibot: 'wrap it: toStandardJsonSchema(schema) from \'@valibot/to-json-schema\'',
  zod: 'use zod 4.2 or newer, and import it from \'zod\' (the mini build has no JSON Schema)',
}

/** Schemas of some libraries are functions. */
export function isStandardSchema(value: unknown): value is { readonly '~standard': StandardSchemaV1.Props } {
  return ((typeof value === 'object' && value !== null) || typeof value === 'function')
    && '~standard' in value
    && isJsonObject(value['~standard'])
    && typeof value['~standard'].validate === 'function'
}

/** What a library needs to be told to leave out what JSON Schema can't say, instead of throwing; arktype does so by itself. */
export const lenientOptions: Readonly<Record<string, Record<string, unknown>>> = {
  valibot: { errorMode: 'ignore' },
  zod: { unrepresentable: 'any' },
}

/**
 * Throws `TypeError` with the vendor and the mend when the schema cannot be written as JSON Schema.
 * `options` are the library's own, by its vendor name.
 */
export function describeStandardSchema(
  schema: { readonly '~standard': StandardSchemaV1.Props },
  direction: SchemaDirection,
  where: string,
  options: Readonly<Record<string, Record<string, unknown>>> = {},
): JsonObject {
  const props: StandardSchemaV1.Props & Partial<StandardJSONSchemaV1.Props> = schema['~standard']
  if (typeof props.jsonSchema?.[direction] !== 'function') {
    const mend = Object.hasOwn(mends, props.vendor) ? mends[props.vendor] : 'use a version of the library that implements Standard JSON Schema, or give plain JSON Schema'
    throw new TypeError(`${where}: this ${props.vendor} schema cannot give JSON Schema; ${mend}.`)
  }
  let described: JsonObject
  try {
    described = props.jsonSchema[direction]({ target, libraryOptions: Object.hasOwn(options, props.vendor) ? options[props.vendor] : undefined })
  }
  catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new TypeError(`${where}: ${props.vendor} cannot write this schema as JSON Schema (${reason}); use types that JSON has.`, { cause })
  }
  const { $schema: _, ...json } = described
  return inlineRootReference(json)
}

/** A named root comes as a reference to a definition, but a client needs the root's own `type`. */
function inlineRootReference(json: JsonObject): JsonObject {
  const { $ref: reference, ...rest } = json
  const prefix = '#/$defs/'
  if (typeof reference !== 'string' || !reference.startsWith(prefix) || !isJsonObject(json.$defs)) return json
  const name = reference.slice(prefix.length)
  const root = Object.hasOwn(json.$defs, name) ? json.$defs[name] : undefined
  return isJsonObject(root) ? { ...root, ...rest } : json
}
