import type { ClientCapabilities, Implementation } from '../capabilities.ts'
import type { McpError } from '../errors.ts'
import { inputMap, type InputRequest } from '../input-request.ts'
import type { JsonObject } from '../json.ts'
import type { CallToolResult } from '../results.ts'

/** The call that became a task: what the handler is entered with each time, on whichever instance. */
export interface TaskCall {
  readonly tool: string
  readonly arguments?: unknown
  readonly protocolVersion: string
  readonly clientInfo?: Implementation
  readonly clientCapabilities: ClientCapabilities
}

/** One question that waits: `key` is what the client sees, `name` what the author called it. */
export interface Question {
  readonly key: string
  readonly name: string
  readonly request: InputRequest
}

export type TaskPhase
  = | { readonly status: 'working' }
    | { readonly status: 'input_required', readonly questions: readonly Question[], readonly requestState?: string }
    | { readonly status: 'completed', readonly result: CallToolResult }
    | { readonly status: 'failed', readonly error: Pick<McpError, 'code' | 'message' | 'data'> }

/**
 * What is kept of a task. Written only by the run that holds it (`run`); answers and a cancellation are items of their own, so
 * that no two writers overwrite each other. Times are in milliseconds of Unix time.
 */
export interface TaskRecord {
  readonly taskId: string
  /** Whose it is, and of which endpoint; asked for by anyone else it does not exist. */
  readonly principal: string | null
  readonly audience: string
  readonly call: TaskCall
  readonly createdAt: number
  readonly updatedAt: number
  readonly ttlMs: number
  readonly pollIntervalMs: number
  /** The run that may write. */
  readonly run: string
  /** How often the handler was entered with answers. */
  readonly round: number
  /** All keys that were ever asked: they may not come back (SEP-2663). */
  readonly keys: readonly string[]
  readonly phase: TaskPhase
  readonly statusMessage?: string
}

export interface Answer { readonly at: number, readonly value: JsonObject }

/** A record with what others wrote beside it. */
export interface TaskView {
  readonly record: TaskRecord
  readonly cancelledAt: number | undefined
  /** By the index of the question; empty while nothing is asked. */
  readonly answers: readonly (Answer | undefined)[]
}

export type TaskStatus = TaskPhase['status'] | 'cancelled'

/** A cancellation settles a task at once, whatever its handler still does, or did in the same moment. */
export function statusOf(view: TaskView): TaskStatus {
  if (view.cancelledAt !== undefined) return 'cancelled'
  return isAnswered(view) ? 'working' : view.record.phase.status
}

export function isTerminal(status: TaskStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

export function questionsOf({ phase }: TaskRecord): readonly Question[] {
  return phase.status === 'input_required' ? phase.questions : []
}

/** Whether all that was asked is answered, and no run has taken it up yet. */
export function isAnswered({ record, answers }: TaskView): boolean {
  return record.phase.status === 'input_required' && questionsOf(record).every((_, index) => answers[index])
}

/** The answers under the names that the author gave them. */
export function answersByName({ record, answers }: TaskView): Record<string, JsonObject> {
  return inputMap(questionsOf(record).flatMap(({ name }, index) => answers[index] ? [[name, answers[index].value] as const] : []))
}

/** Under its own name if that was never used, else under the next that is free. */
export function keyQuestions(requests: Readonly<Record<string, InputRequest>>, used: readonly string[]): Question[] {
  const names = Object.keys(requests)
  const taken = new Set([...used, ...names])
  return Object.entries(requests).map(([name, request]) => {
    if (!used.includes(name)) return { key: name, name, request }
    let count = 2
    while (taken.has(`${name}-${count}`)) count++
    const key = `${name}-${count}`
    taken.add(key)
    return { key, name, request }
  })
}

/** The fields of `Task` (SEP-2663). The state of the handler is not among them: it stays here. */
function fieldsOf(record: TaskRecord, status: TaskStatus, updatedAt: number): JsonObject {
  const { taskId, statusMessage, createdAt, ttlMs, pollIntervalMs } = record
  return { taskId, status, statusMessage, createdAt: isoTime(createdAt), lastUpdatedAt: isoTime(updatedAt), ttlMs, pollIntervalMs }
}

/** `CreateTaskResult`. */
export function createTaskResult(record: TaskRecord): JsonObject {
  return { resultType: 'task', ...fieldsOf(record, record.phase.status, record.updatedAt) }
}

/** `GetTaskResult`: the task, with what its status brings along. */
export function taskDetails(view: TaskView): JsonObject {
  const { record, cancelledAt, answers } = view
  const status = statusOf(view)
  const updatedAt = status === 'cancelled' && cancelledAt !== undefined ? cancelledAt : Math.max(record.updatedAt, ...answers.map(answer => answer?.at ?? 0))
  const fields = fieldsOf(record, status, updatedAt)
  const { phase } = record
  if (status === 'input_required') {
    const pending = questionsOf(record).filter((_, index) => !answers[index])
    return { ...fields, inputRequests: Object.fromEntries(pending.map(({ key, request }) => [key, request])) }
  }
  if (status === 'completed' && phase.status === 'completed') return { ...fields, result: phase.result }
  if (status === 'failed' && phase.status === 'failed') return { ...fields, error: phase.error }
  return fields
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
