/** The public names of every entry, values and types, as published: a name that comes or goes is a decision. */
import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const dist = resolve(import.meta.dirname, '../../dist')

async function surfaceOf(entry: string): Promise<{ values: string[], types: string[] }> {
  const module = await import(resolve(dist, entry, 'index.mjs')) as object
  const values = Object.keys(module).sort()

  const file = resolve(dist, entry, 'index.d.mts')
  const program = ts.createProgram([file], { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, skipLibCheck: true })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  if (!symbol) throw new Error(`${file} exports nothing`)
  const declared = checker.getExportsOfModule(symbol).map(({ name }) => name).sort()
  // What runs and what is declared must be the same names; the rest are types.
  expect(declared).toEqual(expect.arrayContaining(values))
  return { values, types: declared.filter(name => !values.includes(name)) }
}

test('nitro-mcp', async () => {
  expect(await surfaceOf('core')).toMatchInlineSnapshot()
})

test('nitro-mcp/h3', async () => {
  expect(await surfaceOf('h3')).toMatchInlineSnapshot()
})

test('nitro-mcp/nitro', async () => {
  expect(await surfaceOf('nitro')).toMatchInlineSnapshot()
})

test('nitro-mcp/nuxt', async () => {
  expect(await surfaceOf('nuxt')).toMatchInlineSnapshot()
})

test('nitro-mcp/testing', async () => {
  expect(await surfaceOf('testing')).toMatchInlineSnapshot()
})
