/** `npm run test:fuzz [total] [seed]`: the long run of `mutated-states.test.ts`. */
import { fuzzStates } from './state-fuzz.ts'

const total = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? 20_260_728)
const started = performance.now()
const { tried, totals, faults, genuine } = await fuzzStates(total, seed)

for (const [kind, count] of Object.entries(tried).sort(([, a], [, b]) => b - a)) console.log(`${String(count).padStart(9)}  ${kind}`)
console.log(`\n${total} states in ${((performance.now() - started) / 1000).toFixed(0)} s (seed ${seed}): ${totals.refused} refused, ${totals.accepted} accepted, ${totals.crashed} crashed; ${genuine.opened} of ${genuine.of} genuine ones open.`)
for (const fault of faults) console.error(fault)
if (totals.refused !== total || genuine.opened !== genuine.of) process.exitCode = 1
