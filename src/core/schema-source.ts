import type { FromJsonSchema } from './json-schema-type.ts'
import type { InferInput, InferOutput, StandardSchema } from './standard-schema.ts'

/** Plain JSON Schema of arguments. Written in place, or hoisted with `as const`, it types them. */
export interface JsonSchemaObject {
  readonly type: 'object'
  readonly [keyword: string]: unknown
}

/** What `inputSchema` takes. A library without Standard JSON Schema doesn't fit: wrap valibot's by `toStandardJsonSchema`. */
export type ArgumentsSchema = StandardSchema<object, unknown> | JsonSchemaObject

/** What `outputSchema` takes: its root may be of any type. */
export type ResultSchema = StandardSchema | { readonly [keyword: string]: unknown }

/** What a handler gets: the output of a Standard Schema. */
export type ArgumentsOf<Source> = Source extends StandardSchema ? InferOutput<Source> : JsonArguments<Source>

/** What a client sends. */
export type ArgumentNames<Source> = Extract<keyof (Source extends StandardSchema ? InferInput<Source> : JsonArguments<Source>), string>

/** What a handler returns: it is validated, so the input of a Standard Schema. */
export type ResultOf<Source> = Source extends StandardSchema ? InferInput<Source> : FromJsonSchema<Source>

type JsonArguments<Source> = FromJsonSchema<Source> extends infer Value extends object ? Value : Record<string, unknown>
