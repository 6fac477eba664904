import type { AttackOptions } from './options.ts'
import { describeReply, sameKeys } from './player.ts'
import type { Flow, Player, Turn } from './player.ts'
import type { AttackName, Finding } from './report.ts'
import type { Asked, Reply } from './wire.ts'

/** What an attack has to work with. */
export interface Arena {
  readonly player: Player
  readonly options: AttackOptions
  /** The flow as the honest client played it, to the end. */
  readonly honest: Flow & { readonly first: Turn, readonly last: Turn }
}

export interface Attack {
  readonly name: AttackName
  run(arena: Arena): Promise<Finding>
}

export const held = (happened: string): Finding => ({ verdict: 'held', happened })
export const failed = (happened: string): Finding => ({ verdict: 'failed', happened })
export const allowed = (happened: string): Finding => ({ verdict: 'allowed', happened })
export const notApplicable = (happened: string): Finding => ({ verdict: 'notApplicable', happened })
export const notRun = (happened: string): Finding => ({ verdict: 'notRun', happened })

export const NO_STATE = 'It sends no state.'

/** A request that should get nowhere. */
export interface Intrusion {
  readonly what: string
  send(): Promise<Reply>
  /** As the same request without a state: what that gets is not got by the state. */
  sendCold(): Promise<Reply>
  /** What a first request in its place is asked. */
  readonly first: Asked['questions']
  /** By default as for the target. */
  isDone?(reply: Reply): boolean
}

/**
 * Plays a flow, and tries intrusions with each of its states, before the honest client uses it: none has been redeemed
 * yet. The flow has to complete in the end, as otherwise the intrusions may have failed for another reason.
 */
export async function intrude({ player, honest }: Arena, advice: string, intrusionsOf: (turn: Turn, state: string) => readonly Intrusion[]): Promise<Finding> {
  if (!honest.turns.some(({ retry }) => retry.requestState !== undefined)) return notApplicable(NO_STATE)
  let fault: Finding | undefined
  const replies = new Map<string, number>()
  const flow = await player.play({
    async before(turn) {
      const { requestState } = turn.retry
      if (requestState === undefined) return true
      for (const intrusion of intrusionsOf(turn, requestState)) {
        const reply = await intrusion.send()
        fault ??= await faultOf(player, intrusion, reply, turn)
        if (fault) return false
        replies.set(describeReply(reply), (replies.get(describeReply(reply)) ?? 0) + 1)
      }
      return true
    },
  })
  if (fault) return { ...fault, happened: `${fault.happened} ${advice}` }
  if (!await player.isDone(flow.reply)) return notRun(`Played honestly, the flow does not complete then (${describeReply(flow.reply)}), so nothing is proven. Give reset.`)
  return held([...replies].map(([reply, times]) => `${times} × ${reply}`).join('; '))
}

/** What an intruder got that should have got nothing. */
export async function faultOf(player: Player, { what, sendCold, first, isDone }: Omit<Intrusion, 'send'>, reply: Reply, { index }: Turn): Promise<Finding | undefined> {
  const where = `In round ${index + 1}, ${what}`
  if (reply.kind === 'asked') {
    // Asked what a first request is asked, or what an answer without a state is: the state got it nothing.
    if (sameKeys(reply.questions, first)) return undefined
    const cold = await sendCold()
    return cold.kind === 'asked' && sameKeys(cold.questions, reply.questions) ? undefined : failed(`${where}: it went on, and ${describeReply(reply)}.`)
  }
  const done = isDone ? isDone(reply) : await player.isDone(reply)
  return done ? failed(`${where}: it completed with ${describeReply(reply)}.`) : undefined
}
