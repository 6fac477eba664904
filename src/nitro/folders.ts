import type { Nitro } from 'nitropack/types'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'pathe'
import type { Problem } from './definitions.ts'
import { isNear } from './near-misses.ts'

/** The server folder of the app, then those of its layers. */
export function serverFolders({ options }: Nitro): string[] {
  const { rootDir, scanDirs, srcDir } = options
  // Nitro calls the root its source folder unless told otherwise, but an app that has server/mcp means that.
  const folders = srcDir === rootDir ? [rootDir, join(rootDir, 'server'), ...scanDirs] : [...scanDirs]
  return [...new Set(folders.map(folder => folder.replace(/\/$/, '')))]
}

/** Folders that look like `dir` misspelt, in an app that has none of that name. */
export function misspeltFolders(rootDir: string, servers: readonly string[], dir: string): Problem[] {
  if (dir.includes('/') || servers.some(server => existsSync(join(server, dir)))) return []
  return servers.filter(server => existsSync(server)).flatMap(server => readdirSync(server, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && isNear(entry.name, dir))
    .map(({ name }) => ({ level: 'warn' as const, message: `${relative(rootDir, join(server, name))} is ignored. Did you mean ${relative(rootDir, join(server, dir))}?` })))
}
