import { resultOf, sourcesOf } from './answers.ts'
import type { Answer, Answers, Question } from './answers.ts'

/** Plays the answers of one client: it knows how often each question was asked. */
export class Script {
  readonly #answers: Answers
  readonly #asked = new Map<string, number>()

  constructor(answers: Answers) {
    this.#answers = answers
  }

  /** The answer to one question. Throws an error that names the key when there is none, or one of another kind. */
  async answer<Q extends Question, Result>(key: string, question: Q, read: (answer: Answer, question: Q) => Result | undefined): Promise<Result> {
    const asked = (this.#asked.get(key) ?? 0) + 1
    this.#asked.set(key, asked)
    const entry = Object.hasOwn(this.#answers, key) ? this.#answers[key] : undefined
    const sources = entry === undefined ? [] : sourcesOf(entry)
    const source = Array.isArray(entry) ? sources[asked - 1] : sources[0]
    if (source === undefined && sources.length > 0) throw unanswered(key, question, `was asked ${asked} times, and its list has ${sources.length === 1 ? 'one answer' : `${sources.length} answers`}`)

    const answer = typeof source === 'function' ? await source(question) : source
    if (answer === undefined) throw unanswered(key, question, 'has no answer')
    const result = read(answer, question)
    if (result === undefined) throw unanswered(key, question, `cannot be answered with ${JSON.stringify(answer)}`)
    return result
  }

  /** As {@link answer}, for a question of any kind. */
  resultOf(key: string, question: Question): Promise<object> {
    switch (question.method) {
      case 'elicitation/create': return this.answer(key, question, resultOf.elicitation)
      case 'sampling/createMessage': return this.answer(key, question, resultOf.sampling)
      case 'roots/list': return this.answer(key, question, resultOf.roots)
    }
  }
}

function unanswered(key: string, question: Question, problem: string): Error {
  return new Error(`The question '${key}' (${describeQuestion(question)}) ${problem}. Give one to createMcpTestClient: answers: { ${JSON.stringify(key)}: ${example(question)} }`)
}

/** For messages: the kind of a question, and what it says. */
export function describeQuestion(question: Question): string {
  if (question.method !== 'elicitation/create') return question.method
  return `${question.method}, ${question.params.mode ?? 'form'}: ${JSON.stringify(question.params.message)}`
}

function example(question: Question): string {
  switch (question.method) {
    case 'sampling/createMessage': return '{ role: \'assistant\', model: …, content: { type: \'text\', text: … } }'
    case 'roots/list': return '{ roots: [{ uri: \'file:///…\' }] }'
    case 'elicitation/create': {
      if (question.params.mode === 'url') return 'true, or \'decline\', or \'cancel\''
      const fields = Object.keys(question.params.requestedSchema.properties).map(name => `${JSON.stringify(name)}: …`)
      return `{ ${fields.join(', ')} }, or 'decline', or 'cancel'`
    }
  }
}
