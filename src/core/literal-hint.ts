declare const impossible: unique symbol

type Hinted = 'text' | 0 | true | HintedObject | Hinted[]

interface HintedObject { readonly [key: string]: Hinted }

/**
 * No value has this type. In a return type that is inferred along with another option, it keeps `'open'` from widening
 * to `string`: TypeScript reads a handler's returned literals before it knows the schema they are for.
 */
export type LiteralHint = Hinted & { readonly [impossible]: never }
