import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'

/** Their values are data, where `$ref` is a property like any other. */
const dataKeywords = new Set(['const', 'enum', 'default', 'examples'])
/** Their keys are names of the author, not keywords. */
const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies'])
/** Far above what people write; stops a cyclic object. */
const MAX_DEPTH = 200

/** `root` is the document that the references in `node` count from: the whole, or the nearest part with an `$id`. */
type Visit = (node: JsonObject, root: JsonObject) => void

/** Visits a schema and each one inside it. Throws `TypeError` for one that contains itself. */
export function walkSchemas(schema: JsonObject, where: string, visit: Visit): void {
  const descend = (node: unknown, root: JsonObject, depth: number): void => {
    if (depth > MAX_DEPTH) throw new TypeError(`${where}: the schema is cyclic or nested deeper than ${MAX_DEPTH} levels; use "$ref" to refer to a part of it.`)
    if (Array.isArray(node)) {
      for (const entry of node) descend(entry, root, depth + 1)
      return
    }
    if (!isJsonObject(node)) return
    const document = typeof node.$id === 'string' ? node : root
    visit(node, document)
    for (const [keyword, value] of Object.entries(node)) {
      if (dataKeywords.has(keyword)) continue
      descend(mapKeywords.has(keyword) && isJsonObject(value) ? Object.values(value) : value, document, depth + 1)
    }
  }
  descend(schema, schema, 0)
}
