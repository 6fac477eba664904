import type { ClientCapabilities } from './capabilities.ts'
import { describeValue } from './describe-value.ts'
import { mcpContextOf } from './event.ts'
import type { EventLike, McpContext } from './event.ts'
import { inputMap } from './input-request.ts'
import { inputRequired } from './input-required.ts'
import { isJsonObject } from './json.ts'
import { OnceMemo } from './once.ts'
import { defineRequestState } from './request-state.ts'
import type { RequestState } from './request-state.ts'
import { readQuestions, refusalOf, Replay } from './rounds-replay.ts'
import type { Question, RoundSource } from './rounds-replay.ts'
import { fingerprintOf, openFlow, sealFlow } from './rounds-state.ts'
import type { FlowState } from './rounds-state.ts'
import type { EnteredRound, Rounds, RoundsOptions, RoundUnsupported } from './rounds-types.ts'

type Entered = EnteredRound<Record<string, unknown>>

/**
 * Declares a flow: a chain of rounds, each a map of questions or a function of the answers so far. The handler enters it on
 * every request, and returns `round.ask()` until all is answered.
 *
 * Answers are validated by the schema that asked, typed by it, and carried in a sealed state; what does not fit is asked again
 * with the reason. A "no" ends the flow, unless the question is `optional`. Nothing that was not validated is carried,
 * and keys and fields that were not asked for are ignored. The answers are run through their schemas on every request.
 *
 * The state is at most `MAX_REQUEST_STATE_LENGTH` characters, which is about 48 kB of JSON for all answers and results of
 * `once` together; the client sends it with every round, so stay far below. The client can read it.
 *
 * The options are those of `defineRequestState`, and `id`; it throws what that throws. Make a flow once, at module level.
 *
 * @example
 * const booking = defineRounds()
 *   .ask({ trip: mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string() }) }) })
 *   .ask(({ trip }) => ({ sure: mcpElicit({ message: `Book ${trip.city}?`, schema: z.object({ ok: z.literal(true) }) }) }))
 *
 * handler: async (event) => {
 *   const round = await booking.enter(event)
 *   if (round.status === 'asking') return round.ask()
 *   if (round.status === 'refused') return 'Nothing was booked.'
 *   return book(round.answers.trip)
 * }
 */
export function defineRounds(options: RoundsOptions = {}): Rounds<object> {
  const { id, ...stateOptions } = options
  if (id !== undefined && (typeof id !== 'string' || id === '')) throw new TypeError(`defineRounds: id must be a string that is not empty, not ${describeValue(id)}.`)
  // Its types are for the caller: they are erased inside.
  return new Flow(defineRequestState<FlowState>(stateOptions), id, []) as object as Rounds<object>
}

class Flow {
  readonly #codec: RequestState<FlowState>
  readonly #id: string | undefined
  readonly #rounds: readonly RoundSource[]
  #fingerprint: string | undefined

  constructor(codec: RequestState<FlowState>, id: string | undefined, rounds: readonly RoundSource[]) {
    this.#codec = codec
    this.#id = id
    this.#rounds = rounds
  }

  ask(questions: unknown): Flow {
    return new Flow(this.#codec, this.#id, [...this.#rounds, typeof questions === 'function' ? questions as RoundSource : this.#newRound(questions)])
  }

  async enter(event: EventLike): Promise<Entered> {
    const context = mcpContextOf(event, 'defineRounds().enter')
    const fingerprint = this.#fingerprint ??= await fingerprintOf(this.#identity())
    const state = await openFlow(this.#codec, event, fingerprint)
    const memo = new OnceMemo(state?.o)
    const replay = new Replay(this.#rounds, event, context, { answers: new Map(Object.entries(state?.a ?? {})), skipped: new Set(state?.s) }, memo.once)
    const standing = await replay.run()

    const entered = { once: memo.once, answers: inputMap(replay.answers) }
    if (standing.status !== 'asking') return { ...standing, ...entered }
    const { pending, later } = standing
    const keys = pending.map(([key]) => key)
    const unsupported = unsupportedBy(context, [...pending, ...later])
    return {
      ...entered, status: 'asking', keys, unsupported,
      ask: async () => {
        if (unsupported) throw unsupported.error
        const requestState = await sealFlow(this.#codec, event, {
          f: fingerprint,
          a: Object.fromEntries(replay.kept),
          ...replay.skipped.size > 0 && { s: [...replay.skipped] },
          ...memo.size > 0 && { o: await memo.results() },
        }, keys)
        return inputRequired(event, { inputRequests: inputMap(pending), requestState })
      },
    }
  }

  #newRound(map: unknown): readonly Question[] {
    const where = `defineRounds: round ${this.#rounds.length + 1}`
    const questions = readQuestions(map, where)
    for (const [key] of questions) {
      const earlier = this.#rounds.findIndex(round => typeof round !== 'function' && round.some(([other]) => other === key))
      if (earlier >= 0) throw new TypeError(`${where} asks by the key ${JSON.stringify(key)}, as round ${earlier + 1} does; answers are kept by key, so give each question its own.`)
    }
    return questions
  }

  /** The order of the keys in a map is nothing to the flow. What a function asks is not known. */
  #identity(): unknown {
    return this.#id === undefined ? this.#rounds.map(round => typeof round === 'function' ? null : round.map(([key]) => key).sort()) : this.#id
  }
}

function unsupportedBy(context: McpContext, questions: readonly Question[]): RoundUnsupported | undefined {
  const error = refusalOf(context, questions)
  if (!error) return undefined
  const { requiredCapabilities } = isJsonObject(error.data) ? error.data : {}
  return {
    keys: questions.filter(question => refusalOf(context, [question])).map(([key]) => key),
    requiredCapabilities: requiredCapabilities as ClientCapabilities | undefined,
    error,
  }
}
