import type { McpEvent } from '../../src/core/event.ts'
import { RequestContext } from '../../src/core/request-context.ts'
import { defineRequestState, type RequestState } from '../../src/core/request-state.ts'
import { bindingOf, contextOf } from '../../src/core/state-binding.ts'
import { makeEvent } from '../helpers/event.ts'
import type { Dice } from './dice.ts'

/** All that a state can be bound to, and how it can be made. */
const dimensions = {
  method: ['tools/call', 'prompts/get'],
  name: ['book', 'cancel'],
  arguments: [{ city: 'Oslo', nights: 2 }, { city: 'Oslo', nights: 3 }, {}],
  principal: [undefined, () => undefined, () => 'ida', () => 'per'],
  bind: [undefined, () => 'ida', () => 'red team'],
  route: ['/mcp', '/admin'],
  key: ['the key of the server, of enough bytes', 'the key of another server, of enough bytes'],
  flow: [undefined, 'the key of a flow of its own, of enough bytes', 'the key of another flow, also long enough'],
  encrypt: [false, true],
  bindRequest: [true, true, true, false],
} as const

type Dimension = keyof typeof dimensions
type Choice = Record<Dimension, number>

/** A request and the codec that its handler has: where a state is made, or sent. */
export interface Place {
  readonly choice: Choice
  /** Equal for two places where the same states hold. */
  readonly identity: string
  /** What an attacker knows of the seal. */
  readonly context: string
  readonly key: string
  readonly codec: RequestState<unknown>
  readonly event: McpEvent
}

const names = Object.keys(dimensions) as Dimension[]

export function somePlace({ below }: Dice): Promise<Place> {
  return placeOf(Object.fromEntries(names.map(name => [name, below(dimensions[name].length)])) as Choice)
}

/** A place that differs in one thing only, where another state holds. */
export async function neighbour(place: Place, { below, pick }: Dice): Promise<{ place: Place, differs: Dimension }> {
  for (;;) {
    const differs = pick(names)
    const other = await placeOf({ ...place.choice, [differs]: below(dimensions[differs].length) })
    if (other.identity !== place.identity) return { place: other, differs }
  }
}

const codecs = new Map<string, RequestState<unknown>>()

async function placeOf(choice: Choice): Promise<Place> {
  const of = <D extends Dimension>(name: D) => dimensions[name][choice[name]] as (typeof dimensions)[D][number]
  const bindRequest = of('bindRequest')
  const flow = of('flow')
  const id = [choice.bind, choice.flow, choice.encrypt, bindRequest].join()
  const codec = codecs.get(id) ?? defineRequestState({ bind: of('bind'), key: flow, encrypt: of('encrypt'), bindRequest })
  codecs.set(id, codec)
  const event = makeEvent({ method: of('method'), name: of('name'), arguments: of('arguments'), principal: of('principal'), audience: of('route'), stateKey: of('key') })
  // Without the binding to the request, its three parts make no difference; with a key of its own, the endpoint's makes none.
  const request = bindRequest ? [choice.method, choice.name, choice.arguments] : []
  const key = flow === undefined ? choice.key : undefined
  return {
    choice,
    identity: JSON.stringify([request, choice.principal, choice.bind, choice.route, key, choice.flow, choice.encrypt, bindRequest]),
    context: contextOf(await bindingOf(event, RequestContext.internalsOf(event.context.mcp), { bind: of('bind'), bindRequest })),
    key: flow ?? of('key'),
    codec,
    event,
  }
}
