import type { Round } from './rounds.ts'
import { describeQuestion } from './script.ts'

/** Why a call that came to its last round goes nowhere: names the question that it asked last, and what that was answered with. */
export function endlessMessage(rounds: readonly Round[], maxRounds: number): string {
  const last = rounds.at(-1)
  const [key, question] = Object.entries(last?.questions ?? {})[0] ?? []
  const what = `${last?.method} ${last?.name} still asks after ${maxRounds} rounds`
  if (key === undefined || question === undefined) return `${what}, and never says what: its interim results carry a state alone.`

  const before = rounds.slice(-1 - maxRounds, -1).filter(({ method, name, questions }) => method === last?.method && name === last.name && Object.hasOwn(questions, key))
  const asked = `'${key}' (${describeQuestion(question)})`
  if (before.length === 0) return `${what}. Its last question is ${asked}. A flow that needs more rounds: createMcpTestClient(handler, { maxRounds }).`
  return `${what}: it asked ${asked} ${before.length + 1} times, though it was answered with ${JSON.stringify(before.at(-1)?.answers?.[key])}. A question that was answered must not be asked again, a refusal is an answer too, and a handler reads by the key it asked under.`
}
