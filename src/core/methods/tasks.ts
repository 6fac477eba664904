import { McpError } from '../errors.ts'
import { ErrorCode } from '../protocol.ts'
import { RequestContext } from '../request-context.ts'
import { stampResult } from '../stamp.ts'
import { servesTasks, takesTasks, tasksRefusal } from '../tasks/extension.ts'
import { isAnswered, taskDetails, type TaskRecord, type TaskView } from '../tasks/record.ts'
import { resumeTask } from '../tasks/run.ts'
import type { Call, Method } from './method.ts'
import { findTool, runTool } from './tools.ts'

/** After this long, whoever took in the last answer will not go on with it any more. */
const STALLED_MS = 5000

export const getTask: Method = async (call) => {
  const { server, era } = call
  const view = await server.tasks.store.view(await openTask(call))
  if (isAnswered(view) && view.cancelledAt === undefined && view.answers.every(answer => Date.now() - (answer?.at ?? 0) > STALLED_MS)) resume(call, view)
  return stampResult(server, era, taskDetails(view))
}

/** Takes in answers, some or all; the handler goes on here, on the instance that got the last one. */
export const updateTask: Method = async (call) => {
  const { server, era, event } = call
  const { inputResponses } = event.context.mcp
  const record = await openTask(call)
  if (!inputResponses) throw new McpError(ErrorCode.InvalidParams, 'tasks/update needs inputResponses.')
  const answered = await server.tasks.store.answer(record, inputResponses)
  if (answered) resume(call, answered)
  return stampResult(server, era, {})
}

/** Settles the task at once; the handler learns of it by its signal, and what it still returns is dropped. */
export const cancelTask: Method = async (call) => {
  const { server, era } = call
  const record = await openTask(call)
  if (await server.tasks.store.cancel(record)) server.tasks.running.get(record.taskId)?.cancel()
  return stampResult(server, era, {})
}

/**
 * The task that a request names. To all but the one it was made for, on the endpoint where it was made, it does not exist: a
 * task that is not there, has expired or is another's are told in the same words.
 */
async function openTask({ server, params, event }: Call): Promise<TaskRecord> {
  const context = event.context.mcp
  if (!await servesTasks(server)) throw new McpError(ErrorCode.MethodNotFound, `Method not found: ${context.method}`)
  if (!takesTasks(context)) throw tasksRefusal(context)
  const { audience, principal } = RequestContext.internalsOf(context)
  // Asked first, so that what it throws says nothing about the task.
  const asking = await principal?.get() ?? null
  const record = await server.tasks.store.read(params.taskId)
  if (record?.audience !== audience || record.principal !== asking) throw new McpError(ErrorCode.InvalidParams, 'Unknown task.')
  return record
}

function resume({ server, event }: Call, view: TaskView): void {
  const { call } = view.record
  resumeTask({ server, event, call, work: async () => runTool(server, findTool(server, call.tool), call.arguments, event) }, view)
}
