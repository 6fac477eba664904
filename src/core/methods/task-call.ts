import type { Refusal } from '../reply.ts'
import { RequestContext, type TaskSeat } from '../request-context.ts'
import { isInterimResult } from '../return-value.ts'
import { stampResult } from '../stamp.ts'
import { keepAlive } from '../tasks/keep-alive.ts'
import { takesTasks, tasksRefusal } from '../tasks/extension.ts'
import { createTaskResult, type TaskCall } from '../tasks/record.ts'
import { TaskRun, type Job } from '../tasks/run.ts'
import type { TaskSettings } from '../task-options.ts'
import type { Call } from './method.ts'
import { stampInterim } from './stamp-interim.ts'

/** For a client that waits for the result. */
const noTask: TaskSeat = { id: undefined, start: () => Promise.resolve(false), progressed: () => {} }

/**
 * Answers a call of a tool with `task`: with the task, once there is one, or with what the tool comes to before. `undefined`
 * when the client does not take tasks, and the call is like any other.
 */
export function callAsTask(call: Call, settings: TaskSettings, work: Job['work']): Promise<string | Refusal> | undefined {
  const { server, era, params, exchange, event } = call
  const context = event.context.mcp
  if (era !== 'modern' || !takesTasks(context)) {
    if (settings.required) throw tasksRefusal(context)
    event.context.mcp = RequestContext.through(context, {
      send: message => exchange.send(message),
      get signal() {
        return exchange.signal
      },
      task: noTask,
    })
    return undefined
  }
  const { protocolVersion, clientInfo, clientCapabilities } = context
  const taskCall: TaskCall = { tool: params.name as string, arguments: params.arguments, protocolVersion, clientInfo, clientCapabilities }
  return new Promise((resolve, reject) => {
    const run = new TaskRun({ server, event, call: taskCall, work }).first(settings, exchange, (record) => {
      keepAlive(event, run)
      resolve(stampResult(server, era, createTaskResult(record)))
    }).then((result) => {
      if (result) resolve(isInterimResult(result) ? stampInterim(call, result) : stampResult(server, era, result))
    }).catch(reject)
  })
}
