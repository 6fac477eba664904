import type { Problem } from './definitions.ts'
import type { Stray } from './discover.ts'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'pathe'
import { isNear } from './near-misses.ts'
import { scanSource } from './scanner.ts'

/** The file whose default export says who the principal of a request is. */
export interface PrincipalFile {
  /** Relative to the root of the app. */
  readonly file: string
  readonly fullPath: string
  /** Why it can't be used. It must not be left out as if there were none: states would then be good for everybody. */
  readonly fault?: string
}

export interface FoundPrincipal {
  readonly principal?: PrincipalFile
  readonly problems: readonly Problem[]
  /** What is left of the strays. */
  readonly strays: readonly Stray[]
}

const named = /^principal\.m?[jt]s$/
const endings = ['', '.ts', '.mts', '.js', '.mjs']

/**
 * The file that `mcp.principal` names, relative to the root of the app, else the first `principal.ts` beside the folders of
 * definitions: the app's own before those of its layers.
 */
export async function findPrincipal(rootDir: string, stated: string | undefined, strays: readonly Stray[]): Promise<FoundPrincipal> {
  const discovered = strays.filter(({ path }) => named.test(path))
  const [first] = discovered
  const path = stated ?? (first && resolve(rootDir, first.file))
  const rest = strays.filter(stray => !discovered.includes(stray))
  const slips = rest.filter(({ path }) => !path.includes('/') && isSlip(path.replace(/\.[^.]*$/, '')))
  const problems: Problem[] = slips.map(({ file }) => warning(`${file} is ignored. Did you mean principal.ts?`))
  const others = rest.filter(stray => !slips.includes(stray))
  if (path === undefined) return { problems, strays: others }

  const principal = await readPrincipal(rootDir, path)
  if (principal.fault !== undefined) problems.push({ level: 'error', message: principal.fault })
  // Of a layer, it is overridden. In the same folder, or beside the option, somebody may count on it.
  const passedOver = discovered.filter(({ file }) => file !== principal.file && (stated !== undefined || dirname(file) === dirname(principal.file)))
  problems.push(...passedOver.map(({ file }) => warning(`${file} is ignored, since ${stated === undefined ? `there is ${principal.file}` : `mcp.principal names ${principal.file}`}.`)))
  return { principal, problems, strays: others.filter(({ file }) => file !== principal.file) }
}

async function readPrincipal(rootDir: string, path: string): Promise<PrincipalFile> {
  for (const ending of endings) {
    const fullPath = resolve(rootDir, path) + ending
    const file = relative(rootDir, fullPath)
    const source = await readFile(fullPath, 'utf8').catch(() => undefined)
    if (source === undefined) continue
    const fault = scanSource(source).hasDefaultExport ? undefined : `${file}: it has no default export. Write: export default (event) => …, which returns the id of the user, or undefined.`
    return { file, fullPath, fault }
  }
  const file = relative(rootDir, resolve(rootDir, path))
  return { file, fullPath: resolve(rootDir, path), fault: `mcp.principal names ${file}, which is no file that can be read.` }
}

function isSlip(name: string): boolean {
  return isNear(name, 'principal') || name.toLowerCase() === 'principle'
}

function warning(message: string): Problem {
  return { level: 'warn', message }
}
