import type { Question } from '../answers.ts'
import { Script } from '../script.ts'
import type { AttackOptions } from './options.ts'
import { callOf } from './target.ts'
import type { Call } from './target.ts'
import type { Asked, Reply, Retry, Wire } from './wire.ts'

/** One round as a client sees it: what was asked, and the request that answers. */
export interface Turn {
  readonly index: number
  readonly questions: Asked['questions']
  readonly retry: Retry
}

/** A flow that was played. Its reply is `asked` when it was stopped, or came to its last round. */
export interface Flow {
  readonly turns: readonly Turn[]
  readonly reply: Reply
}

export interface PlayOptions {
  /** Instead of the scripted answer; `undefined` for that one. */
  answer?: (key: string, question: Question, turn: number) => object | undefined
  /** Before the client sends a turn; with `false` it does not. */
  before?: (turn: Turn) => Promise<boolean>
}

/** Where a request goes, and as whom; by default to the target, as the first user. */
export interface Place {
  call?: Call
  headers?: Readonly<Record<string, string>>
}

/** Plays flows of one target as the honest client would, with room to do otherwise. */
export class Player {
  readonly call: Call
  readonly headers: Readonly<Record<string, string>>
  readonly maxRounds: number
  readonly #wire: Wire
  readonly #options: AttackOptions

  constructor(wire: Wire, options: AttackOptions) {
    this.call = callOf(options)
    this.headers = options.headers ?? {}
    this.maxRounds = options.maxRounds ?? 10
    this.#wire = wire
    this.#options = options
  }

  /** From the first request on, on a fresh ground. Throws when a question has no answer. */
  async play(options: PlayOptions = {}): Promise<Flow> {
    await this.#options.reset?.()
    return this.continue(await this.send(), options)
  }

  /** From a reply on. */
  async continue(reply: Reply, { answer, before }: PlayOptions = {}): Promise<Flow> {
    const script = new Script(this.#options.answers)
    const turns: Turn[] = []
    while (reply.kind === 'asked' && turns.length < this.maxRounds) {
      const { questions, state } = reply
      const answers: Record<string, object> = {}
      for (const [key, question] of Object.entries(questions)) {
        answers[key] = answer?.(key, question, turns.length) ?? await script.resultOf(key, question)
      }
      const turn = { index: turns.length, questions, retry: retryOf(answers, state) }
      if (before && !await before(turn)) break
      turns.push(turn)
      reply = await this.send(turn.retry)
    }
    return { turns, reply }
  }

  send(retry?: Retry, { call = this.call, headers = this.headers }: Place = {}): Promise<Reply> {
    return this.#wire.send(call, headers, retry)
  }

  async isDone(reply: Reply): Promise<boolean> {
    if (reply.kind !== 'final') return false
    return this.#options.completed ? this.#options.completed(reply.result) : reply.result.isError !== true
  }
}

export function retryOf(answers: Readonly<Record<string, object>>, state: string | undefined): Retry {
  return {
    ...Object.keys(answers).length > 0 && { inputResponses: answers },
    ...state !== undefined && { requestState: state },
  }
}

export function sameKeys(one: object, other: object): boolean {
  const keys = Object.keys(one)
  return keys.length === Object.keys(other).length && keys.every(key => Object.hasOwn(other, key))
}

const MAX_SHOWN = 120

/** For reports, in one line. */
export function describeReply(reply: Reply): string {
  switch (reply.kind) {
    case 'refused': return reply.code === undefined ? reply.message : `${reply.code} ${reply.message}`
    case 'asked': return `asked ${Object.keys(reply.questions).map(key => JSON.stringify(key)).join(', ') || 'to come back'}`
    case 'final': return `${reply.result.isError === true ? 'an error to the model: ' : ''}${shorten(textOf(reply.result))}`
  }
}

function textOf(result: Readonly<Record<string, unknown>>): string {
  const { content, messages, contents } = result
  return JSON.stringify(content ?? messages ?? contents ?? result)
}

function shorten(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text
}
