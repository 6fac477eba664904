/** Writes the code blocks of the pages from the files that they name. Run by a Node that strips types: `npm exec node scripts/sync-docs.ts`. */
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pages, syncPage } from './snippets.ts'

const root = resolve(import.meta.dirname, '..')
for (const page of pages(root)) {
  const { before, after, drifts } = syncPage(root, page)
  if (after !== before) {
    writeFileSync(join(root, page), after)
    console.log(`written: ${page}`)
  }
  for (const { where, problem } of drifts) {
    if (problem.startsWith('the block differs')) continue
    console.error(`${where}: ${problem}`)
    process.exitCode = 1
  }
}
