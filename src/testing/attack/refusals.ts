import type { Question } from '../answers.ts'
import { allowed, failed, held, notApplicable, notRun } from './arena.ts'
import type { Arena, Attack } from './arena.ts'
import { describeReply } from './player.ts'
import type { Turn } from './player.ts'
import { wrongContentsOf } from './wrong-content.ts'

export const declined = refusing('every question declined', 'decline', 'declined')
export const cancelled = refusing('every question cancelled', 'cancel', 'cancelled')

/** From each round on: a flow may take a no in its first round, and none in its last. */
function refusing(name: Attack['name'], action: 'decline' | 'cancel', word: string): Attack {
  return {
    name,
    async run(arena) {
      const rounds = arena.honest.turns.filter(asksPerson)
      if (rounds.length === 0) return notApplicable('It asks no person: sampling and roots cannot be refused.')
      const ends: string[] = []
      for (const { index } of rounds) {
        const end = await playFrom(arena, index, question => question.method === 'elicitation/create' ? { action } : undefined)
        const where = `With every question ${word} from round ${index + 1} on, it`
        if (end.endless) return failed(`${where} asks for ever: ${end.told} after ${arena.player.maxRounds} rounds. A refusal is an answer.`)
        if (end.done && arena.options.completed) return failed(`${where} completed with ${end.told}.`)
        ends.push(end.told)
      }
      return held(summary(ends, arena))
    },
  }
}

export const wrongContent: Attack = {
  name: 'content that does not fit',
  async run(arena) {
    const forms = arena.honest.turns.filter(({ questions }) => Object.values(questions).some(question => wrongAnswersTo(question).length > 0))
    if (forms.length === 0) return notApplicable('It asks by no form that something could not fit.')
    const ends: string[] = []
    let endless: string | undefined
    let unclear = false
    for (const { index, questions } of forms) {
      const variants = new Set(Object.values(questions).flatMap(question => wrongAnswersTo(question).map(({ what }) => what)))
      for (const what of variants) {
        const end = await playFrom(arena, index, (question) => {
          const wrong = wrongAnswersTo(question).find(variant => variant.what === what)
          return wrong && { action: 'accept', content: wrong.content }
        })
        if (end.done && arena.options.completed) return failed(`Accepted in round ${index + 1} with ${what}, it completed with ${end.told}: the form is for the client, its answers are to be validated.`)
        if (end.endless) endless ??= `Accepted from round ${index + 1} on with ${what}, it still ${end.told} after ${arena.player.maxRounds} rounds; the protocol allows it, and a person can correct it.`
        unclear ||= end.done
        ends.push(end.told)
      }
    }
    if (unclear) return notRun(`Give completed: without it, nothing tells whether the content was taken. ${summary(ends, arena)}`)
    return endless === undefined ? held(summary(ends, arena)) : allowed(endless)
  },
}

interface End {
  readonly endless: boolean
  /** Only with `completed`: without it, this may as well say that nothing was done. */
  readonly done: boolean
  readonly told: string
}

async function playFrom({ player }: Arena, from: number, answer: (question: Question) => object | undefined): Promise<End> {
  const { reply } = await player.play({ answer: (_, question, turn) => turn < from ? undefined : answer(question) })
  return {
    endless: reply.kind === 'asked',
    done: await player.isDone(reply),
    told: describeReply(reply),
  }
}

function wrongAnswersTo(question: Question) {
  return question.method === 'elicitation/create' && question.params.mode !== 'url' ? wrongContentsOf(question.params.requestedSchema) : []
}

const asksPerson = ({ questions }: Turn) => Object.values(questions).some(({ method }) => method === 'elicitation/create')

function summary(ends: readonly string[], { options }: Arena): string {
  const told = `Ended: ${[...new Set(ends)].join('; ')}`
  return options.completed ? told : `${told} (with completed, also told whether a no was obeyed)`
}
