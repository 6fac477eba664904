import type { ClientCapabilities } from '@modelcontextprotocol/client'
import type { Answers } from '../answers.ts'
import type { AttackTarget } from './target.ts'

export type AttackOptions = AttackTarget & {
  /** With which a client that means well gets to the end, by the key of the question. Every flow begins anew with lists. */
  answers: Answers
  /** Of the user who is attacked, such as `authorization`. Sent with every request; so are the `Mcp-Param-*` of a tool that has mirrored arguments. */
  headers?: Record<string, string>
  /** Somebody else, by their headers, who takes the states of the first user: enables `state of another user`. */
  otherUser?: { headers: Record<string, string> }
  /**
   * Something else that asks, to which the states are taken: enables `state on another target`. Best one with the same
   * codec. With `answers`, those to its questions are sent along.
   */
  otherTarget?: AttackTarget & { answers?: Answers }
  /** Other valid arguments, to which the states are taken: enables `state with other arguments`. */
  otherArguments?: Record<string, unknown>
  /**
   * Moves the clock that the handler reads: enables `state expired`. Not moved back.
   * @example advance: ms => vi.setSystemTime(Date.now() + ms)
   */
  advance?: (ms: number) => void | Promise<void>
  /** How long a state may live, in milliseconds. The clock is moved a minute further. Default 3 600 000 (an hour). */
  ttlMs?: number
  /** Whether a flow may be completed once only. By default a replay that completes it again is `allowed`, as states are unless they are redeemed. */
  once?: boolean
  /**
   * Whether a final result says that the protected step was done, such as a booking made. Default: any that is not `isError`,
   * which also takes "Nothing was booked." for it: without this, nothing can tell whether a refusal was obeyed.
   */
  completed?: (result: Readonly<Record<string, unknown>>) => boolean | Promise<boolean>
  /**
   * Puts the app back before each flow. A tool that can complete once only (the last seat) needs it: what fails for
   * another reason proves nothing, and is reported as not run.
   */
  reset?: () => void | Promise<void>
  /** After how many rounds a handler is held to ask for ever. Default 10. */
  maxRounds?: number
  /** Declared instead of what `answers` make possible. */
  capabilities?: ClientCapabilities
  /** Where the endpoint says it is. Default `http://localhost/mcp`. */
  url?: string | URL
}
