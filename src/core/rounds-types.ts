import type { ClientCapabilities } from './capabilities.ts'
import type { MaybePromise } from './definition-options.ts'
import type { ElicitContent } from './elicit-schema.ts'
import type { ElicitFormRequest, ElicitUrlRequest } from './elicit.ts'
import type { McpError } from './errors.ts'
import type { EventLike, McpEvent } from './event.ts'
import type { InputRequest, InputRequiredResult } from './input-request.ts'
import type { RequestStateOptions } from './request-state-options.ts'
import type { ListRootsRequest, ListRootsResult } from './roots.ts'
import type { CreateMessageRequest, CreateMessageResult } from './sampling.ts'

export interface RoundsOptions extends RequestStateOptions {
  /**
   * Names the flow in its states, which no other flow takes. Default: a digest of the keys it asks by, so that two flows that
   * ask by the same keys need an `id` to be told apart.
   *
   * With an `id`, what is under way survives a deploy that adds or removes questions: answers are kept by key, validated
   * anew, and what is missing is asked. Without, such a state is refused (`-32602`) and the user begins again.
   */
  id?: string
}

/** What a question is answered with in a flow, validated: the output of its schema, `true` for an opened URL. */
export type RoundAnswer<Request>
  = Request extends undefined ? undefined
    : Request extends ElicitFormRequest<unknown, infer Answer> ? unknown extends Answer ? ElicitContent : Answer
      : Request extends ElicitUrlRequest<infer Answer> ? Answer
        : Request extends CreateMessageRequest ? CreateMessageResult
          : Request extends ListRootsRequest ? ListRootsResult
            : never

/** What a round may ask: any key that no earlier round has. */
export type NewQuestions<Asked extends PropertyKey> = { readonly [key: string]: InputRequest | undefined }
  & (string extends Asked ? unknown : { readonly [Key in Asked]?: undefined })

type Nothing = undefined | null | ReturnType<() => void>

// By distribution: a function may return one of several maps, or nothing.
type KeyOf<Questions> = Questions extends Nothing ? never : keyof Questions
type AnswerTo<Questions, Key> = Questions extends Nothing ? undefined : Key extends keyof Questions ? RoundAnswer<Questions[Key]> : undefined

/** The answers to a round; `undefined` among them for what a function may leave out. */
export type RoundAnswers<Questions> = { [Key in KeyOf<Questions>]: AnswerTo<Questions, Key> }

type Flat<T> = { [Key in keyof T]: T[Key] }

/** A flow of rounds. Each `ask` gives a new one, so a common beginning may be shared. */
export interface Rounds<Answers> {
  /**
   * One more round, of questions that depend on the answers so far. Nothing returned: nothing asked.
   *
   * The function is called anew on every request, also to read the answers to what it asked. For the same answers it must ask the
   * same: what it takes from elsewhere (a price, a time) belongs in `round.once`. May be `async`.
   */
  ask<const Questions extends NewQuestions<keyof Answers> | Nothing>(
    questions: (answers: Flat<Answers>, round: RoundTools) => MaybePromise<Questions>,
  ): Rounds<Answers & RoundAnswers<Questions>>
  /**
   * One more round, of these questions.
   * @throws TypeError for a key that an earlier round has, and for what is no question.
   */
  ask<const Questions extends NewQuestions<keyof Answers>>(questions: Questions): Rounds<Answers & RoundAnswers<Questions>>
  /**
   * Where the flow is: opens the state of this request and takes in the answers it brought. Only those to the round that was
   * asked last: a question is not answered before its round.
   *
   * Throws `-32602` for a state that is not intact, not of this request or not of this flow, and for an answer that is
   * no `CreateMessageResult` or `ListRootsResult`, as no person could mend it. One flow per request: to go on after a
   * flow, give it one more round.
   *
   * @throws TypeError when the event is not of an MCP request, or a function asks by a key that another round has.
   */
  enter(event: EventLike): Promise<EnteredRound<Flat<Answers>>>
}

/** What a flow needs beside the answers. */
export interface RoundTools {
  readonly event: McpEvent
  /** As `once` of the round: what runs here is carried, and the same key in the handler gives its result. */
  readonly once: Once
}

/**
 * Runs `fn` in one round only; later rounds get its result, which travels in the state. For what must not run twice, or must not
 * change between rounds: a quote, a booking number, a reservation. `undefined` is a result too.
 *
 * At least once, not exactly once: when the process dies, or `ask()` is not returned, before the client has the state,
 * the client's repeated request runs `fn` again. In the round that returns the final result nothing is left to
 * carry it, so a client that repeats that request runs it again: make such a step safe to repeat (an idempotency key
 * drawn by an earlier `once`). A rejection is not carried.
 *
 * The client can read the result. Rejects with `TypeError` for what JSON would change, and with `RangeError` above
 * 16 384 characters of JSON; both name the key.
 */
export type Once = <Result>(key: string, fn: () => MaybePromise<Result>) => Promise<Result>

interface RoundBase {
  readonly once: Once
}

/** Answers are missing. */
export interface RoundAsking<Answers> extends RoundBase {
  readonly status: 'asking'
  /** What `ask()` asks. */
  readonly keys: readonly string[]
  /** Those that are there already. */
  readonly answers: Partial<Answers>
  /**
   * There when this client can't be asked all of it: known before the first question as far as later rounds are plain maps.
   * `ask()` then throws; return something else to degrade.
   */
  readonly unsupported: RoundUnsupported | undefined
  /**
   * The interim result to return: what is missing, with the reason in the message of a form whose answer did not fit, and
   * all answers and results so far in a sealed state.
   *
   * Throws the error of `unsupported`, and `RangeError` with the size by key when the state outgrew `MAX_REQUEST_STATE_LENGTH`.
   */
  ask(): Promise<InputRequiredResult>
}

export interface RoundUnsupported {
  /** The questions that this client can't be asked. */
  readonly keys: readonly string[]
  /** What the client would have to declare; `undefined` where no declaration would help, as for a client of 2025 that can't be asked at all. */
  readonly requiredCapabilities: ClientCapabilities | undefined
  /** What `ask()` throws: `-32021`, or `-32600` for a client of 2025 that can't be asked at all, or whose revision has no words for it. */
  readonly error: McpError
}

/** The user said no to a question that is not `optional`. */
export interface RoundRefused<Answers> extends RoundBase {
  readonly status: 'refused'
  readonly key: Extract<keyof Answers, string>
  /** `decline` is a no, `cancel` a dismissal. */
  readonly action: 'decline' | 'cancel'
  /** Those that are there. */
  readonly answers: Partial<Answers>
}

/** Every question is answered. */
export interface RoundDone<Answers> extends RoundBase {
  readonly status: 'done'
  /** Validated, and without a prototype. */
  readonly answers: Answers
}

export type EnteredRound<Answers> = RoundAsking<Answers> | RoundRefused<Answers> | RoundDone<Answers>
