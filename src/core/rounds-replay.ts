import { McpError } from './errors.ts'
import type { EventLike, McpContext, McpEvent } from './event.ts'
import { inputEntries, inputMap, inputRequestProblem } from './input-request.ts'
import type { InputRequest } from './input-request.ts'
import { answerOf } from './input-responses.ts'
import { inputRefusal } from './input-support.ts'
import { formatIssues } from './issue.ts'
import type { Issue } from './issue.ts'
import { isJsonObject } from './json.ts'
import { ErrorCode } from './protocol.ts'
import { traitsOf } from './question-traits.ts'
import { checkAnswer, isForm, keptOf } from './round-answer.ts'
import type { Once } from './rounds-types.ts'

export type Question = readonly [key: string, request: InputRequest]

/** One round as it was declared. */
export type RoundSource = readonly Question[] | ((answers: object, tools: { event: McpEvent, once: Once }) => unknown)

/** What is carried from round to round. */
export interface Carried {
  readonly answers: ReadonlyMap<string, unknown>
  readonly skipped: ReadonlySet<string>
}

/** Where a flow is. */
export type Standing
  = | { status: 'asking', pending: readonly Question[], later: readonly Question[] }
    | { status: 'refused', key: string, action: 'decline' | 'cancel' }
    | { status: 'done' }

type Settled = 'answered' | { ask: Question } | { refused: 'decline' | 'cancel' }

/**
 * Runs the rounds from the first one with what is known, until one lacks an answer. Only what a round still asks gets into
 * `kept`, and nothing of a later round: what was agreed to after an answer that no longer holds was agreed to on its grounds.
 */
export class Replay {
  /** As they came, and found valid in this request. */
  readonly kept = new Map<string, unknown>()
  readonly skipped = new Set<string>()
  readonly answers = new Map<string, unknown>()
  readonly #event: McpEvent
  readonly #context: McpContext
  readonly #carried: Carried
  readonly #rounds: readonly RoundSource[]
  readonly #once: Once
  readonly #claimed = new Map<string, number>()
  /** The answers in the request are to one round: the first that lacks any. */
  #answersAreTo: number | undefined

  constructor(rounds: readonly RoundSource[], event: EventLike, context: McpContext, carried: Carried, once: Once) {
    this.#rounds = rounds
    this.#event = event as McpEvent
    this.#context = context
    this.#carried = carried
    this.#once = once
    for (const [index, round] of rounds.entries()) if (typeof round !== 'function') this.#claim(round, index)
  }

  async run(): Promise<Standing> {
    for (const [index, source] of this.#rounds.entries()) {
      const pending: Question[] = []
      let refusal: { key: string, action: 'decline' | 'cancel' } | undefined
      for (const question of await this.#questionsOf(source, index)) {
        const settled = await this.#settle(question, index)
        if (settled === 'answered') continue
        if ('ask' in settled) pending.push(settled.ask)
        else refusal ??= { key: question[0], action: settled.refused }
      }
      if (refusal) return { status: 'refused', ...refusal }
      if (pending.length > 0) return { status: 'asking', pending, later: this.#requiredAfter(index) }
    }
    return { status: 'done' }
  }

  async #questionsOf(source: RoundSource, index: number): Promise<readonly Question[]> {
    if (typeof source !== 'function') return source
    const made = await source(inputMap(this.answers), { event: this.#event, once: this.#once })
    if (made === undefined || made === null) return []
    const questions = readQuestions(made, `defineRounds: what the function of round ${index + 1} returned`)
    this.#claim(questions, index)
    return questions
  }

  #claim(questions: readonly Question[], index: number): void {
    for (const [key] of questions) {
      const other = this.#claimed.get(key)
      if (other !== undefined) throw new TypeError(`defineRounds: rounds ${Math.min(other, index) + 1} and ${Math.max(other, index) + 1} both ask by the key ${JSON.stringify(key)}; answers are kept by key, so give each question its own.`)
      this.#claimed.set(key, index)
    }
  }

  async #settle(question: Question, index: number): Promise<Settled> {
    const [key, request] = question
    const { answers, skipped } = this.#carried
    const optional = traitsOf(request).optional === true
    if (optional && skipped.has(key)) return this.#skip(key)
    if (answers.has(key)) {
      const issues = await this.#take(key, request, answers.get(key))
      return issues ? { ask: explain(question, issues) } : 'answered'
    }

    this.#answersAreTo ??= index
    const answer = this.#answersAreTo === index ? answerOf(this.#context, key, request.method) : undefined
    if (!answer) return optional && refusalOf(this.#context, [question]) ? this.#skip(key) : { ask: question }
    if (request.method === 'elicitation/create' && answer.action !== 'accept') {
      return optional ? this.#skip(key) : { refused: answer.action === 'decline' ? 'decline' : 'cancel' }
    }
    const issues = await this.#take(key, request, keptOf(request, answer))
    if (!issues) return 'answered'
    if (request.method === 'elicitation/create') return { ask: explain(question, issues) }
    // Made by a program: to ask it again would get the same.
    throw new McpError(ErrorCode.InvalidParams, `The answer to ${JSON.stringify(key)} is no result of ${request.method}:\n${formatIssues(issues)}`)
  }

  async #take(key: string, request: InputRequest, kept: unknown): Promise<readonly Issue[] | undefined> {
    const checked = await checkAnswer(request, kept)
    if (checked.issues) return checked.issues
    this.kept.set(key, kept)
    this.answers.set(key, checked.value)
  }

  #skip(key: string): 'answered' {
    this.skipped.add(key)
    this.answers.set(key, undefined)
    return 'answered'
  }

  /** What will have to be asked after this round, as far as it is known by now. */
  #requiredAfter(index: number): Question[] {
    return this.#rounds.slice(index + 1)
      .flatMap(round => typeof round === 'function' ? [] : round)
      .filter(([, request]) => !traitsOf(request).optional)
  }
}

/** Why this client may not be asked these, if so. Throws what is no matter of the client: the method has no interim result. */
export function refusalOf(context: McpContext, questions: readonly Question[]): McpError | undefined {
  const refusal = inputRefusal(context, questions)
  if (refusal?.code === ErrorCode.InternalError) throw refusal
  return refusal
}

/** Throws `TypeError`, which begins with `where`, for what is no map of questions. */
export function readQuestions(map: unknown, where: string): Question[] {
  if (!isJsonObject(map)) throw new TypeError(`${where} must be a map of questions by key.`)
  return inputEntries(map).map(([key, request]) => {
    const problem = inputRequestProblem(request)
    if (problem) throw new TypeError(`${where}: ${JSON.stringify(key)}: ${problem}`)
    return [key, request as InputRequest]
  })
}

/** In the message, as a form has no other place for it. The words are those of the schema, so in whatever language it speaks. */
function explain([key, request]: Question, issues: readonly Issue[]): Question {
  if (!isForm(request)) return [key, request]
  const { params } = request
  return [key, { ...request, params: { ...params, message: `${params.message}\n\n${formatIssues(issues)}` } }]
}
