/**
 * What a state costs: `seal` and then `open` of a payload of 500 bytes, against the official SDK's codec, and what each
 * option adds. One process, one run: the contenders take turns in small batches, so that a slow moment of the machine hits
 * all of them.
 *
 * node test/bench/seal.ts [rounds] — reads the source, so nothing has to be built
 */
import { createRequestStateCodec } from '@modelcontextprotocol/server'
import { defineRequestState, type RequestState } from '../../src/core/request-state.ts'
import type { RequestStateOptions } from '../../src/core/request-state-options.ts'
import { makeEvent } from '../helpers/event.ts'
import { payloadOf } from '../helpers/payload.ts'

const rounds = Number(process.argv[2] ?? 200)
const perBatch = 50
const goal = 100
const key = 'a key of the bench, long enough to seal with'
const small = payloadOf(500)
const large = { notes: Array.from({ length: 120 }, (_, index) => `Night ${index + 1} in Oslo, breakfast included`) }

type RoundTrip = () => Promise<unknown>
interface Contender { name: string, trip: RoundTrip, payload: unknown, times: number[] }

function ours(payload: unknown, options: RequestStateOptions = {}, principal?: () => string): RoundTrip {
  const state: RequestState<unknown> = defineRequestState(options)
  const request = { stateKey: key, arguments: { city: 'Oslo', nights: 2 }, principal }
  // Made once, as the engine makes them whether or not there is a state.
  const [first, second] = [makeEvent(request), makeEvent(request)]
  return async () => {
    const requestState = await state.seal(payload, first)
    Object.assign(second.context.mcp, { requestState })
    return state.open(second)
  }
}

function official(payload: unknown, bind?: () => string): RoundTrip {
  const codec = createRequestStateCodec({ key, bind })
  const context = {} as Parameters<typeof codec.verify>[1]
  return async () => codec.verify(await codec.mint(payload, context), context)
}

/** What no codec can go below: one signature and its verification by Web Crypto, which hands each to a thread and back. */
async function bareTrip(): Promise<RoundTrip> {
  const bytes = new TextEncoder().encode(JSON.stringify(small))
  const hmac = await crypto.subtle.importKey('raw', new TextEncoder().encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
  return async () => await crypto.subtle.verify('HMAC', hmac, await crypto.subtle.sign('HMAC', hmac, bytes), bytes) && small
}

const user = () => 'user-1'
const contender = (name: string, trip: RoundTrip, payload: unknown = small): Contender => ({ name, trip, payload, times: [] })
const contenders = [
  contender('nitro-mcp, bound to the request', ours(small)),
  contender('nitro-mcp, and to the principal', ours(small, {}, user)),
  contender('nitro-mcp, encrypted', ours(small, { encrypt: true }, user)),
  contender('Web Crypto alone, one sign and one verify', await bareTrip()),
  contender('official codec, bound to nothing', official(small)),
  contender('official codec, bound to a principal', official(small, user)),
]
/** Apart, or the garbage of these would be counted as the time of those. */
const largeContenders = [
  contender(`nitro-mcp, ${JSON.stringify(large).length} bytes, compressed`, ours(large), large),
  contender(`official codec, ${JSON.stringify(large).length} bytes`, official(large), large),
]

async function runBatch({ trip }: Contender): Promise<number> {
  const start = performance.now()
  for (let count = 0; count < perBatch; count++) await trip()
  return (performance.now() - start) * 1000 / perBatch
}

async function compare(contenders: readonly Contender[]): Promise<void> {
  for (const each of contenders) {
    if (JSON.stringify(await each.trip()) !== JSON.stringify(each.payload)) throw new Error(`${each.name} gives back something else`)
    for (let batch = 0; batch < 20; batch++) await runBatch(each)
  }
  for (let round = 0; round < rounds; round++) {
    // Each in its turn is the first, which comes off worst.
    for (let turn = 0; turn < contenders.length; turn++) {
      const each = contenders[(round + turn) % contenders.length]!
      each.times.push(await runBatch(each))
    }
  }
}

await compare(contenders)
await compare(largeContenders)

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
console.log(`Node ${process.version}, medians of ${rounds} batches of ${perBatch}: seal + open, in us`)
for (const { name, times } of [...contenders, ...largeContenders]) console.log(`${name.padEnd(56)} ${median(times).toFixed(1).padStart(8)}`)
const first = median(contenders[0]!.times)
console.log(`\nGoal: at most ${goal} us for 500 bytes. ${first <= goal ? 'Met' : 'Missed'}: ${first.toFixed(1)} us.`)
