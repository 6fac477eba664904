import type { Answers } from '../answers.ts'
import { Script } from '../script.ts'
import { intrude, notApplicable, notRun } from './arena.ts'
import type { Arena, Attack } from './arena.ts'
import { mutationsOf } from './mutations.ts'
import { describeReply, retryOf } from './player.ts'
import type { Place, Player } from './player.ts'
import type { Finding } from './report.ts'
import { callOf, describeCall } from './target.ts'
import type { AttackTarget } from './target.ts'
import type { Reply } from './wire.ts'

export const tampered: Attack = {
  name: 'state tampered',
  run: arena => intrude(arena, 'Seal it: defineRounds and defineRequestState do.', ({ retry }, state) => mutationsOf(state).map(({ what, state }) => ({
    what: `with ${what}`,
    send: () => arena.player.send({ ...retry, requestState: state }),
    sendCold: () => arena.player.send({ ...retry, requestState: undefined }),
    first: arena.honest.first.questions,
  }))),
}

export const otherUser: Attack = {
  name: 'state of another user',
  async run(arena) {
    if (!arena.options.otherUser) return notRun('Give otherUser: { headers }.')
    return carry(arena, { what: 'sent by the other user', advice: 'Say who the user is, by principal or by bind.', headers: arena.options.otherUser.headers })
  },
}

export const otherArguments: Attack = {
  name: 'state with other arguments',
  async run(arena) {
    const { call } = arena.player
    if (call.method === 'resources/read') return notApplicable('A resource has no arguments; another URI is another target.')
    if (!arena.options.otherArguments) return notRun('Give otherArguments, or {} if it takes any.')
    return carry(arena, { what: 'with the other arguments', advice: BIND, call: { ...call, params: { ...call.params, arguments: arena.options.otherArguments } } })
  },
}

export const otherTarget: Attack = {
  name: 'state on another target',
  async run(arena) {
    if (!arena.options.otherTarget) return notRun('Give otherTarget: { tool }, { prompt } or { resource }.')
    const { answers = {}, ...target } = arena.options.otherTarget
    const call = callOf(target as AttackTarget)
    return carry(arena, { what: `on the ${describeCall(call)}`, advice: BIND, call, answers })
  },
}

const BIND = 'Bind it to its request: states of defineRounds and defineRequestState are, without bindRequest: false.'

interface Elsewhere extends Place {
  what: string
  advice: string
  /** There when it is another target. */
  answers?: Answers
}

/** Takes every state to where it was not made for. */
async function carry(arena: Arena, { what, advice, call, headers, answers }: Elsewhere): Promise<Finding> {
  const { player, options } = arena
  await options.reset?.()
  const place = { call, headers }
  const first = await player.send(undefined, place)
  if (first.kind !== 'asked') return notRun(`A first request ${what} is not asked anything: ${describeReply(first)}.`)

  const own = await answersTo(player, place, first, answers ?? {})
  if (own.done) return notApplicable(`A request ${what} needs no state to complete.`)
  return intrude(arena, advice, ({ retry }) => {
    const inputResponses = { ...retry.inputResponses, ...own.answers }
    return [{
      what,
      send: () => player.send({ ...retry, inputResponses }, place),
      sendCold: () => player.send({ inputResponses }, place),
      first: first.questions,
      ...answers && { isDone: isFinal },
    }]
  })
}

/** What the place itself asks, answered by script; and whether those answers complete it without any state. */
async function answersTo(player: Player, place: Place, first: Reply, answers: Answers): Promise<{ answers: Record<string, object>, done: boolean }> {
  const script = new Script(answers)
  const given: Record<string, object> = {}
  let reply = first
  for (let rounds = 0; reply.kind === 'asked' && rounds < player.maxRounds; rounds++) {
    const known = Object.entries(reply.questions).filter(([key]) => Object.hasOwn(answers, key))
    if (known.length === 0) break
    const round: Record<string, object> = {}
    for (const [key, question] of known) round[key] = await script.resultOf(key, question)
    Object.assign(given, round)
    reply = await player.send(retryOf(round, reply.state), place)
  }
  return { answers: given, done: Object.keys(given).length > 0 && isFinal(await player.send({ inputResponses: given }, place)) }
}

/** `completed` knows the results of the target itself only. */
function isFinal(reply: Reply): boolean {
  return reply.kind === 'final' && reply.result.isError !== true
}
