import { allowed, failed, faultOf, held, NO_STATE, notApplicable, notRun } from './arena.ts'
import type { Arena, Attack } from './arena.ts'
import type { AttackOptions } from './options.ts'
import { describeReply } from './player.ts'
import type { Turn } from './player.ts'
import type { Finding } from './report.ts'
import type { Reply, Retry } from './wire.ts'

/** Clocks of instances differ. */
const GRACE_MS = 60_000
const REDEEM = 'Where that matters, seal with the redeem option of defineRequestState, and say once: true here.'
const REQUIRE = 'Where what is asked must have been asked first, take no answer without a state, and say once: true here.'

export const replayed: Attack = {
  name: 'state replayed',
  async run({ player, options, honest }) {
    if (honest.last.retry.requestState === undefined && !options.once) return notApplicable(NO_STATE)
    const { turns, reply } = await player.play()
    const retry = turns.at(-1)?.retry
    if (!retry || !await player.isDone(reply)) return incomplete(reply)
    const again = await player.send(retry)
    return judgeRepeat(options, await player.isDone(again), again, 'Sent once more after the end, the last request', REDEEM)
  },
}

export const older: Attack = {
  name: 'state of an older round',
  async run(arena) {
    const { player, options, honest } = arena
    const early = honest.turns.slice(0, -1).filter(({ retry }) => retry.requestState !== undefined)
    if (early.length === 0) return notApplicable('No round but the last has a state.')

    for (const { index } of early) {
      const reply = await skipFrom(arena, index)
      if (reply && await player.isDone(reply)) return failed(`With the state of round ${index + 1} and the answers of the last one, it completed with ${describeReply(reply)}: what was asked between did not have to be answered.`)
    }

    const { turns, reply } = await player.play()
    if (!await player.isDone(reply)) return incomplete(reply)
    let again = reply
    for (const turn of turns.slice(0, -1)) {
      if (turn.retry.requestState === undefined) continue
      again = (await player.continue(await player.send(turn.retry))).reply
      if (await player.isDone(again)) return judgeRepeat(options, true, again, `Taken up again from round ${turn.index + 1} after its end, the flow`, REDEEM)
    }
    return held(`Taken up again after its end: ${describeReply(again)}.`)
  },
}

/** The reply to the last answers with the state of an earlier round, which was not used yet. */
async function skipFrom({ player, honest }: Arena, index: number): Promise<Reply | undefined> {
  let reply: Reply | undefined
  await player.play({
    async before({ index: at, retry }) {
      if (at < index) return true
      reply = await player.send({ ...honest.last.retry, requestState: retry.requestState })
      return false
    },
  })
  return reply
}

export const expired: Attack = {
  name: 'state expired',
  async run({ player, options: { advance, ttlMs = 3_600_000 }, honest }) {
    const sealed = honest.turns.filter(({ retry }) => retry.requestState !== undefined)
    if (sealed.length === 0) return notApplicable(NO_STATE)
    if (!advance) return notRun('Give advance: (ms) => …, which moves the clock of the handler.')
    const replies: string[] = []
    for (const { index } of sealed) {
      let fault: Finding | undefined
      await player.play({
        async before(turn) {
          if (turn.index < index) return true
          await advance(ttlMs + GRACE_MS)
          const late = await player.send(turn.retry)
          const sendCold = () => player.send({ inputResponses: turn.retry.inputResponses })
          fault = await faultOf(player, { what: `${(ttlMs + GRACE_MS) / 60_000} minutes later`, sendCold, first: honest.first.questions }, late, turn)
          replies.push(describeReply(late))
          return false
        },
      })
      if (fault) return { ...fault, happened: `${fault.happened} A flow that is meant to live that long: give ttlMs.` }
    }
    return replies.length === sealed.length ? held(replies.join('; ')) : notRun('Played again, the flow does not come to its state. Give reset.')
  },
}

export const withoutState: Attack = {
  name: 'answers without state',
  async run({ player, options, honest: { turns, last } }) {
    if (turns.length === 1 && last.retry.requestState === undefined) return notApplicable('It asks once, and sends no state: what it does follows from those answers.')
    if (turns.length > 1) {
      const reply = await cold(last.retry)
      if (await player.isDone(reply)) return failed(`With the answers of the last round alone, it completed with ${describeReply(reply)}: what was asked before did not have to be answered.`)
    }
    const reply = await cold({ inputResponses: allAnswers(turns) })
    return judgeRepeat(options, await player.isDone(reply), reply, 'Given every answer in the first request, it', REQUIRE)

    async function cold({ inputResponses }: Retry): Promise<Reply> {
      await options.reset?.()
      return player.send({ inputResponses })
    }
  },
}

const allAnswers = (turns: readonly Turn[]) => Object.assign({}, ...turns.map(({ retry }) => retry.inputResponses)) as Record<string, object>

/** What is a fault only where a flow may be completed once. */
function judgeRepeat({ once }: AttackOptions, done: boolean, reply: Reply, what: string, advice: string): Finding {
  if (!done) return held(describeReply(reply))
  const happened = `${what} completed with ${describeReply(reply)}.`
  return once ? failed(happened) : allowed(`${happened} ${advice}`)
}

function incomplete(reply: Reply): Finding {
  return notRun(`Played again, the flow does not complete (${describeReply(reply)}), so nothing is proven. Give reset.`)
}
