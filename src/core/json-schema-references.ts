import { resolvePointer } from './json-pointer.ts'
import { walkSchemas } from './json-schema-walk.ts'
import type { JsonObject } from './json.ts'

const keywords = ['$ref', '$dynamicRef', '$recursiveRef']

/** Throws `TypeError` for a reference that is not local, or that points at nothing, so that neither waits for the first call. */
export function checkReferences(schema: JsonObject, where: string): void {
  walkSchemas(schema, where, (node, root) => {
    for (const keyword of keywords) checkReference(keyword, node[keyword], root, where)
  })
}

function checkReference(keyword: string, reference: unknown, root: JsonObject, where: string): void {
  if (typeof reference !== 'string') return
  if (!reference.startsWith('#')) throw new TypeError(`${where}: "${keyword}": ${JSON.stringify(reference)} leads outside the schema and is never fetched; copy its target into "$defs" and refer to "#/$defs/…".`)
  if (keyword === '$dynamicRef') throw new TypeError(`${where}: "$dynamicRef" is not supported and would go unchecked; use "$ref".`)
  if (reference.startsWith('#/') && resolvePointer(root, reference) === undefined) throw new TypeError(`${where}: "${keyword}": ${JSON.stringify(reference)} points at nothing in the schema.`)
}
