import type { FSWatcher } from 'node:fs'
import { existsSync, readdirSync, watch } from 'node:fs'
import { basename, dirname, join } from 'pathe'

/** How long to wait for more events: an editor saves in several steps. */
const SETTLE_MS = 50

/**
 * Calls `onChange` when something changed in one of the folders, which need not exist yet. A change is only a hint, so it
 * may come more often than needed. Every folder has a plain watcher of its own: recursive ones miss folders on some systems.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): { close(): void } {
  const watcher = new FolderWatcher(folders, onChange)
  watcher.follow()
  return watcher
}

class FolderWatcher {
  readonly #folders: readonly string[]
  readonly #onChange: () => void
  readonly #watchers = new Map<string, FSWatcher>()
  /** Above the watched folders only the way to them matters: the names to look out for in each folder. */
  readonly #ways = new Map<string, Set<string>>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(folders: readonly string[], onChange: () => void) {
    this.#folders = folders
    this.#onChange = onChange
  }

  follow(): void {
    for (const folder of this.#folders) {
      this.#watchWay(folder)
      this.#watchTree(folder)
    }
  }

  close(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
  }

  #settle(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.follow()
      this.#onChange()
    }, SETTLE_MS)
  }

  /** Watches the two folders above, or the nearest that exist. */
  #watchWay(folder: string): void {
    let found = 0
    for (let path = folder; path !== dirname(path) && found < 2; path = dirname(path)) {
      const parent = dirname(path)
      if (!existsSync(parent)) continue
      found++
      this.#ways.set(parent, (this.#ways.get(parent) ?? new Set()).add(basename(path)))
      this.#watch(parent)
    }
  }

  #watchTree(folder: string): void {
    if (!existsSync(folder)) return
    this.#ways.delete(folder)
    // Watched before it is listed, so that nothing can be added unseen in between.
    this.#watch(folder)
    for (const entry of listFolders(folder)) {
      if (entry !== 'node_modules') this.#watchTree(join(folder, entry))
    }
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => this.#changed(folder, event, name))
      watcher.on('error', () => {
        this.#forget(folder)
        this.#settle()
      })
      this.#watchers.set(folder, watcher)
    }
    catch (error) {
      // Gone since it was listed: the watcher above tells when it is back.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  #changed(folder: string, event: string, name: string | null): void {
    const way = this.#ways.get(folder)
    if (way && name !== null && !way.has(name)) return
    if (event === 'rename' && name !== null) this.#forget(join(folder, name))
    this.#settle()
  }

  /** Drops a folder and all below: there may be another one of the same name by now. */
  #forget(folder: string): void {
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue
      watcher.close()
      this.#watchers.delete(path)
    }
  }
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory()).map(entry => entry.name)
  }
  catch {
    return []
  }
}
