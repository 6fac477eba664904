import { WireSchema, type Revision } from './wire-schema.ts'

/** What was posted, as far as it could be read. */
export interface Posted {
  /** Parsed; `undefined` when it is not JSON, or was never read. */
  readonly message?: unknown
  readonly versionHeader?: string | null
}

type Json = Record<string, unknown>

const prefix = 'io.modelcontextprotocol/'
const modern: Revision = '2026-07-28'
const legacyRevisions: readonly Revision[] = ['2025-11-25', '2025-06-18', '2025-03-26']

/** The methods whose complete results carry cache hints (server/utilities/caching). */
const cacheable = ['server/discover', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list', 'resources/read']
/** The methods that may ask (basic/patterns/mrtr). */
const asking = ['tools/call', 'prompts/get', 'resources/read']
const stamps = ['resultType', 'ttlMs', 'cacheScope']

/**
 * What is wrong with one message that the server sent, by the official schema of its revision and by the few rules that a schema
 * of loose objects can't hold. Empty when nothing is. A batch is checked message by message.
 */
export function wireFaults(message: unknown, posted: Posted): string[] {
  if (Array.isArray(message)) return batchFaults(message, posted)
  // The answers to a batch may come one by one, on a stream.
  if (Array.isArray(posted.message)) return wireFaults(message, { ...posted, message: isRefusal(message) ? undefined : askedBy(posted.message, message) })
  if (!isObject(message)) return [`not a JSON-RPC message: ${JSON.stringify(message)}`]
  if (Array.isArray(posted.message)) return wireFaults(message, { ...posted, message: posted.message.find(request => isAbout(message, request)) ?? {} })
  const revision = revisionOf(posted)
  const schema = WireSchema.of(revision ?? modern)
  if (message.jsonrpc !== '2.0') return ['/jsonrpc is not "2.0"']
  if (typeof message.method === 'string') return calledFaults(message, message.method, revision, posted, schema)
  // The id of a response that was posted is the server's own: no reply names it.
  const { id, result, error } = isObject(posted.message) ? posted.message : {}
  const faults = idFaults(message, result === undefined && error === undefined ? id : undefined)
  if ('error' in message) faults.push(...errorFaults(message, revision, schema))
  else faults.push(...resultFaults(message, posted, revision, schema))
  return faults
}

/** The revision that a posted message is of; `undefined` when nothing in it says so. The body decides before the header. */
export function revisionOf({ message, versionHeader }: Posted): Revision | undefined {
  const header = versionHeader?.trim()
  const params = isObject(message) && isObject(message.params) ? message.params : {}
  if (isObject(params._meta) && Object.hasOwn(params._meta, `${prefix}protocolVersion`)) return modern
  if (header !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(header) && header >= modern) return modern
  if (isObject(message) && message.method === 'initialize') {
    return legacyRevisions.find(version => version === params.protocolVersion) ?? legacyRevisions[0]
  }
  if (message === undefined && header === undefined) return undefined
  return legacyRevisions.find(version => version === header) ?? '2025-03-26'
}

/** Which request of a batch a message on its stream belongs to. */
function isAbout(message: Json, request: unknown): boolean {
  if (!isObject(request)) return false
  if (message.method === undefined) return message.id === request.id
  const [params, asked] = [message.params, isObject(request.params) ? request.params._meta : undefined]
  return isObject(params) && isObject(asked) && params.progressToken !== undefined && params.progressToken === asked.progressToken
}

function batchFaults(messages: unknown[], { message, versionHeader }: Posted): string[] {
  if (!Array.isArray(message)) return ['a batch answers what was no batch']
  if (revisionOf({ message: {}, versionHeader }) !== '2025-03-26') return ['a batch in a revision that has none']
  if (messages.length === 0) return ['an empty batch']
  return messages.flatMap((answer: unknown, index) => wireFaults(answer, { message: askedBy(message, answer), versionHeader }).map(fault => `[${index}] ${fault}`))
}

/** Of a batch as a whole, which has no id to answer under. */
function isRefusal(message: unknown): boolean {
  return isObject(message) && 'error' in message && !('id' in message)
}

/** The message of a batch that `answer` belongs to: by its id, or by the token of its progress. */
function askedBy(batch: readonly unknown[], answer: unknown): unknown {
  const { id, params } = isObject(answer) ? answer : {}
  const token = isObject(params) ? params.progressToken : undefined
  return batch.find(request => isObject(request) && (id === undefined ? isObject(request.params) && isObject(request.params._meta) && request.params._meta.progressToken === token : request.id === id))
}

/** A reply names the request, with the type that its id has; one that could not be read is answered without an id. */
function idFaults(message: Json, asked: unknown): string[] {
  const readable = typeof asked === 'string' || Number.isInteger(asked)
  if (readable && message.id !== asked) return [`/id is ${JSON.stringify(message.id)}, not ${JSON.stringify(asked)}`]
  if (!readable && 'id' in message) return [`/id is ${JSON.stringify(message.id)}, for what has no readable id`]
  return []
}

function errorFaults(message: Json, revision: Revision | undefined, schema: WireSchema): string[] {
  const error = isObject(message.error) ? message.error : {}
  // The 2025 schemas before 2025-11-25 have no error without an id, though their transport does (basic/transports).
  const name = schema.errorOf(error.code)
  const faults = schema.faults(name, name === 'JSONRPCError' && !('id' in message) ? { ...message, id: 0 } : message)
  if ('result' in message) faults.push('a result beside an error')
  if (revision === modern && typeof error.code === 'number' && isForbidden(error.code)) faults.push(`/error/code ${error.code} is not for 2026-07-28`)
  return faults
}

/** Codes that the specification took back, or keeps for itself and does not define (basic/index, "Error codes"). */
function isForbidden(code: number): boolean {
  return [-32002, -32042].includes(code) || (code <= -32020 && code >= -32099 && ![-32020, -32021, -32022].includes(code))
}

function resultFaults(message: Json, posted: Posted, revision: Revision | undefined, schema: WireSchema): string[] {
  const request = isObject(posted.message) ? posted.message : {}
  const method = String(request.method)
  if (!isObject(message.result)) return ['/result is no object']
  const faults = schema.faults(schema.has('JSONRPCResultResponse') ? 'JSONRPCResultResponse' : 'JSONRPCResponse', message)
  if (revision !== modern) return [...faults, ...legacyResultFaults(message.result, method, schema)]
  return [...faults, ...modernResultFaults(message.result, method, request.id, schema)]
}

function modernResultFaults(result: Json, method: string, id: unknown, schema: WireSchema): string[] {
  const { resultType } = result
  const hints = ['ttlMs', 'cacheScope'].filter(key => key in result)
  switch (resultType) {
    case 'complete': {
      const faults = schema.faults(schema.resultOf(method), result)
      if (hints.length > 0 && !cacheable.includes(method) && !method.startsWith('tasks/')) faults.push(`cache hints on the result of ${method}`)
      // The schema of the package ends before this result.
      if (method === 'subscriptions/listen' && (!isObject(result._meta) || result._meta[`${prefix}subscriptionId`] !== id)) faults.push(`/_meta/${prefix}subscriptionId is not the id of the request`)
      return faults
    }
    case 'input_required': {
      const faults = schema.faults('InputRequiredResult', result)
      if (!asking.includes(method)) faults.push(`${method} may not ask`)
      if (hints.length > 0) faults.push('cache hints on an interim result')
      if (result.requestState === undefined && Object.keys(isObject(result.inputRequests) ? result.inputRequests : {}).length === 0) faults.push('neither inputRequests nor requestState')
      return faults
    }
    case 'task':
      return method === 'tools/call' ? taskFaults(result) : [`${method} may not become a task`]
    default:
      return [`/resultType is ${JSON.stringify(resultType)}`]
  }
}

/** The extension has a text of its own, and no schema in the package (SEP-2663). */
function taskFaults(result: Json): string[] {
  const { taskId, status, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs } = result
  const isTime = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
  const checks: Record<string, boolean> = {
    taskId: typeof taskId === 'string' && taskId !== '',
    status: ['working', 'input_required', 'completed', 'failed', 'cancelled'].includes(String(status)),
    createdAt: isTime(createdAt),
    lastUpdatedAt: isTime(lastUpdatedAt),
    ttlMs: ttlMs === null || (Number.isInteger(ttlMs) && Number(ttlMs) >= 0),
    pollIntervalMs: pollIntervalMs === undefined || (Number.isInteger(pollIntervalMs) && Number(pollIntervalMs) > 0),
    requestState: !('requestState' in result),
    inputRequests: !('inputRequests' in result),
    task: !('task' in result),
  }
  return Object.entries(checks).filter(([, good]) => !good).map(([key]) => `CreateTaskResult/${key}: ${JSON.stringify(result[key])}`)
}

function legacyResultFaults(result: Json, method: string, schema: WireSchema): string[] {
  const name = schema.resultOf(method)
  const faults = [...schema.faults(name, result), ...stamps.filter(key => key in result).map(key => `/${key} on a result of 2025`)]
  if (isObject(result._meta) && `${prefix}serverInfo` in result._meta) faults.push('/_meta names the server on a result of 2025')
  if (name === 'EmptyResult' && Object.keys(result).some(key => key !== '_meta')) faults.push(`the result of ${method} is not empty`)
  if (method === 'initialize' && isObject(result.capabilities) && 'extensions' in result.capabilities) faults.push('/capabilities/extensions on a result of 2025')
  return faults
}

/** What the server sends of its own accord: notifications, and requests on the 2025 revisions. */
function calledFaults(message: Json, method: string, revision: Revision | undefined, posted: Posted, schema: WireSchema): string[] {
  if ('id' in message && revision === modern) return [`a server sends no requests in 2026-07-28, and sent ${method}`]
  // The extension's notification is not in the schema of the package.
  const name = schema.messageOf(method) ?? (method === 'notifications/tasks' ? 'JSONRPCNotification' : undefined)
  if (name === undefined) return [`${method} is not in the schema`]
  const faults = [...schema.faults(name, message), ...schema.faults('id' in message ? 'JSONRPCRequest' : 'JSONRPCNotification', message)]
  const request = isObject(posted.message) ? posted.message : {}
  const params = isObject(message.params) ? message.params : {}
  const asked = isObject(request.params) && isObject(request.params._meta) ? request.params._meta : {}
  if (method === 'notifications/progress' && params.progressToken !== asked.progressToken) faults.push(`/params/progressToken is ${JSON.stringify(params.progressToken)}, not ${JSON.stringify(asked.progressToken)}`)
  if (revision !== modern) return faults
  if (method === 'notifications/message' && !(`${prefix}logLevel` in asked)) faults.push('a log message to a request without a level')
  if (request.method === 'subscriptions/listen') {
    if (!isObject(params._meta) || params._meta[`${prefix}subscriptionId`] !== request.id) faults.push(`/params/_meta/${prefix}subscriptionId is not the id of the request`)
  }
  else if (!['notifications/progress', 'notifications/message'].includes(method)) {
    faults.push(`${method} outside of a subscription`)
  }
  return faults
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
