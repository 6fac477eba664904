import { describeValue } from './describe-value.ts'
import { McpError } from './errors.ts'
import { ErrorCode, type Era } from './protocol.ts'

/** What the client is told of a thrown value. `deliberate` is false when it was masked. */
export interface Told {
  readonly message: string
  readonly deliberate: boolean
}

/**
 * The one place that decides what of an app's error leaves the server: its message when the app made it for a client
 * (an error of h3), or in dev; anything else may hold a path, a query or a secret.
 */
export function tellError(error: unknown, masked: string, dev: boolean): Told {
  const message = messageOfHostError(error)
  if (message) return { message, deliberate: true }
  return { message: dev ? `${masked} ${error instanceof Error ? error.message : describeValue(error)}` : masked, deliberate: false }
}

/** "Resource not found" and "URL elicitation required" of the 2025 revisions, which 2026-07-28 must not send (basic/index, "Error codes"). */
const withdrawnCodes: ReadonlySet<number> = new Set([ErrorCode.LegacyResourceNotFound, -32042])

/** As a JSON-RPC error. An `McpError` goes as it is, but for a code that its revision does not have. */
export function rpcErrorOf(error: unknown, era: Era, dev: boolean): { error: McpError, deliberate: boolean } {
  if (McpError.isError(error)) {
    const isWithdrawn = era === 'modern' && withdrawnCodes.has(error.code)
    return { error: isWithdrawn ? new McpError(ErrorCode.InvalidParams, error.message, error.data) : error, deliberate: true }
  }
  const { message, deliberate } = tellError(error, 'Internal error.', dev)
  return { error: new McpError(ErrorCode.InternalError, message), deliberate }
}

/** Errors of h3 are told by shape, since an app may hold either major; the ones h3 itself wrapped around a crash are `unhandled`. */
function messageOfHostError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const made = error as Error & { unhandled?: boolean, statusMessage?: string, statusText?: string, constructor: { __h3_error__?: boolean } }
  const isHostError = made.constructor.__h3_error__ === true || made.name === 'HTTPError'
  return isHostError && !made.unhandled ? made.message || made.statusMessage || made.statusText : undefined
}
