import { dereference, validate } from '@cfworker/json-schema'
import type { Schema as CfworkerSchema, SchemaDraft } from '@cfworker/json-schema'
import type { Validated } from './issue.ts'
import { boundCost, isLarge } from './json-schema-cost.ts'
import { describeErrors } from './json-schema-issues.ts'
import { checkReferences } from './json-schema-references.ts'
import type { JsonObject } from './json.ts'

/** Dialects by their `$schema`, without the `#` that older ones end with. */
const drafts: ReadonlyMap<string, SchemaDraft> = new Map([
  ['https://json-schema.org/draft/2020-12/schema', '2020-12'],
  ['https://json-schema.org/draft/2019-09/schema', '2019-09'],
  ['http://json-schema.org/draft-07/schema', '7'],
  ['http://json-schema.org/draft-04/schema', '4'],
])

/**
 * Makes a validator of plain JSON Schema that needs no `eval`. The schema is checked now and compiled at the first value.
 *
 * Throws `TypeError` for an unknown `$schema`, and for a `$ref` that leaves the document: nothing is ever fetched,
 * since a reference to an address would let whoever answers there decide what is valid.
 */
export function compileJsonSchema(schema: JsonObject, where: string): (value: unknown) => Validated {
  const draft = draftOf(schema, where)
  checkReferences(schema, where)
  let run: ((value: unknown) => Validated) | undefined
  return value => (run ??= createRun(schema, draft))(value)
}

function draftOf(schema: JsonObject, where: string): SchemaDraft {
  if (schema.$schema === undefined) return '2020-12'
  const draft = typeof schema.$schema === 'string' ? drafts.get(schema.$schema.replace(/#$/, '')) : undefined
  if (!draft) throw new TypeError(`${where}: the dialect ${JSON.stringify(schema.$schema)} is not known; leave "$schema" out for 2020-12, or name 2020-12, 2019-09, draft-07 or draft-04.`)
  return draft
}

function createRun(schema: JsonObject, draft: SchemaDraft): (value: unknown) => Validated {
  // The library marks the schemas it resolves; the author's object stays as it was written.
  const copy: CfworkerSchema = boundCost(structuredClone(schema))
  const lookup = dereference(copy)
  return (value) => {
    try {
      const first = validate(value, copy, draft, lookup, true)
      if (first.valid) return { value }
      // To find one mismatch is cheap. To find all costs more than a valid value does, and a client can have one in every item.
      const { errors } = isLarge(value) ? first : validate(value, copy, draft, lookup, false)
      return { issues: describeErrors(errors, { schema: copy, lookup, value }) }
    }
    catch (error) {
      // Nesting beyond the stack, or a name that is no valid UTF-16: the value is at fault, so it is a mismatch and no crash.
      if (error instanceof RangeError || error instanceof URIError) return { issues: [{ path: [], message: 'is nested too deeply or malformed, so it can\'t be checked' }] }
      throw error
    }
  }
}
