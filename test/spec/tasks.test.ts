import { createMcpHandler, defineRequestState, defineTool, getElicitedContent, getInputResponses, getMissingInputs, inputRequired, McpError, mcpElicit, mcpElicitUrl, type McpHandler, type McpHandlerOptions } from 'nitro-mcp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { legacy, modern, type RpcOptions } from '../helpers/rpc.ts'
import { proves } from '../helpers/proves.ts'
import { openStream } from '../helpers/stream.ts'
import { awaitTask, callForTask, gate, getTask, makeStorage, taskRpc, TASKS, takesTasks } from '../helpers/tasks.ts'

const ask = (message: string) => mcpElicit({ message, requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } })
const accept = (name: string) => ({ action: 'accept', content: { name } })
const two = { first: ask('First?'), second: ask('Second?') }
const who = { who: ask('Who?') }
const state = defineRequestState<{ names: string[] }>({ key: 'a key of the tests, long enough to seal with' })

let runs = 0
let hold = gate()
const aborted: boolean[] = []

const tools = [
  defineTool({ name: 'plain', handler: () => 'plain' }),
  defineTool({ name: 'work', task: true, inputSchema: { type: 'object', properties: { label: { type: 'string' } }, required: ['label'] }, async handler({ label }, event) {
    runs++
    await hold.passed
    aborted.push(event.context.mcp.signal.aborted)
    return `done ${label}`
  } }),
  defineTool({ name: 'quick', task: { ttlMs: 5000, pollIntervalMs: 20 }, outputSchema: { type: 'array', items: { type: 'number' } }, handler: () => [1, 2] }),
  defineTool({ name: 'only', task: { required: true }, handler: event => event.context.mcp.taskId ?? 'none' }),
  defineTool({ name: 'crash', task: true, handler: () => {
    throw new Error('password is hunter2')
  } }),
  defineTool({ name: 'refuse', task: true, handler: () => {
    throw new McpError(1234, 'No such order', { order: 7 })
  } }),
  defineTool({ name: 'unspeakable', task: true, handler: () => ({ content: [{ type: 'text' as const, text: 'x' }], structuredContent: { big: 1n } }) }),
  defineTool({ name: 'two', task: true, handler(event) {
    runs++
    const missing = getMissingInputs(event, two)
    if (Object.keys(missing).length > 0) return inputRequired(event, { inputRequests: missing })
    const { first, second } = getInputResponses(event, two)
    return [first?.content?.name, second?.action]
  } }),
  defineTool({ name: 'again', task: true, async handler(event) {
    const names = (await state.open(event))?.names ?? []
    const name = getElicitedContent(event, who, 'who')?.name
    if (name) names.push(name)
    if (names.length < 3) return inputRequired(event, { inputRequests: who, requestState: await state.seal({ names }, event) })
    return names.join(' ')
  } }),
  defineTool({ name: 'slices', task: true, async handler(event) {
    const names = (await state.open(event))?.names ?? []
    return names.length < 3 ? inputRequired(event, { requestState: await state.seal({ names: [...names, 'x'] }, event) }) : names.join('')
  } }),
  defineTool({ name: 'browse', task: true, handler: event => inputRequired(event, { inputRequests: { page: mcpElicitUrl({ message: 'Open', url: 'https://a.example/' }) } }) }),
  defineTool({ name: 'first-ask', task: { start: 'manual' }, async handler(event) {
    const name = getElicitedContent(event, who, 'who')?.name
    if (!name) return inputRequired(event, { inputRequests: who })
    if (name === 'nobody') return 'Nobody.'
    const isTask = await event.context.mcp.startTask()
    return `${name} ${isTask} ${event.context.mcp.taskId === undefined}`
  } }),
  defineTool({ name: 'mixed', task: { start: 'manual' }, async handler(event) {
    event.context.mcp.progress(1, 2, 'before')
    await event.context.mcp.startTask()
    event.context.mcp.progress(2, 2, 'after')
    await hold.passed
    return 'mixed'
  } }),
  defineTool({ name: 'stray', handler: event => event.context.mcp.startTask().then(String) }),
]

const errors: unknown[] = []
const serve = (options: Partial<McpHandlerOptions> = {}): McpHandler => createMcpHandler({ name: 'tasks', version: '1.0.0', tools, onError: error => errors.push(error), ...options })
let handler: McpHandler

beforeEach(() => {
  handler = serve()
  runs = 0
  hold = gate()
  aborted.length = 0
  errors.length = 0
})

afterEach(() => {
  hold.open()
  vi.useRealTimers()
})

describe('negotiation', () => {
  it('declares the extension when a tool may answer with a task, and nothing in the place of 2025', async () => {
    const { body } = await modern(handler, 'server/discover')
    expect(body?.result?.capabilities).toMatchObject({ tools: {}, extensions: { [TASKS]: {} } })
    expect(body?.result?.capabilities).not.toHaveProperty('tasks')
    const initialized = await legacy(handler, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } })
    expect(initialized.body?.result?.capabilities).not.toHaveProperty('extensions')
  })

  it('is silent about it otherwise, and does not find the methods', async () => {
    const without = serve({ tools: [tools[0]!] })
    expect((await modern(without, 'server/discover')).body?.result?.capabilities).not.toHaveProperty('extensions')
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) expect(await taskRpc(without, method, { taskId: 'x' })).toMatchObject({ status: 404, body: { error: { code: -32601, message: `Method not found: ${method}` } } })
  })

  it('learns from files that are loaded later, and from the others when one is broken', async () => {
    const lazy = (name: string, load: () => Promise<typeof tools[number]>) => ({ name, load })
    const late = serve({ tools: [lazy('plain', async () => tools[0]!), lazy('broken', () => Promise.reject(new Error('x'))), lazy('work', async () => tools[1]!)] })
    expect((await modern(late, 'server/discover')).body?.result?.capabilities).toMatchObject({ extensions: { [TASKS]: {} } })
  })

  it.each(['tasks/result', 'tasks/list'])('does not know %s', async (method) => {
    expect(await taskRpc(handler, method, { taskId: 'x' })).toMatchObject({ status: 404, body: { error: { code: -32601 } } })
  })

  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('refuses %s from a request that does not declare it, whatever an earlier one did', proves('tasks/undeclared'), async (method) => {
    const { taskId } = await callForTask(handler, 'quick')
    expect(await modern(handler, method, { taskId, inputResponses: {} })).toMatchObject({ status: 400, body: { error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } } } })
    expect(await legacy(handler, method, { taskId })).toMatchObject({ body: { error: { code: -32601 } } })
  })

  it.each([[{ extensions: { [TASKS]: true } }], [{ extensions: [] }], [{ extensions: {} }], [{}]])('takes %j for no declaration: the tool answers the call', proves('tasks/negotiated'), async (capabilities) => {
    hold.open()
    const { body } = await taskRpc(handler, 'tools/call', { name: 'work', arguments: { label: 'a' }, task: { ttl: 5 } }, { capabilities })
    expect(body?.result).toMatchObject({ resultType: 'complete', content: [{ type: 'text', text: 'done a' }] })
  })

  it('refuses a client without it before a tool that needs it runs', proves('tasks/required'), async () => {
    expect(await modern(handler, 'tools/call', { name: 'only' })).toMatchObject({ status: 400, body: { error: { code: -32021, data: { requiredCapabilities: { extensions: { [TASKS]: {} } } } } } })
    expect((await legacy(handler, 'tools/call', { name: 'only' })).body?.error).toEqual({ code: -32600, message: '"only" runs as a task, which takes a client of MCP 2026-07-28; this one speaks 2025-11-25.' })
  })

  it('serves a 2025 client without a task', async () => {
    expect((await legacy(handler, 'tools/call', { name: 'quick' })).body?.result).toEqual({ content: [{ type: 'text', text: '[1,2]' }], structuredContent: { result: [1, 2] } })
  })

  it('never makes a task of another tool', async () => {
    expect((await taskRpc(handler, 'tools/call', { name: 'plain', task: { ttl: 1 } })).body?.result).toMatchObject({ resultType: 'complete' })
    expect((await taskRpc(handler, 'tools/call', { name: 'stray' })).body?.result).toMatchObject({ isError: true, content: [{ text: 'The tool "stray" failed.' }] })
    expect(String(errors[0])).toContain('only a tool that is defined with "task" can start one')
  })
})

describe('the headers of tasks', () => {
  it.each(['tasks/get', 'tasks/update', 'tasks/cancel'])('names the task of %s', proves('tasks/headers'), async (method) => {
    const { taskId } = await callForTask(handler, 'quick')
    const params = { taskId, inputResponses: {} }
    expect(await taskRpc(handler, method, params, { headers: { 'mcp-name': 'other' } })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
    expect(await taskRpc(handler, method, params, { headers: { 'mcp-name': null } })).toMatchObject({ status: 400, body: { error: { code: -32020 } } })
    expect(await taskRpc(handler, method, params)).toMatchObject({ status: 200 })
  })
})

describe('a task', () => {
  it('answers the call while the handler runs, and can be read at once', proves('tasks/shape'), async () => {
    const { status, body } = await taskRpc(handler, 'tools/call', { name: 'work', arguments: { label: 'a' } })
    const task = body?.result as { taskId: string, createdAt: string }
    expect(status).toBe(200)
    expect(task).toEqual({
      resultType: 'task', taskId: expect.stringMatching(/^[\da-f-]{36}$/), status: 'working', ttlMs: 3_600_000, pollIntervalMs: 1000,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), lastUpdatedAt: task.createdAt,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'tasks', version: '1.0.0' } },
    })
    expect(await getTask(handler, task.taskId)).toMatchObject({ resultType: 'complete', taskId: task.taskId, status: 'working' })
    hold.open()
    const done = await awaitTask(handler, task.taskId)
    expect(done).toMatchObject({ status: 'completed', createdAt: task.createdAt, result: { content: [{ type: 'text', text: 'done a' }] } })
    expect(done.lastUpdatedAt >= done.createdAt).toBe(true)
    expect(done.result).not.toHaveProperty('_meta')
    expect(runs).toBe(1)
  })

  it('is written before the reply', proves('tasks/durable'), async () => {
    const storage = makeStorage()
    const written = gate()
    const slow = serve({ taskStorage: { ...storage, setItem: async (key, text) => {
      await written.passed
      await storage.setItem(key, text)
    } } })
    let replied = false
    const call = callForTask(slow, 'work', { label: 'a' }).then((task) => {
      replied = true
      return task
    })
    await new Promise(resolve => setTimeout(resolve, 20))
    expect([replied, runs]).toEqual([false, 0])
    written.open()
    expect(storage.items.has(`${(await call).taskId}:record`)).toBe(true)
  })

  it('can not be begun without a place to keep it', async () => {
    const broken = serve({ taskStorage: { ...makeStorage(), setItem: () => Promise.reject(new Error('redis://user:pass@host is down')) } })
    expect((await taskRpc(broken, 'tools/call', { name: 'work', arguments: { label: 'a' } })).body?.result).toMatchObject({ isError: true, content: [{ text: 'The tool "work" failed.' }] })
    expect([runs, String(errors[0])]).toEqual([0, 'Error: redis://user:pass@host is down'])
  })

  it('answers bad arguments without a task', async () => {
    expect((await taskRpc(handler, 'tools/call', { name: 'work', arguments: {} })).body?.result).toMatchObject({ resultType: 'complete', isError: true })
    expect((await taskRpc(handler, 'tools/call', { name: 'work', arguments: [] })).body?.error?.code).toBe(-32602)
  })

  it('takes its times from the definition, and keeps structured output', async () => {
    const task = await callForTask(handler, 'quick')
    expect(task).toMatchObject({ ttlMs: 5000, pollIntervalMs: 20 })
    expect((await awaitTask(handler, task.taskId)).result).toEqual({ content: [{ type: 'text', text: '[1,2]' }], structuredContent: [1, 2] })
  })

  it('tells the handler its id', async () => {
    const { taskId } = await callForTask(handler, 'only')
    expect((await awaitTask(handler, taskId)).result?.content?.[0]?.text).toBe(taskId)
  })

  it('completes with isError when the tool fails, masked', proves('tasks/tool-error'), async () => {
    const { taskId } = await callForTask(handler, 'crash')
    const task = await awaitTask(handler, taskId)
    expect(task).toMatchObject({ status: 'completed', result: { isError: true, content: [{ text: 'The tool "crash" failed.' }] } })
    expect(JSON.stringify(task)).not.toContain('hunter2')
    expect(String(errors[0])).toContain('hunter2')
  })

  it('fails with the error of the protocol', proves('tasks/tool-error', 'tasks/get'), async () => {
    const { taskId } = await callForTask(handler, 'refuse')
    const task = await awaitTask(handler, taskId)
    expect(task).toMatchObject({ status: 'failed', error: { code: 1234, message: 'No such order', data: { order: 7 } } })
    expect(task).not.toHaveProperty('result')
  })

  it('fails when its result can not travel', async () => {
    const { taskId } = await callForTask(handler, 'unspeakable')
    expect(await awaitTask(handler, taskId)).toMatchObject({ status: 'failed', error: { code: -32603, message: 'Internal error.' } })
    expect(String(errors[0])).toContain('BigInt')
  })

  it('shows the message of the last progress, and drops it at the end', async () => {
    const { taskId } = await callForTask(handler, 'mixed')
    await vi.waitFor(async () => expect((await getTask(handler, taskId)).statusMessage).toBe('after'))
    hold.open()
    expect(await awaitTask(handler, taskId)).not.toHaveProperty('statusMessage')
  })

  it('may come at the end of a stream, and sends nothing after it', async () => {
    const stream = await openStream(handler, 'tools/call', { name: 'mixed' }, { capabilities: takesTasks, meta: { progressToken: 'p' } })
    expect(await stream.rest()).toMatchObject([{ method: 'notifications/progress', params: { message: 'before' } }, { result: { resultType: 'task' } }])
  })

  it('goes on when the client that called goes away', async () => {
    const abort = new AbortController()
    const stream = await openStream(handler, 'tools/call', { name: 'work', arguments: { label: 'a' } }, { capabilities: takesTasks, signal: abort.signal })
    const { result } = await stream.next() as { result: { taskId: string } }
    abort.abort()
    hold.open()
    expect(await awaitTask(handler, result.taskId)).toMatchObject({ status: 'completed' })
    expect(aborted).toEqual([false])
  })

  it('tells the host of the work that goes on', async () => {
    const kept: Promise<unknown>[] = []
    const event = (request: Request) => ({ req: request, context: {}, waitUntil: (work: Promise<unknown>) => void kept.push(work) })
    const { modernRequest } = await import('../helpers/rpc.ts')
    const options: RpcOptions = { capabilities: takesTasks }
    const created = await (await handler(event(modernRequest('tools/call', { name: 'two' }, options)))).json() as { result: { taskId: string } }
    const { taskId } = created.result
    expect(kept).toHaveLength(1)
    await kept[0]
    expect(await getTask(handler, taskId)).toMatchObject({ status: 'input_required' })
    await handler(event(modernRequest('tasks/update', { taskId, inputResponses: { first: accept('a'), second: accept('b') } }, options)))
    expect(kept).toHaveLength(2)
    await kept[1]
    expect(await getTask(handler, taskId)).toMatchObject({ status: 'completed' })
  })
})

describe('questions before the task', () => {
  it('asks by the call, then becomes a task with the answer', proves('tasks/rounds-first'), async () => {
    const asked = await taskRpc(handler, 'tools/call', { name: 'first-ask' })
    expect(asked.body?.result).toMatchObject({ resultType: 'input_required', inputRequests: { who: { method: 'elicitation/create' } } })
    expect(asked.body?.result).not.toHaveProperty('taskId')
    const { body } = await taskRpc(handler, 'tools/call', { name: 'first-ask', inputResponses: { who: accept('Ada') } })
    expect(body?.result).toMatchObject({ resultType: 'task', status: 'working' })
    for (const key of ['inputRequests', 'requestState', 'result']) expect(body?.result).not.toHaveProperty(key)
    expect((await awaitTask(handler, body?.result?.taskId as string)).result?.content?.[0]?.text).toBe('Ada true false')
  })

  it('needs no task for what is there at once', async () => {
    expect((await taskRpc(handler, 'tools/call', { name: 'first-ask', inputResponses: { who: accept('nobody') } })).body?.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Nobody.' }] })
  })

  it('goes on without a task for a client that takes none', async () => {
    expect((await modern(handler, 'tools/call', { name: 'first-ask', inputResponses: { who: accept('Ada') } })).body?.result).toMatchObject({ resultType: 'complete', content: [{ text: 'Ada false true' }] })
  })
})

describe('questions inside the task', () => {
  const answer = (target: McpHandler, taskId: string, inputResponses: unknown, options?: RpcOptions) => taskRpc(target, 'tasks/update', { taskId, inputResponses }, options)

  it('waits for all answers, shows what is missing, and enters the handler once with all of them', proves('tasks/get', 'tasks/update'), async () => {
    const { taskId } = await callForTask(handler, 'two')
    expect(Object.keys((await awaitTask(handler, taskId)).inputRequests!)).toEqual(['first', 'second'])
    const ack = await answer(handler, taskId, { first: accept('Ada'), unknown: accept('x') })
    expect(ack).toMatchObject({ status: 200 })
    expect(Object.keys(ack.body!.result!).sort()).toEqual(['_meta', 'resultType'])
    expect(ack.body?.result?.resultType).toBe('complete')
    const parked = await getTask(handler, taskId)
    expect([parked.status, Object.keys(parked.inputRequests!)]).toEqual(['input_required', ['second']])
    expect(runs).toBe(1)
    await answer(handler, taskId, { first: accept('Eve'), second: { action: 'decline' } })
    expect((await awaitTask(handler, taskId)).result?.content?.[0]?.text).toBe('["Ada","decline"]')
    expect(runs).toBe(2)
  })

  it('takes answers until the end, and acknowledges them after', async () => {
    const { taskId } = await callForTask(handler, 'quick')
    await awaitTask(handler, taskId, 'completed')
    expect((await answer(handler, taskId, { first: accept('x') })).body?.result).toMatchObject({ resultType: 'complete' })
    expect(await getTask(handler, taskId)).toMatchObject({ status: 'completed' })
  })

  it.each([[undefined], [null], [[]], ['x'], [{ first: 'yes' }], [{ first: null }]])('refuses %j as answers', async (inputResponses) => {
    const { taskId } = await callForTask(handler, 'two')
    await awaitTask(handler, taskId)
    expect((await answer(handler, taskId, inputResponses)).body?.error?.code).toBe(-32602)
    expect(Object.keys((await getTask(handler, taskId)).inputRequests!)).toEqual(['first', 'second'])
  })

  it('never asks twice under one key, while the author does, and keeps the state to itself', proves('tasks/keys'), async () => {
    const { taskId } = await callForTask(handler, 'again')
    const seen: string[] = []
    for (const name of ['Ada', 'Alan', 'Grace']) {
      const task = await awaitTask(handler, taskId, 'input_required')
      const [key] = Object.keys(task.inputRequests!)
      seen.push(key!)
      expect(JSON.stringify(task)).not.toContain('requestState')
      await answer(handler, taskId, { [key!]: accept(name) })
      await awaitTask(handler, taskId, name === 'Grace' ? 'completed' : 'input_required')
    }
    expect(seen).toEqual(['who', 'who-2', 'who-3'])
    expect((await getTask(handler, taskId)).result?.content?.[0]?.text).toBe('Ada Alan Grace')
  })

  it('goes on by itself when the handler only hands on a state', async () => {
    const { taskId } = await callForTask(handler, 'slices')
    expect((await awaitTask(handler, taskId)).result?.content?.[0]?.text).toBe('xxx')
  })

  it('asks only what the call declared', async () => {
    const { taskId } = await callForTask(handler, 'browse', {}, { capabilities: { elicitation: {}, extensions: { [TASKS]: {} } } })
    expect(await awaitTask(handler, taskId)).toMatchObject({ status: 'failed', error: { code: -32021, data: { requiredCapabilities: { elicitation: { url: {} } } } } })
  })

  it('goes on at another instance, from the storage alone', async () => {
    const taskStorage = makeStorage()
    const [one, other] = [serve({ taskStorage }), serve({ taskStorage })]
    const { taskId } = await callForTask(one, 'again')
    await awaitTask(one, taskId, 'input_required')
    await answer(other, taskId, { who: accept('Ada') })
    await awaitTask(other, taskId, 'input_required')
    await answer(one, taskId, { 'who-2': accept('Alan') })
    await awaitTask(one, taskId, 'input_required')
    await answer(other, taskId, { 'who-3': accept('Grace') })
    expect((await awaitTask(one, taskId)).result?.content?.[0]?.text).toBe('Ada Alan Grace')
    expect([...taskStorage.items.keys()]).toEqual([`${taskId}:record`])
    for (const { ttl } of taskStorage.items.values()) expect(ttl).toBeGreaterThan(3500)
  })

  it('enters the handler once when two instances get the last answers at once', async () => {
    const taskStorage = makeStorage()
    const [one, other] = [serve({ taskStorage }), serve({ taskStorage })]
    for (let round = 0; round < 10; round++) {
      runs = 0
      const { taskId } = await callForTask(one, 'two')
      await awaitTask(one, taskId, 'input_required')
      await Promise.all([answer(one, taskId, { first: accept('Ada') }), answer(other, taskId, { second: accept('Alan') })])
      expect((await awaitTask(one, taskId)).result?.content?.[0]?.text).toBe('["Ada","accept"]')
      expect(runs).toBe(2)
    }
  })

  it('reads again what another instance is just writing, as files do not change at once', async () => {
    const storage = makeStorage()
    const torn = (text: unknown) => JSON.stringify(text).slice(0, -9)
    let reads = 0
    const taskStorage = { ...storage, getItem: async (key: string) => {
      const value = await storage.getItem(key)
      return value !== null && reads++ % 3 < 2 ? reads % 2 ? '' : torn(value) : value
    } }
    const flaky = serve({ taskStorage })
    const { taskId } = await callForTask(flaky, 'two')
    await awaitTask(flaky, taskId, 'input_required')
    await answer(flaky, taskId, { first: accept('Ada'), second: accept('Alan') })
    expect(await awaitTask(flaky, taskId)).toMatchObject({ status: 'completed' })
    storage.items.set(`${taskId}:record`, { text: '"broken"', ttl: 1 })
    expect((await taskRpc(handler, 'tasks/get', { taskId })).body?.error).toEqual({ code: -32602, message: 'Unknown task.' })
    expect((await taskRpc(flaky, 'tasks/get', { taskId })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    expect(String(errors.at(-1))).toBe('Error: nitro-mcp: the record of a task can\'t be read from its storage.')
  })

  it('is taken up by whoever looks, when the instance with the last answer did not get that far', async () => {
    const taskStorage = makeStorage()
    const { taskId } = await callForTask(serve({ taskStorage }), 'two')
    await vi.waitFor(async () => expect(await taskStorage.getItem(`${taskId}:record`)).toMatchObject({ phase: { status: 'input_required' } }))
    const old = { at: Date.now() - 6000, value: accept('Ada') }
    await taskStorage.setItem(`${taskId}:answer-0-0`, JSON.stringify(old))
    await taskStorage.setItem(`${taskId}:answer-0-1`, JSON.stringify(old))
    expect((await awaitTask(serve({ taskStorage }), taskId)).result?.content?.[0]?.text).toBe('["Ada","accept"]')
  })
})

describe('tasks/cancel', () => {
  const cancel = (target: McpHandler, taskId: string) => taskRpc(target, 'tasks/cancel', { taskId })

  it('settles the task at once, tells the handler, and drops what it returns', async () => {
    const { taskId } = await callForTask(handler, 'work', { label: 'a' })
    const ack = await cancel(handler, taskId)
    expect(Object.keys(ack.body!.result!).sort()).toEqual(['_meta', 'resultType'])
    expect((await getTask(handler, taskId)).status).toBe('cancelled')
    hold.open()
    await vi.waitFor(() => expect(aborted).toEqual([true]))
    await new Promise(resolve => setTimeout(resolve, 20))
    const task = await getTask(handler, taskId)
    expect(task.status).toBe('cancelled')
    expect(task).not.toHaveProperty('result')
  })

  it('keeps one end of the two, whichever is first', async () => {
    for (let round = 0; round < 30; round++) {
      hold = gate()
      const { taskId } = await callForTask(handler, 'work', { label: 'a' })
      const order = [() => cancel(handler, taskId), async () => hold.open()]
      if (round % 2) order.reverse()
      await Promise.all(order.map(step => step()))
      const { status } = await awaitTask(handler, taskId)
      await new Promise(resolve => setTimeout(resolve, 2))
      expect((await getTask(handler, taskId)).status).toBe(status)
    }
  })

  it('is the same on a task that has ended', proves('tasks/cancel'), async () => {
    const { taskId } = await callForTask(handler, 'quick')
    await awaitTask(handler, taskId, 'completed')
    for (let times = 0; times < 2; times++) expect((await cancel(handler, taskId)).body?.result).toMatchObject({ resultType: 'complete' })
    expect(await getTask(handler, taskId)).toMatchObject({ status: 'completed' })
    const running = await callForTask(handler, 'work', { label: 'a' })
    for (let times = 0; times < 2; times++) expect((await cancel(handler, running.taskId)).body?.result).toMatchObject({ resultType: 'complete' })
  })

  it('takes no more answers', async () => {
    const { taskId } = await callForTask(handler, 'two')
    await awaitTask(handler, taskId, 'input_required')
    await cancel(handler, taskId)
    await taskRpc(handler, 'tasks/update', { taskId, inputResponses: { first: accept('a'), second: accept('b') } })
    const task = await getTask(handler, taskId)
    expect([task.status, task.inputRequests, runs]).toEqual(['cancelled', undefined, 1])
  })

  it('reaches a handler on another instance', async () => {
    const taskStorage = makeStorage()
    const abortable = defineTool({ name: 'abortable', task: { pollIntervalMs: 10 }, handler: event => new Promise<never>((_, reject) => {
      event.context.mcp.signal.addEventListener('abort', () => {
        aborted.push(true)
        reject(event.context.mcp.signal.reason as Error)
      })
    }) })
    const [one, other] = [serve({ taskStorage, tools: [abortable] }), serve({ taskStorage, tools: [abortable] })]
    const { taskId } = await callForTask(one, 'abortable')
    await cancel(other, taskId)
    await vi.waitFor(() => expect(aborted).toEqual([true]))
    expect((await getTask(one, taskId)).status).toBe('cancelled')
    expect(errors).toEqual([])
  })
})
