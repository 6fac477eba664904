/**
 * Takes the official JSON schemas out of the bundle of `@modelcontextprotocol/conformance`, the npm package that ships them, into
 * `test/fixtures/schemas`. Usage: `node scripts/sync-schemas.ts <folder of the package>`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'

interface Schema {
  $schema: string
  $defs?: Record<string, SchemaNode>
  definitions?: Record<string, SchemaNode>
}

type SchemaNode = { [key: string]: unknown, properties?: Record<string, SchemaNode> }

/** In the order of the bundle. */
const versions = ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']
const fixtures = new URL('../test/fixtures/schemas/', import.meta.url)

const folder = process.argv[2]
if (!folder) throw new Error('Usage: node scripts/sync-schemas.ts <folder of @modelcontextprotocol/conformance>')
const bundle = readFileSync(join(folder, 'dist/index.js'), 'utf8')
const literals = [...bundle.matchAll(/\{\$schema:`https?:\/\/json-schema\.org\/[^`]+`,(?:\$defs|definitions):\{Annotations:/g)].map(({ index }) => literalAt(bundle, index))
if (literals.length !== versions.length) throw new Error(`Expected ${versions.length} schemas, found ${literals.length}.`)

for (const [index, version] of versions.entries()) {
  const schema = runInNewContext(`(${literals[index]})`) as Schema
  const key = schema.$defs ? '$defs' : 'definitions'
  const definitions = schema.$defs ?? schema.definitions ?? {}
  if (version === '2025-06-18' || version === '2025-11-25') mendNumbers(definitions)
  // One definition a line, so that a difference can be read.
  const lines = Object.entries(definitions).map(([name, definition]) => `${JSON.stringify(name)}: ${JSON.stringify(withoutProse(definition))}`)
  writeFileSync(new URL(`${version}.json`, fixtures), `{"$schema": ${JSON.stringify(schema.$schema)}, "${key}": {\n${lines.join(',\n')}\n}}\n`)
}

/** The text of the object literal that begins at `start`; only strings may hold braces that do not count. */
function literalAt(source: string, start: number): string {
  let depth = 0
  for (let at = start, quote = ''; at < source.length; at++) {
    const char = source.charAt(at)
    if (quote !== '') {
      if (char === '\\') at++
      else if (char === quote) quote = ''
    }
    else if (char === '`' || char === '\'' || char === '"') quote = char
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return source.slice(start, at + 1)
  }
  throw new Error('A schema does not end.')
}

/** The generated schemas of these two took `number` for `integer` here; the suite mends it the same way. */
function mendNumbers(definitions: Record<string, SchemaNode>): void {
  for (const name of ['minimum', 'maximum', 'default']) {
    const property = definitions.NumberSchema?.properties?.[name]
    if (property?.type === 'integer') property.type = 'number'
  }
}

/** Descriptions check nothing and are most of the text. A property of that name holds an object, and stays. */
function withoutProse(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutProse)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(Object.entries(node).filter(([key, value]) => key !== 'description' || typeof value !== 'string').map(([key, value]) => [key, withoutProse(value)]))
}
