/** Holds the layer table of ARCHITECTURE.md, over the source and over what is published. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const require = createRequire(import.meta.url)

interface Layer {
  /** Packages that its code may load. */
  readonly values: readonly (string | RegExp)[]
  /** Packages of which it may also import types. */
  readonly types: readonly (string | RegExp)[]
  /** As `types`, but not in what is published: an app may not have them. */
  readonly sourceTypes?: readonly string[]
  /** Ships to the server bundle of any runtime: only web-standard globals. */
  readonly anywhere: boolean
}

const layers: Record<string, Layer> = {
  core: { values: ['@cfworker/json-schema'], types: ['@standard-schema/spec'], anywhere: true },
  h3: { values: ['nitro-mcp', 'h3'], types: [], anywhere: true },
  nitro: { values: ['pathe', 'tinyglobby', 'scule', 'knitwork', 'consola', /^node:/], types: ['nitro-mcp', 'nitropack', 'nitropack/types', 'h3'], anywhere: false },
  nuxt: { values: ['nitro-mcp/nitro', '@nuxt/kit', 'pathe', /^node:/], types: ['@nuxt/schema', 'nitropack', 'nitropack/types'], sourceTypes: ['@nuxt/nitro-server'], anywhere: false },
  redeem: { values: [], types: ['nitro-mcp'], anywhere: true },
  testing: { values: ['@modelcontextprotocol/client'], types: ['nitro-mcp'], anywhere: false },
}

/** Not on every runtime, or not allowed on some. */
const bannedGlobals = new Set(['process', 'Buffer', 'eval', 'Function', 'require', 'module', '__dirname', '__filename', 'global', 'setImmediate'])

describe.each(Object.entries(layers))('%s', (name, layer) => {
  const source = filesUnder(join(root, 'src', name), /\.ts$/)
  const dist = reachable(join(root, 'dist', name, 'index.mjs'))

  test('has source and is built', () => {
    expect(source.length).toBeGreaterThan(0)
    expect(dist.length).toBeGreaterThan(0)
  })

  test('the source imports only what its layer may', () => {
    expect(source.flatMap(file => importFaults(file, join(root, 'src', name), { ...layer, types: [...layer.types, ...layer.sourceTypes ?? []] }))).toEqual([])
  })

  test('the build imports only what its layer may, and shares no file with another layer', () => {
    expect(dist.flatMap(file => importFaults(file, join(root, 'dist', name), { ...layer, types: [] }))).toEqual([])
  })

  test('the emitted types import only what its layer may', () => {
    const types = reachable(join(root, 'dist', name, 'index.d.mts'))
    expect(types.flatMap(file => importFaults(file, join(root, 'dist', name), { ...layer, values: [...layer.values, ...layer.types] }))).toEqual([])
  })

  test.runIf(layer.anywhere)('uses web-standard globals only', () => {
    expect([...source, ...dist].flatMap(globalFaults)).toEqual([])
  })
})

test('the validator that ships with core uses web-standard globals only', () => {
  const folder = dirname(require.resolve('@cfworker/json-schema/package.json'))
  const files = filesUnder(join(folder, 'dist/esm'), /\.js$/)
  expect(files.length).toBeGreaterThan(0)
  expect(files.flatMap(globalFaults)).toEqual([])
})

test('every folder of src is a layer of the table', () => {
  expect(readdirSync(join(root, 'src')).sort()).toEqual(Object.keys(layers).sort())
})

test('the checks can fail', () => {
  const parse = (text: string) => ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const layer: Layer = { values: ['pathe'], types: ['h3'], anywhere: true }
  const faults = (text: string) => importsOf(parse(text)).filter(found => !isAllowed(found, layer)).map(({ specifier }) => specifier)

  expect(faults('import fs from "node:fs"; export * from "h3"; await import("consola"); import "x"')).toEqual(['node:fs', 'h3', 'consola', 'x'])
  expect(faults('import type { A } from "h3"; import { type B } from "h3"; import { join } from "pathe"; type C = import("h3").D')).toEqual([])
  expect(globalsOf(parse('process.env.X; new Function("return 1"); eval("1"); globalThis.Buffer; const f = (process: string) => process; ({ require: 1 }).require'))).toEqual(['process', 'Function', 'eval', 'Buffer'])
})

interface Import { specifier: string, typeOnly: boolean }

function importsOf(file: ts.SourceFile): Import[] {
  const found: Import[] = []
  const add = (node: ts.Node | undefined, typeOnly: boolean) => {
    if (node && ts.isStringLiteralLike(node)) found.push({ specifier: node.text, typeOnly })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true)
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function isTypeOnly({ importClause }: ts.ImportDeclaration): boolean {
  if (!importClause) return false
  if (importClause.isTypeOnly) return true
  const { name, namedBindings } = importClause
  return !name && !!namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every(element => element.isTypeOnly)
}

function isAllowed({ specifier, typeOnly }: Import, layer: Layer): boolean {
  const allowed = typeOnly ? [...layer.values, ...layer.types] : layer.values
  return allowed.some(rule => typeof rule === 'string' ? rule === specifier : rule.test(specifier))
}

function importFaults(file: string, folder: string, layer: Layer): string[] {
  return importsOf(parseFile(file)).filter((found) => {
    if (!found.specifier.startsWith('.')) return !isAllowed(found, layer)
    return relative(folder, resolve(dirname(file), found.specifier)).startsWith('..')
  }).map(({ specifier }) => `${relative(root, file)} imports ${specifier}`)
}

function globalFaults(file: string): string[] {
  return globalsOf(parseFile(file)).map(name => `${relative(root, file)} uses ${name}`)
}

/** Free uses of a banned name: neither a property of some object, nor a local of that name. */
function globalsOf(file: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node, locals: ReadonlySet<string>): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
    const inner = ts.isFunctionLike(node) ? new Set([...locals, ...node.parameters.map(({ name }) => name.getText(file))]) : locals
    if (ts.isIdentifier(node) && bannedGlobals.has(node.text) && !inner.has(node.text) && isFreeUse(node, file)) found.push(node.text)
    ts.forEachChild(node, child => visit(child, inner))
  }
  visit(file, new Set())
  return found
}

function isFreeUse(node: ts.Identifier, file: ts.SourceFile): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression.getText(file) === 'globalThis'
  return !((ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent) || ts.isParameter(parent) || ts.isPropertyDeclaration(parent) || ts.isBindingElement(parent)) && parent.name === node)
}

/** An entry of the build and all that it imports by a relative path. */
function reachable(entry: string, seen = new Set<string>()): string[] {
  if (seen.has(entry) || !existsSync(entry)) return []
  seen.add(entry)
  for (const { specifier } of importsOf(parseFile(entry))) {
    if (!specifier.startsWith('.')) continue
    const target = resolve(dirname(entry), specifier)
    reachable(entry.endsWith('.d.mts') ? target.replace(/(\.d)?\.mjs$|\.mts$/, '.d.mts') : target, seen)
  }
  return [...seen]
}

function filesUnder(folder: string, pattern: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => pattern.test(file)).map(file => join(folder, file))
}

function parseFile(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}
