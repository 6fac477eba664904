import type { SourceFacts } from './scanner.ts'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'pathe'
import { glob } from 'tinyglobby'
import { scanSource } from './scanner.ts'

export const KINDS = ['tools', 'prompts', 'resources'] as const

/** A kind of definition, by the name of its folder. */
export type Kind = (typeof KINDS)[number]

export interface DefinitionFile {
  readonly kind: Kind
  /** Relative to the folder of its kind. */
  readonly path: string
  /** Relative to the root of the app: what logs may show. */
  readonly file: string
  readonly fullPath: string
  /** Which of the scanned folders it is in: 0 is the app, layers follow. */
  readonly layer: number
  readonly facts: SourceFacts
}

export interface Stray {
  /** Relative to the root of the app. */
  readonly file: string
  /** Relative to the scanned folder. */
  readonly path: string
}

export interface Found {
  readonly files: readonly DefinitionFile[]
  /** Everything else in the folders, for the report to judge. */
  readonly strays: readonly Stray[]
  /** Folders of definitions that hold none. */
  readonly empty: readonly string[]
}

const definition = /\.m?[jt]s$/
const ignored = ['**/_*', '**/_*/**', '**/.*', '**/.*/**', '**/*.{test,spec}.*', '**/*.d.{ts,mts}', '**/node_modules/**']

/**
 * Finds the definitions in every folder of `folders`, the app's own first. The order depends on nothing but the names:
 * layer by layer, kind by kind, then by path.
 */
export async function discover(rootDir: string, folders: readonly string[]): Promise<Found> {
  const found = await Promise.all(folders.map((folder, layer) => discoverIn(rootDir, folder, layer)))
  return {
    files: found.flatMap(({ files }) => files),
    strays: found.flatMap(({ strays }) => strays),
    empty: found.flatMap(({ empty }) => empty),
  }
}

async function discoverIn(rootDir: string, folder: string, layer: number): Promise<Found> {
  const paths = await list(folder)
  const files: DefinitionFile[] = []
  const strays: Stray[] = []
  for (const path of paths.filter(path => !path.endsWith('/'))) {
    const kind = KINDS.find(kind => path.startsWith(`${kind}/`))
    const fullPath = join(folder, path)
    const file = relative(rootDir, fullPath)
    if (!kind || !definition.test(path)) {
      strays.push({ file, path })
      continue
    }
    const source = await readFile(fullPath, 'utf8').catch(ifGone)
    if (source !== undefined) files.push({ kind, path: path.slice(kind.length + 1), file, fullPath, layer, facts: scanSource(source) })
  }
  const empty = KINDS.filter(kind => paths.includes(`${kind}/`) && !files.some(file => file.kind === kind))
  return {
    files: files.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || compare(a.path, b.path)),
    strays: strays.sort((a, b) => compare(a.path, b.path)),
    empty: empty.map(kind => relative(rootDir, join(folder, kind))),
  }
}

/** Files, and folders with a slash at the end. A folder that does not exist has none. */
function list(folder: string): Promise<string[]> {
  return glob('**', { cwd: folder, ignore: ignored, onlyFiles: false, expandDirectories: false })
}

/** In dev a file may go between the listing and the reading; the watcher tells of it. */
function ifGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

/** By code unit: a locale would order files differently from machine to machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
