import type { OutputUnit, Schema as CfworkerSchema } from '@cfworker/json-schema'
import type { Issue } from './issue.ts'
import { pointerTokens, resolvePointer, stepInto } from './json-pointer.ts'
import { isJsonObject } from './json.ts'

interface Subject {
  readonly schema: CfworkerSchema
  readonly lookup: Record<string, CfworkerSchema | boolean>
  readonly value: unknown
}

/** The validator reports each of these beside the errors inside it, which say what is wrong. */
const containers = new Set(['properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties', 'items', 'prefixItems', 'additionalItems', 'unevaluatedItems', '$ref', '$recursiveRef', 'allOf', 'if', 'dependentSchemas'])
/** These say it better than the errors inside them. */
const summaries = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames'])

const messages: Readonly<Record<string, (expected: unknown, value: unknown) => string>> = {
  type: (expected, value) => `expected ${[expected].flat().join(' or ')}, received ${typeName(value)}`,
  enum: expected => `expected one of ${(expected as unknown[]).map(entry => JSON.stringify(entry)).join(', ')}`,
  const: expected => `expected ${JSON.stringify(expected)}`,
  minimum: expected => `must be at least ${String(expected)}`,
  maximum: expected => `must be at most ${String(expected)}`,
  exclusiveMinimum: expected => `must be greater than ${String(expected)}`,
  exclusiveMaximum: expected => `must be less than ${String(expected)}`,
  multipleOf: expected => `must be a multiple of ${String(expected)}`,
  minLength: expected => `must have at least ${String(expected)} characters`,
  maxLength: expected => `must have at most ${String(expected)} characters`,
  pattern: expected => `must match the pattern ${String(expected)}`,
  format: expected => `must be a valid ${String(expected)}`,
  minItems: expected => `must have at least ${String(expected)} items`,
  maxItems: expected => `must have at most ${String(expected)} items`,
  minProperties: expected => `must have at least ${String(expected)} properties`,
  maxProperties: expected => `must have at most ${String(expected)} properties`,
  contains: () => 'has no item of the kind it must contain',
  propertyNames: () => 'has a property name that is not allowed',
}

/**
 * The validator's output as a short list of what is wrong and where.
 * One pass: the validator puts an error directly before the ones that caused it.
 */
export function describeErrors(errors: readonly OutputUnit[], subject: Subject): Issue[] {
  const issues: Issue[] = []
  for (let index = 0; index < errors.length; index++) {
    const error = errors[index]!
    if (containers.has(error.keyword)) continue
    if (!summaries.has(error.keyword)) {
      issues.push(...leaf(error, subject))
      continue
    }
    const start = index + 1
    while (index + 1 < errors.length && isInside(errors[index + 1]!, error)) index++
    issues.push(...summarize(error, errors.slice(start, index + 1), subject))
  }
  return unique(issues)
}

function isInside(error: OutputUnit, parent: OutputUnit): boolean {
  if (error.instanceLocation !== parent.instanceLocation && !error.instanceLocation.startsWith(`${parent.instanceLocation}/`)) return false
  // A `false` schema has no location of its own.
  return error.keyword === 'false' || error.keywordLocation.startsWith(`${parent.keywordLocation}/`)
}

function leaf(error: OutputUnit, { schema, lookup, value }: Subject): Issue[] {
  const path = pathOf(error.instanceLocation, value)
  if (error.keyword === 'false') return [{ path, message: 'is not allowed' }]
  const expected = keywordValue(error.keywordLocation, schema, lookup)
  const actual = resolvePointer(value, error.instanceLocation)
  if (error.keyword === 'required' && Array.isArray(expected) && isJsonObject(actual)) {
    return expected.filter(name => !Object.hasOwn(actual, name)).map(name => ({ path: [...path, String(name)], message: 'is missing' }))
  }
  const message = expected === undefined ? undefined : messages[error.keyword]
  return [{ path, message: message ? message(expected, actual) : error.error.replace(/\.$/, '') }]
}

/** Of several forms, the one that was meant is the one whose errors help. */
function summarize(error: OutputUnit, inner: readonly OutputUnit[], subject: Subject): Issue[] {
  const forms = keywordValue(error.keywordLocation, subject.schema, subject.lookup)
  if ((error.keyword !== 'anyOf' && error.keyword !== 'oneOf') || !Array.isArray(forms)) return leaf(error, subject)
  const path = pathOf(error.instanceLocation, subject.value)
  const branches = groupByBranch(error, inner)
  if (branches.size < forms.length && error.keyword === 'oneOf') return [{ path, message: 'matches more than one of the allowed forms' }]
  const isOtherType = (branch: readonly OutputUnit[]) => branch.some(entry => entry.keyword === 'type' && entry.instanceLocation === error.instanceLocation)
  const meant = [...branches.values()].filter(branch => !isOtherType(branch))
  if (meant.length === 1) return describeErrors(meant[0]!, subject)
  if (meant.length > 1) return [{ path, message: `matches none of the ${forms.length} allowed forms` }]
  const types = inner.filter(entry => entry.keyword === 'type' && entry.instanceLocation === error.instanceLocation)
    .flatMap(entry => keywordValue(entry.keywordLocation, subject.schema, subject.lookup) as string | string[])
  return [{ path, message: messages.type!([...new Set(types)], resolvePointer(subject.value, error.instanceLocation)) }]
}

function groupByBranch(parent: OutputUnit, inner: readonly OutputUnit[]): Map<string, OutputUnit[]> {
  const branches = new Map<string, OutputUnit[]>()
  let branch = ''
  for (const error of inner) {
    if (error.keyword !== 'false') branch = error.keywordLocation.slice(parent.keywordLocation.length + 1).split('/', 1)[0]!
    const known = branches.get(branch)
    if (known) known.push(error)
    else branches.set(branch, [error])
  }
  return branches
}

/** What the schema says at a location of the validator, which counts a `$ref` as a step. */
function keywordValue(location: string, schema: CfworkerSchema, lookup: Subject['lookup']): unknown {
  let node: unknown = schema
  for (const token of pointerTokens(location)) {
    const next = stepInto(node, token)
    node = token === '$ref' && typeof next === 'string' ? lookup[(node as CfworkerSchema).__absolute_ref__ ?? next] : next
  }
  return node
}

function pathOf(location: string, value: unknown): (string | number)[] {
  let node = value
  return pointerTokens(location).map((token) => {
    const segment = Array.isArray(node) ? Number(token) : token
    node = stepInto(node, token)
    return segment
  })
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function unique(issues: readonly Issue[]): Issue[] {
  return [...new Map(issues.map(issue => [JSON.stringify([issue.path, issue.message]), issue])).values()]
}
