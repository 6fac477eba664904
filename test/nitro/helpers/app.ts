import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'pathe'

/** A folder with the given files that goes away with its scope. */
export async function createApp(files: Record<string, string>): Promise<{ dir: string, write(path: string, content: string): Promise<void> } & AsyncDisposable> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'nitro-mcp-')))
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), content)
  }
  for (const [path, content] of Object.entries(files)) await write(path, content)
  return { dir, write, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }) }
}
