import type { Exchange } from './exchange.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { RpcResponse } from './message.ts'
import type { RequestId } from './reply.ts'

/** A request of the server's, on the stream of the call that asks. */
export interface Question {
  /** Under which the handler reads the answer; it does not travel. */
  readonly key: string
  readonly method: string
  readonly params?: object
}

/** Why a question has no answer, in words for the client. */
export class Unanswered extends Error {}

interface Pending {
  readonly session: string
  readonly settle: (response: RpcResponse) => void
}

const GONE = 'The client stopped waiting before it answered.'

/** As much of a client's own words as is told. */
const MAX_TOLD = 500

/**
 * The questions of this process that wait for an answer, which comes as a POST of its own. Their number and their time are
 * bounded, and they are forgotten with the call that asked.
 */
export class PendingQuestions {
  readonly #pending = new Map<RequestId, Pending>()
  readonly #maxPending: number
  readonly #timeoutMs: number

  constructor({ maxPending, timeoutMs }: { maxPending: number, timeoutMs: number }) {
    this.#maxPending = maxPending
    this.#timeoutMs = timeoutMs
  }

  /** Asks all of them at once and resolves with the answers by key. Rejects with {@link Unanswered} as soon as one will have none. */
  ask(session: string, exchange: Exchange, questions: readonly Question[]): Promise<Record<string, JsonObject>> {
    if (this.#pending.size + questions.length > this.#maxPending) {
      return Promise.reject(new Unanswered('This server waits for too many answers already; try again later.'))
    }
    if (exchange.left.aborted) return Promise.reject(new Unanswered(GONE))
    return new Promise((resolve, reject) => {
      const answers: [key: string, answer: JsonObject][] = []
      const open = new Set<RequestId>()
      const end = (fault?: Unanswered) => {
        clearTimeout(timer)
        exchange.left.removeEventListener('abort', leave)
        for (const id of open) {
          this.#pending.delete(id)
          exchange.send(cancellation(id))
        }
        open.clear()
        if (fault) reject(fault)
        else resolve(Object.fromEntries(answers))
      }
      const leave = () => end(new Unanswered(GONE))
      const timer = setTimeout(() => end(new Unanswered(`The client did not answer within ${this.#timeoutMs / 1000} seconds.`)), this.#timeoutMs)
      exchange.left.addEventListener('abort', leave)

      const register = ({ key, method, params }: Question): string => {
        // 122 random bits: who has not read the question can't answer it.
        const id = globalThis.crypto.randomUUID()
        open.add(id)
        this.#pending.set(id, { session, settle: (response) => {
          this.#pending.delete(id)
          open.delete(id)
          if (!isJsonObject(response.result)) return end(refusalOf(key, response))
          answers.push([key, response.result])
          if (open.size === 0) end()
        } })
        return JSON.stringify({ jsonrpc: '2.0', id, method, params })
      }
      for (const message of questions.map(register)) exchange.send(message)
    })
  }

  /** Takes in an answer. One that is late, unknown, or from another session than was asked is ignored. */
  answer(session: string, response: RpcResponse): void {
    const pending = this.#pending.get(response.id)
    if (pending?.session === session) pending.settle(response)
  }
}

function refusalOf(key: string, { error }: RpcResponse): Unanswered {
  const words = isJsonObject(error) && typeof error.message === 'string' ? `: ${error.message.slice(0, MAX_TOLD)}` : '.'
  return new Unanswered(`The client has no answer to ${JSON.stringify(key)}${words}`)
}

function cancellation(requestId: RequestId): string {
  return JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })
}
