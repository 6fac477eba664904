import { capabilitiesOf } from '../answers.ts'
import type { Fetchable } from '../client.ts'
import type { Arena, Attack } from './arena.ts'
import type { AttackOptions } from './options.ts'
import { describeReply, Player } from './player.ts'
import { cancelled, declined, wrongContent } from './refusals.ts'
import { AttackReport } from './report.ts'
import type { AttackResult } from './report.ts'
import { otherArguments, otherTarget, otherUser, tampered } from './stolen-state.ts'
import { describeCall } from './target.ts'
import { expired, older, replayed, withoutState } from './used-state.ts'
import { Wire } from './wire.ts'

/** The one that moves the clock comes last. */
const attacks: readonly Attack[] = [tampered, otherUser, otherTarget, otherArguments, older, replayed, withoutState, declined, cancelled, wrongContent, expired]

/**
 * Runs the attacks on a tool, prompt or resource that asks, which its author should not have to think of: a state that is
 * tampered with, taken from another user, to another target or to other arguments, of an older round, replayed or expired;
 * answers without the state; every question refused; content that does not fit its form.
 *
 * An attack held when it was refused (by an error, or by being asked anew from the first round). Each is played beside
 * an honest flow that must complete, so that none holds for another reason. Needs nothing but the handler, which
 * is called some fifty times and more: its effects are real, so give it a store of its own, and `reset`.
 *
 * Throws when the flow can't be played to its end at first, with the reply that ended it; and when it asks nothing.
 *
 * @example
 * const report = await attackRounds(handler, { tool: 'book', answers: { confirm: { ok: true } } })
 * console.log(String(report)) // a table
 * report.assert() // throws when one failed
 */
export async function attackRounds(handler: Fetchable, options: AttackOptions): Promise<AttackReport> {
  const { url = 'http://localhost/mcp', capabilities = capabilitiesOf(options.answers, options.otherTarget?.answers ?? {}) } = options
  const player = new Player(new Wire(handler, url, capabilities), options)
  const arena: Arena = { player, options, honest: await playHonestly(player) }
  const results: AttackResult[] = []
  for (const { name, run } of attacks) results.push({ attack: name, ...await run(arena) })
  return new AttackReport(describeCall(player.call), results)
}

async function playHonestly(player: Player): Promise<Arena['honest']> {
  const flow = await player.play()
  const { turns: [first], reply } = flow
  const last = flow.turns.at(-1)
  const target = describeCall(player.call)
  if (reply.kind === 'asked') throw new Error(`attackRounds: the ${target} still ${describeReply(reply).replace(/^asked/, 'asks')} after ${player.maxRounds} rounds, with the answers given. A flow that needs more: maxRounds.`)
  if (!await player.isDone(reply)) throw new Error(`attackRounds: with the answers given, the ${target} must complete, and does not: ${describeReply(reply)}.`)
  if (!first || !last) throw new Error(`attackRounds: the ${target} asks nothing, so there are no rounds to attack: ${describeReply(reply)}.`)
  return { ...flow, first, last }
}
