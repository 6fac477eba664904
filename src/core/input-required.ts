import { McpError } from './errors.ts'
import { mcpContextOf } from './event.ts'
import type { EventLike, McpContext } from './event.ts'
import { inputEntries } from './input-request.ts'
import type { InputRequest, InputRequests, InputRequiredResult } from './input-request.ts'
import { inputRefusal } from './input-support.ts'
import { isJsonObject } from './json.ts'
import { ErrorCode, MAX_REQUEST_STATE_LENGTH } from './protocol.ts'

export interface InputRequiredSpec {
  /** What to ask. Pass `getMissingInputs(event, requests)` so that nothing is asked twice. */
  inputRequests?: InputRequests
  /** Comes back from the client, who can read and change it: mint it with `defineRequestState`. Not kept over a round that leaves it out. */
  requestState?: string
}

function mistake(text: string): McpError {
  return new McpError(ErrorCode.InternalError, `inputRequired: ${text}`)
}

/**
 * An interim result, made anew from one that may be written by hand, or the error that keeps it off the wire.
 * Fields of final results, caching hints above all, do not pass.
 */
export function checkInputRequired(context: McpContext, result: InputRequiredSpec & { _meta?: unknown }): InputRequiredResult {
  const { inputRequests = {}, requestState, _meta } = result
  if (!isJsonObject(inputRequests)) throw mistake('inputRequests must be a map of requests by key.')
  const entries = inputEntries(inputRequests)
  const refusal = inputRefusal(context, entries)
  if (refusal) throw refusal

  if (entries.length === 0 && requestState === undefined) {
    throw mistake('nothing to ask. Pass inputRequests with at least one entry, or requestState; when no input is missing, return the final result.')
  }
  if (requestState !== undefined) {
    if (typeof requestState !== 'string') throw mistake('requestState must be a string; defineRequestState().seal() makes one, and has to be awaited.')
    if (requestState.length > MAX_REQUEST_STATE_LENGTH) {
      throw mistake(`requestState has ${requestState.length} characters, the limit is ${MAX_REQUEST_STATE_LENGTH}. Keep the data on the server, and only its id in the state.`)
    }
  }
  if (_meta !== undefined && !isJsonObject(_meta)) throw mistake('_meta must be an object.')

  return {
    resultType: 'input_required',
    ...(entries.length > 0 && { inputRequests: Object.fromEntries(entries) as Record<string, InputRequest> }),
    ...(requestState !== undefined && { requestState }),
    ...(_meta !== undefined && { _meta }),
  }
}

/**
 * Asks the client: return what this returns, and the handler runs again with the answers. Nothing waits on the server.
 *
 * Throws what the wire could not carry, in this order (2026-07-28, basic/patterns/mrtr):
 * - `-32600` on a legacy request, unless the client can be asked while it is held open (the `legacyInput` option);
 * - `-32603` from anything but a tool, prompt or resource, and for a request that is not one of the four kinds;
 * - `-32021` when the client did not declare what the requests need, all of it in `data.requiredCapabilities`;
 * - `-32603` when there is nothing to ask, or `requestState` is no string or longer than `MAX_REQUEST_STATE_LENGTH`.
 *
 * To degrade instead, ask `canRequestInput` or `getSupportedInputs` first.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function inputRequired(event: EventLike, { inputRequests, requestState }: InputRequiredSpec): InputRequiredResult {
  return checkInputRequired(mcpContextOf(event, 'inputRequired'), { inputRequests, requestState })
}
