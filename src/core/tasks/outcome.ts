import type { InputRequiredResult } from '../input-request.ts'
import type { CallToolResult, Interim } from '../results.ts'
import { keyQuestions, type TaskPhase, type TaskRecord } from './record.ts'

/** How the handler ended. */
export type Outcome = { readonly result: Interim<CallToolResult> } | { readonly error: unknown }

/** A phase whose questions have no keys yet. */
export type Settled = Exclude<TaskPhase, { status: 'input_required' | 'working' }> | { readonly status: 'input_required', readonly requests: InputRequiredResult['inputRequests'], readonly requestState: string | undefined }

/** What a phase changes in the record. */
export function changeTo(phase: Settled, { keys }: TaskRecord): Partial<TaskRecord> {
  if (phase.status !== 'input_required') return { phase, statusMessage: undefined }
  const { requests = {}, requestState } = phase
  const questions = keyQuestions(requests, keys)
  return { phase: { status: 'input_required', questions, requestState }, keys: [...keys, ...questions.map(({ key }) => key)], statusMessage: undefined }
}
