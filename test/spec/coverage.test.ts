import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Era } from '../../src/core/protocol.ts'
import { coverageFaults, readCitations, type Cited } from '../helpers/citations.ts'
import { pending, requirements, type Requirement } from './requirements.ts'

const root = join(import.meta.dirname, '..')

/** Where tests prove requirements. What only a built app shows is in the other folders, and proves them again. */
const files = ['spec', 'core', 'security'].flatMap(folder => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.ts')).map(file => join(folder, file)))
const all: Record<string, Requirement> = requirements

describe('the requirements', () => {
  const cited = files.flatMap(file => readCitations(file, readFileSync(join(root, file), 'utf8')))

  it('are each proved by a test, in each of their eras', () => {
    expect(coverageFaults(all, pending, cited)).toEqual([])
    const ids = new Set(cited.map(({ id }) => id))
    const waiting = Object.keys(all).filter(id => !ids.has(id))
    console.log(`requirements: ${Object.keys(all).length}, cited ${ids.size}, known gaps ${Object.values(all).filter(({ gap }) => gap).length}, waiting for another part ${waiting.length}`)
  })

  it('are complete: each has a section, eras and a sentence, and no sentence is there twice', () => {
    for (const [id, { section, eras, text }] of Object.entries(all)) {
      expect([id, section, eras.length > 0, text.endsWith('.')]).toEqual([expect.stringMatching(/^[a-z]+\/[a-z-]+$/), expect.stringMatching(/\S/), true, true])
    }
    const texts = Object.values(all).map(({ text }) => text)
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
  })

  it('are not proved by tests that are left out', () => {
    const left = files.filter(file => /\b(?:it|test|describe)(?:\.\w+)*\.(?:skip|skipIf|todo|only|runIf)\b/.test(readFileSync(join(root, file), 'utf8')))
    expect(left).toEqual([])
  })
})

describe('the check of the coverage', () => {
  const need = (eras: readonly Era[], more: Partial<Requirement> = {}): Requirement => ({ level: 'MUST', section: 's', eras, text: 't.', ...more })
  const both = { 'a/one': need(['modern', 'legacy']), 'a/two': need(['modern']) }
  const cite = (...ids: string[]): Cited[] => ids.flatMap(id => readCitations('x.test.ts', `it('x', proves('${id}'), () => {})`))

  it.each([
    ['one that nobody cites', both, cite('a/one'), ['a/two is not proved']],
    ['one that is cited for one era only', both, cite('a/one@modern', 'a/two'), ['a/one is not proved in the legacy era']],
    ['one that does not exist', both, cite('a/one', 'a/two', 'a/three'), ['x.test.ts cites a/three, which is none']],
    ['one cited for an era that it is not of', both, cite('a/one', 'a/two', 'a/two@legacy'), ['x.test.ts cites a/two for the legacy era, of which it is not']],
    ['a gap that a test proves', { 'a/one': need(['modern'], { gap: 'g' }) }, cite('a/one'), ['a/one is proved, and a known gap']],
    ['a gap without a test that fails', { 'a/one': need(['modern'], { gap: 'g' }) }, [], ['a/one is a known gap without a test']],
    ['a failing test of none', { 'a/one': need(['modern']) }, readCitations('x.test.ts', 'it.fails(\'x\', proves(\'a/one\'), () => {})'), ['a/one is expected to fail in x.test.ts, and no known gap']],
    ['one of a part that is not pending', { 'a/one': need(['modern'], { part: 'tasks' }) }, [], ['a/one is not proved']],
    ['one cited twice by one test', both, [...cite('a/one'), ...readCitations('x.test.ts', 'it(\'x\', proves(\'a/two\', \'a/two\'), () => {})')], ['x.test.ts cites a/two twice in one test']],
  ] as const)('finds %s', (_, requirements, cited, faults) => {
    expect(coverageFaults(requirements, ['listen'], cited)).toEqual(faults)
  })

  it('finds nothing when all is well', () => {
    expect(coverageFaults({ ...both, 'a/three': need(['modern'], { part: 'listen' }) }, ['listen'], cite('a/one@modern', 'a/one@legacy', 'a/two', 'a/two@modern'))).toEqual([])
  })

  it('does not count what is commented out', () => {
    expect(readCitations('x.test.ts', '// it(\'x\', proves(\'a/one\'), () => {})\n/* it(\'x\', proves(\'a/two\'), () => {}) */')).toEqual([])
  })
})
