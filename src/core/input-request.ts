import { describeValue } from './describe-value.ts'
import type { ElicitContent } from './elicit-schema.ts'
import { elicitProblem } from './elicit.ts'
import type { ElicitFormRequest, ElicitResult, ElicitUrlRequest } from './elicit.ts'
import { isJsonObject } from './json.ts'
import type { ListRootsRequest, ListRootsResult } from './roots.ts'
import { samplingProblem } from './sampling.ts'
import type { CreateMessageRequest, CreateMessageResult } from './sampling.ts'

/** One thing to ask of the client: what `mcpElicit`, `mcpElicitUrl`, `createMessage` and `listRoots` build. */
export type InputRequest = ElicitFormRequest<unknown> | ElicitUrlRequest<unknown> | CreateMessageRequest | ListRootsRequest

/** What to ask, by the keys under which the answers come back. An `undefined` entry counts as left out. */
export interface InputRequests { readonly [key: string]: InputRequest | undefined }

/** The answer that a request asks for. */
export type InputAnswer<Request>
  = Request extends ElicitFormRequest<infer Content, unknown> ? ElicitResult<unknown extends Content ? ElicitContent : Content>
    : Request extends ElicitUrlRequest<unknown> ? ElicitResult
      : Request extends CreateMessageRequest ? CreateMessageResult
        : Request extends ListRootsRequest ? ListRootsResult
          : never

/** An interim result: the client sends the request again, with the answers (2026-07-28, basic/patterns/mrtr). */
export interface InputRequiredResult {
  resultType: 'input_required'
  inputRequests?: Record<string, InputRequest>
  requestState?: string
  _meta?: Record<string, unknown>
}

/** The entries of a map that are there, in its order. */
export function inputEntries(requests: object): [key: string, request: unknown][] {
  return Object.entries(requests).filter(([, request]) => request !== undefined)
}

/** Without a prototype, so that an absent `constructor` or `__proto__` reads as absent. */
export function inputMap<Value>(entries: Iterable<readonly [string, Value]>): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null)
  for (const [key, value] of entries) map[key] = value
  return map
}

/** Why this is no request that an interim result may carry. */
export function inputRequestProblem(request: unknown): string | undefined {
  if (!isJsonObject(request)) return `a request must be an object such as mcpElicit(...) returns, not ${describeValue(request)}.`
  switch (request.method) {
    case 'elicitation/create': return elicitProblem(request.params)
    case 'sampling/createMessage': return samplingProblem(request.params)
    case 'roots/list':
      return request.params === undefined || isJsonObject(request.params) ? undefined : `params must be an object, not ${describeValue(request.params)}.`
  }
  return `method must be elicitation/create, sampling/createMessage or roots/list, not ${describeValue(request.method)}.`
}
