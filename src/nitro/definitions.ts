import type { DefinitionFile, Found, Kind } from './discover.ts'
import type { Stated } from './scanner.ts'
import { isValidName, nameOf, titleOf } from './naming.ts'

/** One definition that will be served. */
export interface DefinitionEntry {
  readonly kind: Kind
  /** Final, unless `lazy` is off: then a name in the definition wins. */
  readonly name: string
  readonly title: string
  readonly file: string
  readonly fullPath: string
  /** Whether the file may wait for its first call: all that routing needs is known without running it. */
  readonly lazy: boolean
  readonly uri?: string
}

export interface Problem {
  /** An error stops a build. */
  readonly level: 'error' | 'warn' | 'info'
  readonly message: string
}

export interface Definitions {
  readonly entries: readonly DefinitionEntry[]
  readonly problems: readonly Problem[]
}

interface Named extends DefinitionEntry {
  readonly layer: number
  readonly stated: Stated
}

const makers = { tools: 'defineTool', prompts: 'definePrompt', resources: 'defineResource' } as const

/**
 * Names what was found and decides what is served: a name of the app replaces the same name of a layer, and a resource of
 * the app the same URI. A file with an error is left out, so that the others can go on in dev.
 */
export function resolveDefinitions(files: Found['files']): Definitions {
  const problems: Problem[] = []
  const served: Named[] = []
  for (const file of files) {
    const entry = entryOf(file, problems)
    if (!entry) continue
    const rival = served.find(other => clash(other, entry))
    if (!rival) {
      served.push(entry)
    }
    else if (rival.layer === entry.layer) {
      const what = rival.name === entry.name ? `the name "${entry.name}"` : `the URI "${entry.uri}"`
      problems.push({ level: 'error', message: `${entry.file}: ${what} is taken by ${rival.file}.` })
    }
  }
  problems.push(...served.flatMap(eagerNotice))
  return { entries: served.map(({ layer: _, stated: __, ...entry }) => entry), problems }
}

function entryOf({ kind, path, file, fullPath, layer, facts }: DefinitionFile, problems: Problem[]): Named | undefined {
  const reject = (message: string) => void problems.push({ level: 'error', message: `${file}: ${message}` })
  if (!facts.hasDefaultExport) return reject(`it has no default export. Write: export default ${makers[kind]}({ … }).`)
  if (facts.kind && `${facts.kind}s` !== kind) return reject(`it defines a ${facts.kind}, so it belongs in the folder ${facts.kind}s.`)
  const name = facts.name.is === 'literal' ? facts.name.value : nameOf(path)
  if (!isValidName(name)) return reject(`clients refuse the name ${JSON.stringify(name)}. Use 1 to 64 of A-Z a-z 0-9 _ . - in ${facts.name.is === 'literal' ? 'its name' : 'the names of the file and its folders'}.`)
  const uri = facts.uri.is === 'literal' && facts.uriTemplate.is === 'absent' ? facts.uri.value : undefined
  const lazy = facts.name.is !== 'unknown' && (kind !== 'resources' || uri !== undefined)
  return { kind, name, title: titleOf(name), file, fullPath, lazy, uri, layer, stated: facts.name }
}

/**
 * Within one layer an unknown name is no clash: the definition may state another one, and the server checks again when it
 * starts. Across layers the file stands for it, as that is how Nuxt layers override each other.
 */
function clash(a: Named, b: Named): boolean {
  if (a.kind !== b.kind) return false
  if (a.uri !== undefined && a.uri === b.uri) return true
  const known = a.stated.is !== 'unknown' && b.stated.is !== 'unknown'
  return a.name === b.name && (known || a.layer !== b.layer)
}

function eagerNotice({ kind, file, lazy, stated }: Named): Problem[] {
  if (lazy || (kind === 'resources' && stated.is !== 'unknown')) return []
  return [{ level: 'info', message: `${file}: loaded with the server, as its name can't be read from the source. To load it on its first call, write ${makers[kind]}({ … }) as the default export, with a plain string as its name or none.` }]
}
