import type { PromptArgument } from './definition.ts'
import { resolvePointer } from './json-pointer.ts'
import { isJsonObject } from './json.ts'
import type { Schema } from './schema.ts'

const mend = 'prompt arguments travel as strings, so let the schema take one and convert it (zod: z.coerce.number(), valibot: v.pipe(v.string(), v.toNumber()), arktype: \'string.numeric.parse\')'

/** The argument list that a prompt shows. Throws `TypeError` for a property that no client could fill in. */
export function listPromptArguments(schema: Schema, where: string): PromptArgument[] {
  const { properties, required } = schema.json
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, property]) => {
    if (!takesText(schema, name, property)) throw new TypeError(`${where}: "${name}" can't be a string; ${mend}.`)
    const { title, description } = isJsonObject(property) ? property : {}
    return {
      name,
      ...typeof title === 'string' && { title },
      ...typeof description === 'string' && { description },
      ...Array.isArray(required) && required.includes(name) && { required: true },
    }
  })
}

function takesText(schema: Schema, name: string, property: unknown): boolean {
  return allowsText(property, schema.json, 0) || (!schema.plain && convertsText(schema, name, property))
}

/** By the JSON Schema alone. A chain of references that never ends counts as yes: the validator will say no. */
function allowsText(node: unknown, root: unknown, depth: number): boolean {
  if (!isJsonObject(node) || depth > 20) return node !== false
  const visit = (part: unknown) => allowsText(part, root, depth + 1)
  if (node.type !== undefined && ![node.type].flat().includes('string')) return false
  if ('const' in node && typeof node.const !== 'string') return false
  if (Array.isArray(node.enum) && !node.enum.some(entry => typeof entry === 'string')) return false
  if (typeof node.$ref === 'string' && !visit(resolvePointer(root, node.$ref))) return false
  if (Array.isArray(node.allOf) && !node.allOf.every(visit)) return false
  return [node.anyOf, node.oneOf].every(forms => !Array.isArray(forms) || forms.some(visit))
}

/**
 * JSON Schema has no word for a schema that converts text (`z.coerce.number()` reads as `number`).
 * Such a schema treats a value and its text alike, be it to accept or to refuse both, so that tells it.
 */
function convertsText(schema: Schema, name: string, property: unknown): boolean {
  const sample = sampleOf(property)
  if (sample === undefined) return false
  const verdicts = [sample, String(sample)].map((value) => {
    const checked = schema.validate({ [name]: value })
    if (checked instanceof Promise) {
      checked.catch(() => {})
      return 'unknown'
    }
    return JSON.stringify(checked.issues?.filter(issue => issue.path[0] === name) ?? [])
  })
  return verdicts[0] === verdicts[1]
}

function sampleOf(property: unknown): unknown {
  if (!isJsonObject(property)) return undefined
  if ('const' in property) return property.const
  if (Array.isArray(property.enum)) return property.enum[0]
  const types: unknown[] = [property.type].flat()
  if (types.includes('number') || types.includes('integer')) return 1
  return types.includes('boolean') ? true : undefined
}
