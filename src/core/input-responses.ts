import type { ElicitContent } from './elicit-schema.ts'
import type { ElicitFormRequest, ElicitResult } from './elicit.ts'
import { mcpContextOf } from './event.ts'
import type { EventLike, McpContext } from './event.ts'
import { inputEntries, inputMap } from './input-request.ts'
import type { InputAnswer, InputRequest, InputRequests } from './input-request.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'

/** The answers to a map of requests; each is there only if this request brought it. */
export type InputAnswers<Requests> = { -readonly [Key in keyof Requests]?: InputAnswer<Requests[Key]> }

/** The keys of a map under which a form is asked. */
export type FormKey<Requests> = {
  [Key in keyof Requests]-?: Extract<Requests[Key], ElicitFormRequest<unknown>> extends never ? never : Key
}[keyof Requests]

/** The content that the form of a request asks for. */
export type ElicitedContent<Request> = InputAnswer<Extract<Request, ElicitFormRequest<unknown>>> extends ElicitResult<infer Content> ? Content : never

const actions: readonly unknown[] = ['accept', 'decline', 'cancel']

/** What came under a key, unless it could not be an answer: nothing but an object is one, and a form needs an action to branch on. */
export function answerOf({ inputResponses }: McpContext, key: string, method: unknown): JsonObject | undefined {
  if (!inputResponses || !Object.hasOwn(inputResponses, key)) return undefined
  const answer = inputResponses[key]
  if (!isJsonObject(answer)) return undefined
  return method === 'elicitation/create' && !actions.includes(answer.action) ? undefined : answer
}

function methodOf(request: unknown): unknown {
  return isJsonObject(request) ? request.method : undefined
}

/**
 * The answers that this request brought, typed by what asked for them. Only those to the last interim result:
 * answers do not accumulate (carry them in the state).
 *
 * Client input, and not validated: check what you act on. An entry counts as missing when it is not an object, or when
 * it answers an elicitation with no `action` of `accept`, `decline` or `cancel`. Keys outside `requests` are ignored.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function getInputResponses<Requests extends InputRequests>(event: EventLike, requests: Requests): InputAnswers<Requests> {
  const context = mcpContextOf(event, 'getInputResponses')
  const answers = inputEntries(requests)
    .map(([key, request]) => [key, answerOf(context, key, methodOf(request))] as const)
    .filter(([, answer]) => answer !== undefined)
  return inputMap(answers) as InputAnswers<Requests>
}

/**
 * Those of the requests that this request brought no answer to, as a new map. A declined or cancelled
 * elicitation is answered: to ask it again would never end.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function getMissingInputs<Requests extends InputRequests>(event: EventLike, requests: Requests): Partial<Requests> {
  const context = mcpContextOf(event, 'getMissingInputs')
  const missing = inputEntries(requests).filter(([key, request]) => !answerOf(context, key, methodOf(request)))
  return inputMap(missing) as Partial<Requests>
}

/**
 * The fields of an accepted form; `undefined` alike when the answer is missing, declined or cancelled.
 * A handler that asks again on `undefined` asks for ever when the user says no: branch on `getInputResponses` there.
 *
 * Client input, and not validated: check what you act on.
 *
 * @throws TypeError when the event is not of an MCP request.
 */
export function getElicitedContent<Requests extends InputRequests, Key extends FormKey<Requests>>(
  event: EventLike,
  requests: Requests,
  key: Key,
): ElicitedContent<Requests[Key]> | undefined
/** As above for an ad-hoc read: nothing checks the key, and the type argument is a mere assertion. */
export function getElicitedContent<Content extends object = ElicitContent>(event: EventLike, key: string): Content | undefined
export function getElicitedContent(event: EventLike, ...args: [requests: InputRequests, key: PropertyKey] | [key: string]): unknown {
  const context = mcpContextOf(event, 'getElicitedContent')
  const key = String(args.at(-1))
  if (typeof args[0] === 'object' && !isForm(args[0], key)) return undefined
  const answer = answerOf(context, key, 'elicitation/create')
  return answer?.action === 'accept' && isJsonObject(answer.content) ? answer.content : undefined
}

function isForm(requests: InputRequests, key: string): boolean {
  const request: InputRequest | undefined = Object.hasOwn(requests, key) ? requests[key] : undefined
  return request?.method === 'elicitation/create' && request.params.mode !== 'url'
}
