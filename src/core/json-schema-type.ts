/**
 * The values that a literal JSON Schema allows, as far as types can say. Keywords that only narrow (`pattern`, `allOf`,
 * `if`) are passed over, so the type may be wider than the schema and never narrower. What can't be read,
 * as its literal types are gone, is `unknown`, or `Record<string, unknown>` for an object.
 */
export type FromJsonSchema<S>
  = S extends { readonly $ref: string } ? unknown
    : S extends { readonly const: infer Value } ? Value
      : S extends { readonly enum: readonly (infer Value)[] } ? Value
        : S extends { readonly type: infer Type } ? FromType<Type, S>
          : S extends { readonly anyOf: readonly (infer Form)[] } ? FromJsonSchema<Form>
            : S extends { readonly oneOf: readonly (infer Form)[] } ? FromJsonSchema<Form>
              : unknown

type FromType<Type, S>
  = Type extends 'string' ? string
    : Type extends 'number' | 'integer' ? number
      : Type extends 'boolean' ? boolean
        : Type extends 'null' ? null
          : Type extends 'array' ? FromArray<S>
            : Type extends 'object' ? FromObject<S>
              : Type extends readonly (infer OneOf)[] ? FromType<OneOf, S>
                : unknown

type FromArray<S>
  = S extends { readonly prefixItems: unknown } ? unknown[]
    : S extends { readonly items: infer Item } ? FromJsonSchema<Item>[]
      : unknown[]

type FromObject<S>
  = S extends { readonly properties: infer Properties } ? FromProperties<Properties, RequiredName<S>>
    : S extends { readonly additionalProperties: infer Member extends object } ? Record<string, FromJsonSchema<Member>>
      : Record<string, unknown>

type FromProperties<Properties, Required> = Flat<
  { -readonly [K in keyof Properties as K extends Required ? K : never]: FromJsonSchema<Properties[K]> }
  & { -readonly [K in keyof Properties as K extends Required ? never : K]?: FromJsonSchema<Properties[K]> }
>

/** None when they are only known to be strings. */
type RequiredName<S> = S extends { readonly required: readonly (infer Name)[] } ? string extends Name ? never : Name : never

type Flat<T> = { [K in keyof T]: T[K] }
