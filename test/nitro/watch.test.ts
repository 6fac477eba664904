import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'pathe'
import { expect, it, vi } from 'vitest'
import { watchFolders } from '../../src/nitro/watch.ts'
import { createApp } from './helpers/app.ts'

/** Counts changes; `next` waits for one that comes after its action. */
function track(folders: string[]) {
  let count = 0
  const watcher = watchFolders(folders, () => count++)
  return {
    count: () => count,
    async next(action: () => Promise<unknown>) {
      await sleep(120)
      const before = count
      await action()
      await vi.waitFor(() => expect(count).toBeGreaterThan(before), { timeout: 3000, interval: 10 })
    },
    [Symbol.dispose]: () => watcher.close(),
  }
}

it('sees a folder come, everything in it change, and the folder go and come back', async () => {
  await using app = await createApp({ 'server/api/x.ts': '' })
  const folder = join(app.dir, 'server/mcp')
  using watcher = track([join(app.dir, 'mcp'), folder])
  await watcher.next(() => mkdir(join(folder, 'tools'), { recursive: true }))
  await watcher.next(() => app.write('server/mcp/tools/a.ts', '1'))
  await watcher.next(() => app.write('server/mcp/tools/a.ts', '2'))
  await watcher.next(() => app.write('server/mcp/tools/deep/er/b.ts', '1'))
  await watcher.next(() => app.write('server/mcp/tools/deep/er/b.ts', '2'))
  await watcher.next(() => rename(join(folder, 'tools/a.ts'), join(folder, 'tools/c.ts')))
  await watcher.next(() => rename(join(folder, 'tools/deep'), join(folder, 'tools/moved')))
  await watcher.next(() => app.write('server/mcp/tools/moved/er/b.ts', '3'))
  await watcher.next(() => rm(join(folder, 'tools/c.ts')))
  await watcher.next(() => rm(join(app.dir, 'server'), { recursive: true }))
  await watcher.next(() => app.write('server/mcp/tools/a.ts', '1'))
  await watcher.next(() => app.write('server/mcp/tools/a.ts', '2'))
})

it('is not woken by the rest of the app, nor after it is closed', async () => {
  await using app = await createApp({ 'server/mcp/tools/a.ts': '', 'server/api/x.ts': '' })
  const watcher = track([join(app.dir, 'server/mcp')])
  await sleep(120)
  await writeFile(join(app.dir, 'server/y.ts'), '')
  await app.write('other/z.ts', '')
  await app.write('server/api/x.ts', '2')
  await sleep(200)
  expect(watcher.count()).toBe(0)
  watcher[Symbol.dispose]()
  await app.write('server/mcp/tools/a.ts', '2')
  await sleep(200)
  expect(watcher.count()).toBe(0)
})
