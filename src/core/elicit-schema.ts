/** The fields a form can have, and what a schema of them says about the answer (2026-07-28, client/elicitation "Requested Schema"). */

interface Field {
  title?: string
  description?: string
}

/** A value and the label the user sees for it. */
export interface ElicitOption { readonly const: string, readonly title: string }

/** A line of text, or one choice of several when `enum` or `oneOf` is there. */
export interface ElicitStringField extends Field {
  type: 'string'
  minLength?: number
  maxLength?: number
  format?: 'email' | 'uri' | 'date' | 'date-time'
  enum?: readonly string[]
  /** @deprecated by the specification: use `oneOf`. */
  enumNames?: readonly string[]
  oneOf?: readonly ElicitOption[]
  default?: string
}

export interface ElicitNumberField extends Field {
  type: 'number' | 'integer'
  minimum?: number
  maximum?: number
  default?: number
}

export interface ElicitBooleanField extends Field {
  type: 'boolean'
  default?: boolean
}

/** Several choices out of a list. The protocol has no other kind of array. */
export interface ElicitChoicesField extends Field {
  type: 'array'
  minItems?: number
  maxItems?: number
  items: { readonly type: 'string', readonly enum: readonly string[] } | { readonly anyOf: readonly ElicitOption[] }
  default?: readonly string[]
}

export type ElicitField = ElicitStringField | ElicitNumberField | ElicitBooleanField | ElicitChoicesField

/** The schema of a form: one object of flat fields. */
export interface ElicitRequestedSchema {
  readonly $schema?: string
  readonly type: 'object'
  readonly properties: { readonly [name: string]: Readonly<ElicitField> }
  readonly required?: readonly string[]
}

/** What a form can carry on the wire, whatever its schema. */
export type ElicitContent = Record<string, string | number | boolean | string[]>

interface FieldValues {
  /** An `enum` too: nothing enforces its values, so a union of literals would promise what is not so. */
  string: string
  number: number
  integer: number
  boolean: boolean
  array: string[]
}

/** The names in `required`; none when they are only known to be strings. */
type RequiredName<Schema> = Schema extends { readonly required: readonly (infer Name)[] }
  ? string extends Name ? never : Name
  : never

type Flat<T> = { [K in keyof T]: T[K] }

type FieldsOf<Properties extends ElicitRequestedSchema['properties'], Required> = Flat<
  { -readonly [K in keyof Properties as K extends Required ? K : never]-?: FieldValues[Properties[K]['type']] }
  & { -readonly [K in keyof Properties as K extends Required ? never : K]?: FieldValues[Properties[K]['type']] }
>

/** The content asked for by a schema whose literal types are known, else {@link ElicitContent}. */
export type ElicitContentOf<Schema extends ElicitRequestedSchema> = string extends keyof Schema['properties']
  ? ElicitContent
  : FieldsOf<Schema['properties'], RequiredName<Schema>>
