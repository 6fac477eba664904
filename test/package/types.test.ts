/** The types as an app sees them: emitted, compiled under both resolutions in use, and never `any` by accident. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const dist = join(root, 'dist')
const declarations = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.d.mts')).map(file => join(dist, file))

test('every entry has its types', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { exports: Record<string, string | { types: string, default: string }> }
  const files = Object.values(exports).flatMap(target => typeof target === 'string' ? [target] : [target.types, target.default])
  expect(files.filter(file => !existsSync(join(root, file)))).toEqual([])
  expect(declarations.length).toBeGreaterThanOrEqual(5)
})

test.each(declarations.map(file => relative(dist, file)))('%s has no any', (file) => {
  expect(anysIn(ts.createSourceFile(file, readFileSync(join(dist, file), 'utf8'), ts.ScriptTarget.Latest, true))).toEqual([])
})

test('the any check can fail', () => {
  const source = ts.createSourceFile('x.d.mts', 'declare const _default: any;\ninterface A { run(x: any[]): Promise<any> }\ntype B = "any"', ts.ScriptTarget.Latest, true)
  expect(anysIn(source)).toEqual(['line 1: declare const _default: any;', 'line 2: interface A { run(x: any[]): Promise<any> }', 'line 2: interface A { run(x: any[]): Promise<any> }'])
})

describe.each([
  { resolution: 'Bundler', module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
  { resolution: 'NodeNext', module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
])('$resolution', ({ module, moduleResolution }) => {
  test('an app that uses every entry compiles, and so do the declarations it reads', { timeout: 60_000 }, () => {
    const consumer = join(import.meta.dirname, 'consumer.ts')
    const program = ts.createProgram([consumer], {
      module, moduleResolution, target: ts.ScriptTarget.ES2022, lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'], types: ['node'],
      strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true,
    })
    expect(program.getSourceFiles().map(({ fileName }) => fileName)).toContain(join(dist, 'core/index.d.mts'))
    // The declarations of our dependencies are read, but are not ours to mend.
    const ours = program.getSourceFiles().filter(({ fileName }) => fileName === consumer || fileName.startsWith(dist))
    const faults = [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ours.flatMap(file => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])]
    expect(faults.map(messageOf)).toEqual([])
  })
})

function anysIn(source: ts.SourceFile): string[] {
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`line ${line + 1}: ${source.text.split('\n')[line]?.trim()}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function messageOf({ file, start, messageText }: ts.Diagnostic): string {
  const where = file && start !== undefined ? `${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(start).line + 1} ` : ''
  return where + ts.flattenDiagnosticMessageText(messageText, '\n')
}
