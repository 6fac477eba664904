import type { McpHandler } from 'nitro-mcp'
import { everything, modern, type RpcOptions, type RpcReply } from './rpc.ts'

export const TASKS = 'io.modelcontextprotocol/tasks'

/** The capabilities of a client that takes tasks and answers everything. */
export const takesTasks = { ...everything, extensions: { [TASKS]: {} } }

export interface Task {
  resultType: string
  taskId: string
  status: string
  statusMessage?: string
  createdAt: string
  lastUpdatedAt: string
  ttlMs: number
  pollIntervalMs: number
  inputRequests?: Record<string, { method: string }>
  result?: { content?: { text?: string }[], structuredContent?: unknown, isError?: boolean }
  error?: { code: number, message: string, data?: unknown }
}

export const taskRpc = (handler: McpHandler, method: string, params: Record<string, unknown>, options: RpcOptions = {}): Promise<RpcReply> =>
  modern(handler, method, params, { capabilities: takesTasks, ...options })

/** A call that has to answer with a task. */
export async function callForTask(handler: McpHandler, name: string, args: Record<string, unknown> = {}, options?: RpcOptions): Promise<Task> {
  const { body } = await taskRpc(handler, 'tools/call', { name, arguments: args }, options)
  const task = body?.result as unknown as Task | undefined
  if (task?.resultType !== 'task') throw new Error(`${name} answered without a task: ${JSON.stringify(body)}`)
  return task
}

export async function getTask(handler: McpHandler, taskId: string, options?: RpcOptions): Promise<Task> {
  const { body } = await taskRpc(handler, 'tasks/get', { taskId }, options)
  if (!body?.result) throw new Error(`tasks/get: ${JSON.stringify(body)}`)
  return body.result as unknown as Task
}

/** Looks until the task is no longer working, or has the status named. */
export async function awaitTask(handler: McpHandler, taskId: string, status?: string): Promise<Task> {
  for (let looks = 0; looks < 400; looks++) {
    const task = await getTask(handler, taskId)
    if (status === undefined ? task.status !== 'working' : task.status === status) return task
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  throw new Error(`The task did not become ${status ?? 'anything but working'}: ${JSON.stringify(await getTask(handler, taskId))}`)
}

/** A promise and what settles it. */
export function gate(): { passed: Promise<void>, open: () => void } {
  let open!: () => void
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { passed, open }
}

/** As unstorage in memory: asynchronous, text in, values out; `items` for a look behind it. */
export function makeStorage() {
  const items = new Map<string, { text: string, ttl: number | undefined }>()
  return {
    items,
    getItem: async (key: string): Promise<unknown> => items.has(key) ? JSON.parse(items.get(key)!.text) : null,
    setItem: async (key: string, text: string, options?: { ttl?: number }): Promise<void> => {
      items.set(key, { text, ttl: options?.ttl })
    },
    removeItem: async (key: string): Promise<void> => {
      items.delete(key)
    },
  }
}
