import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { brokenLinks } from '../../scripts/links.ts'
import { unknownMessages } from '../../scripts/messages.ts'
import { pages, syncPage } from '../../scripts/snippets.ts'

const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** The compiler's complaints; empty when it has none. */
async function compile(project: string): Promise<string> {
  return run(resolve(root, 'node_modules/.bin/tsc'), ['--noEmit', '--project', project], { cwd: root })
    .then(() => '', (error: { stdout?: string }) => error.stdout || String(error))
}

describe('the pages', () => {
  it.each(pages(root))('%s shows code only as it stands in files that compile', (page) => {
    expect(syncPage(root, page).drifts).toEqual([])
  })

  it('link only to pages and files that exist', () => {
    expect(brokenLinks(root, pages(root))).toEqual([])
  })
})

describe('the reference of errors', () => {
  it('quotes only messages that stand in the source', () => {
    expect(unknownMessages(root, 'docs/2.reference/3.errors.md')).toEqual([])
  })
})

describe('the files behind the pages', () => {
  it('docs/snippets compile against the built package', async () => {
    expect(await compile('docs/snippets')).toBe('')
  })

  it('the server of the playground compiles, auto-imports and all', async () => {
    await run(resolve(root, 'node_modules/.bin/nuxt'), ['prepare', 'playground'], { cwd: root, env: { ...process.env, NUXT_TELEMETRY_DISABLED: '1' } })
    expect(await compile('playground/.nuxt/tsconfig.server.json')).toBe('')
  })
})
