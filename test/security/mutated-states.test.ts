import { expect, it } from 'vitest'
import { fuzzStates } from './state-fuzz.ts'

/** `npm run test:fuzz` sends a million. */
const TOTAL = 100_000
const SEED = 20_260_728

it(`refuses ${TOTAL} mutated and crossed states and crashes on none`, { timeout: 60_000 }, async () => {
  const { tried, totals, faults, genuine } = await fuzzStates(TOTAL, SEED)
  const kinds = Object.keys(tried)
  console.log(`states (seed ${SEED}, ${kinds.length} kinds of attack): ${TOTAL} tried, ${totals.refused} refused, ${totals.accepted} accepted, ${totals.crashed} crashed`)
  expect(faults).toEqual([])
  expect(totals).toEqual({ refused: TOTAL, accepted: 0, crashed: 0 })
  expect(kinds.filter(kind => kind.startsWith('crossed: ')).sort()).toEqual(['arguments', 'bind', 'bindRequest', 'encrypt', 'flow', 'key', 'method', 'name', 'principal', 'route'].map(name => `crossed: another ${name}`).sort())
  expect(kinds.length).toBeGreaterThanOrEqual(50)
  expect(Math.min(...Object.values(tried))).toBeGreaterThan(TOTAL / 200)
  expect(genuine).toEqual({ opened: 200, of: 200 })
})
