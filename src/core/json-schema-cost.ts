import { walkSchemas } from './json-schema-walk.ts'
import type { JsonObject } from './json.ts'

/** The validator compares each item with each other one: 22 seconds for the numbers that fit in 1 MiB. */
const MAX_UNIQUE_ITEMS = 1_000

/** Values inside of which mismatches are listed one by one. */
const MAX_DETAILED_VALUES = 10_000

/** Rewrites, in place, the two keywords with which a value can hold the validator for longer than its length warrants. */
export function boundCost(schema: JsonObject): JsonObject {
  const nodes: JsonObject[] = []
  walkSchemas(schema, 'JSON Schema', node => nodes.push(node))
  for (const node of nodes) {
    // No format of JSON Schema; the library has a pattern for it that backtracks without end.
    if (node.format === 'url') node.format = 'uri'
    if (node.uniqueItems === true) boundUniqueItems(node)
  }
  return schema
}

function boundUniqueItems(node: JsonObject): void {
  delete node.uniqueItems
  const few = { maxItems: MAX_UNIQUE_ITEMS }
  node.allOf = [...Array.isArray(node.allOf) ? node.allOf : [], { if: few, then: { uniqueItems: true }, else: few }]
}

export function isLarge(value: unknown): boolean {
  let left = MAX_DETAILED_VALUES
  const pending = [value]
  while (pending.length > 0) {
    const node = pending.pop()
    if (typeof node !== 'object' || node === null) continue
    const members: unknown[] = Object.values(node)
    left -= members.length
    if (left < 0) return true
    for (const member of members) pending.push(member)
  }
  return false
}
