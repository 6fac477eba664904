import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'pathe'

const repository = resolve(import.meta.dirname, '../../..')

export interface App extends AsyncDisposable {
  readonly dir: string
  write(path: string, content: string): Promise<void>
  move(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
}

/** A folder with the given files that goes away with its scope. */
export async function createApp(files: Record<string, string> = {}): Promise<App> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'nitro-mcp-')))
  const at = async (path: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    return join(dir, path)
  }
  const app: App = {
    dir,
    write: async (path, content) => writeFile(await at(path), content),
    move: async (from, to) => rename(join(dir, from), await at(to)),
    remove: path => rm(join(dir, path), { recursive: true }),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 5 }),
  }
  for (const [path, content] of Object.entries(files)) await app.write(path, content)
  return app
}

/** A copy of a fixture that can be changed; it uses the packages of the repository. */
export async function copyFixture(name: string): Promise<App> {
  const app = await createApp()
  const generated = new Set(['.nuxt', '.nitro', '.output', 'dist', 'node_modules'])
  await cp(join(repository, 'test/fixtures', name), app.dir, { recursive: true, filter: source => !generated.has(source.slice(source.lastIndexOf('/') + 1)) })
  await symlink(join(repository, 'node_modules'), join(app.dir, 'node_modules'))
  return app
}

/** The files below a folder that hold a text, with their contents read as text. */
export async function filesWith(folder: string, text: string | RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  if (files.length === 0) throw new Error(`${folder} holds no files`)
  const contents = await Promise.all(files.map(file => readFile(file, 'utf8')))
  return files.filter((_, index) => contents[index]!.search(typeof text === 'string' ? text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : text) >= 0)
}
