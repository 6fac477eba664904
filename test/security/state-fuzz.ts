import { dice } from './dice.ts'
import { attacks } from './state-attacks.ts'
import { neighbour, somePlace, type Place } from './state-places.ts'

interface Genuine { readonly place: Place, readonly token: string, readonly payload: unknown }

export interface FuzzResult {
  /** By kind of attack. */
  readonly tried: Record<string, number>
  readonly totals: { refused: number, accepted: number, crashed: number }
  /** The first that were not refused. */
  readonly faults: readonly string[]
  /** How many of the genuine states open, after all of this, where they belong. */
  readonly genuine: { readonly opened: number, readonly of: number }
}

const GENUINE = 200

/**
 * Sends `total` states that must be refused: half of them mutated, half of them whole and genuine, but sent to a place that
 * differs in one thing from where they belong. The same seed gives the same attacks, though on states that are new.
 */
export async function fuzzStates(total: number, seed: number): Promise<FuzzResult> {
  const random = dice(seed)
  const mutations = attacks(random)
  const genuine = await makeGenuine(random)
  const identities = new Map(genuine.map(({ token, place }) => [token, place.identity]))
  const kinds = Object.keys(mutations)
  const tried: Record<string, number> = {}
  const totals = { refused: 0, accepted: 0, crashed: 0 }
  const faults: string[] = []

  const mutated = (round: number) => {
    const { place, token } = random.pick(genuine)
    const foreign = random.pick(genuine)
    const kind = kinds[round % kinds.length]!
    const requestState = mutations[kind]!(token, foreign.token, place)
    // A mutation that happened to change nothing is none.
    return identities.get(requestState) === place.identity ? undefined : { place, requestState, kind }
  }
  const crossed = async () => {
    const { place, token } = random.pick(genuine)
    const other = await neighbour(place, random)
    return { place: other.place, requestState: token, kind: `crossed: another ${other.differs}` }
  }
  for (let done = 0; done < total;) {
    const attack = done % 2 === 0 ? mutated(done / 2) ?? await crossed() : await crossed()
    const outcome = await send(attack.place, attack.requestState)
    done++
    tried[attack.kind] = (tried[attack.kind] ?? 0) + 1
    totals[outcome]++
    if (outcome !== 'refused' && faults.length < 5) faults.push(`${outcome}: ${attack.kind}: ${attack.requestState} at ${attack.place.identity}`)
  }
  return { tried, totals, faults, genuine: { opened: await countOpened(genuine), of: genuine.length } }
}

async function makeGenuine(random: ReturnType<typeof dice>): Promise<Genuine[]> {
  const genuine: Genuine[] = []
  while (genuine.length < GENUINE) {
    const place = await somePlace(random)
    // Every fourth is large enough to be compressed.
    const payload = { step: genuine.length, notes: genuine.length % 4 === 0 ? 'breakfast included, '.repeat(80) : '' }
    genuine.push({ place, payload, token: await place.codec.seal(payload, place.event) })
  }
  return genuine
}

async function send({ codec, event }: Place, requestState: string): Promise<keyof FuzzResult['totals']> {
  Object.assign(event.context.mcp, { requestState })
  try {
    await codec.open(event)
    return 'accepted'
  }
  catch (error) {
    const { code, message } = error as { code?: unknown, message?: unknown }
    return code === -32602 && message === 'Invalid request state' ? 'refused' : 'crashed'
  }
}

/** Shows that the harness can tell. */
async function countOpened(genuine: readonly Genuine[]): Promise<number> {
  let opened = 0
  for (const { place, token, payload } of genuine) {
    Object.assign(place.event.context.mcp, { requestState: token })
    const found = await place.codec.open(place.event)
    if (JSON.stringify(found) === JSON.stringify(payload)) opened++
  }
  return opened
}
