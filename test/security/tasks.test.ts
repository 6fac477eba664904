import { createMcpHandler, defineRequestState, defineTool, getInputResponses, inputRequired, mcpElicit, type FetchEvent, type McpHandler, type McpHandlerOptions } from 'nitro-mcp'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MemoryTaskStorage } from '../../src/core/tasks/storage.ts'
import { awaitTask, callForTask, getTask, makeStorage, taskRpc } from '../helpers/tasks.ts'
import { proves } from '../helpers/proves.ts'

const questions = { ok: mcpElicit({ message: 'Pay?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } }) }
const state = defineRequestState<{ amount: number }>({ key: 'a key of the tests, long enough to seal with' })
let paid = 0

const tools = [
  defineTool({ name: 'secret', task: { ttlMs: 60_000 }, handler: () => 'the secret of Ada' }),
  defineTool({ name: 'pay', task: true, async handler(event) {
    const answer = getInputResponses(event, questions).ok
    if (!answer) return inputRequired(event, { inputRequests: questions, requestState: await state.seal({ amount: 7 }, event) })
    paid += (await state.open(event))?.amount ?? 0
    return 'paid'
  } }),
]

const principalOf = ({ req }: FetchEvent) => req.headers.get('authorization') ?? undefined
const serve = (options: Partial<McpHandlerOptions> = {}): McpHandler => createMcpHandler({
  name: 'tasks', version: '1.0.0', tools, onError: () => {}, principal: event => principalOf(event as object as FetchEvent), ...options,
})
const as = (user: string) => ({ headers: { authorization: user } })
const unknown = { code: -32602, message: 'Unknown task.' }
const everyMethod = ['tasks/get', 'tasks/update', 'tasks/cancel']

beforeEach(() => {
  paid = 0
})

describe('the task of another', () => {
  it.each(everyMethod)('does not exist for %s, in the words for one that never did', proves('tasks/unknown'), async (method) => {
    const handler = serve()
    const { taskId } = await callForTask(handler, 'pay', {}, as('ada'))
    const never = { taskId: '00000000-0000-4000-8000-000000000000', inputResponses: {} }
    const replies = [
      await taskRpc(handler, method, { taskId, inputResponses: { ok: { action: 'accept', content: { ok: true } } } }, as('eve')),
      await taskRpc(handler, method, { taskId, inputResponses: {} }),
      await taskRpc(handler, method, never, as('eve')),
      await taskRpc(handler, method, never, as('ada')),
    ]
    for (const { status, body } of replies) expect({ status, error: body?.error }).toEqual({ status: 200, error: unknown })
    await vi.waitFor(async () => expect(await getTask(handler, taskId, as('ada'))).toMatchObject({ status: 'input_required' }))
    expect(paid).toBe(0)
  })

  it('is not there for the principal that comes after nobody, nor for nobody after one', async () => {
    const handler = serve()
    const { taskId } = await callForTask(handler, 'secret')
    expect((await taskRpc(handler, 'tasks/get', { taskId }, as('ada'))).body?.error).toEqual(unknown)
    expect((await awaitTask(handler, taskId)).status).toBe('completed')
  })

  it('goes on for the one it was made for, with a state bound to that one', async () => {
    const taskStorage = makeStorage()
    const { taskId } = await callForTask(serve({ taskStorage }), 'pay', {}, as('ada'))
    await vi.waitFor(async () => expect(await getTask(serve({ taskStorage }), taskId, as('ada'))).toMatchObject({ status: 'input_required' }))
    await taskRpc(serve({ taskStorage }), 'tasks/update', { taskId, inputResponses: { ok: { action: 'accept' } } }, as('ada'))
    await vi.waitFor(async () => expect(await getTask(serve({ taskStorage }), taskId, as('ada'))).toMatchObject({ status: 'completed', result: { content: [{ text: 'paid' }] } }))
    expect(paid).toBe(7)
  })

  it('says nothing through a resolver that turns requests away', async () => {
    const handler = serve()
    const { taskId } = await callForTask(handler, 'secret', {}, as('ada'))
    const strict = serve({ principal: () => {
      throw new Error('not signed in')
    } })
    for (const id of [taskId, '00000000-0000-4000-8000-000000000000']) expect((await taskRpc(strict, 'tasks/get', { taskId: id })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    expect((await taskRpc(strict, 'tools/call', { name: 'secret' })).body?.result).toMatchObject({ isError: true })
  })

  it('is not there on another endpoint that shares the storage', async () => {
    const taskStorage = makeStorage()
    const { taskId } = await callForTask(serve({ taskStorage }), 'secret', {}, as('ada'))
    expect((await taskRpc(serve({ taskStorage, route: '/admin' }), 'tasks/get', { taskId }, as('ada'))).body?.error).toEqual(unknown)
    expect(await getTask(serve({ taskStorage }), taskId, as('ada'))).toMatchObject({ taskId })
  })
})

describe('an id', () => {
  it('has 122 random bits, and no two are alike', proves('tasks/ids'), async () => {
    const handler = serve()
    const ids = await Promise.all(Array.from({ length: 200 }, async () => (await callForTask(handler, 'secret')).taskId))
    expect(new Set(ids).size).toBe(200)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    // Nothing of one id is in the next, but for the version and the variant.
    const fixed = [...ids[0]!].filter((character, index) => ids.every(id => id[index] === character)).join('')
    expect(fixed).toBe('--4--')
  })

  it('of another form never reaches the storage', async () => {
    const storage = makeStorage()
    const asked: string[] = []
    const handler = serve({ taskStorage: { ...storage, getItem: async (key) => {
      asked.push(key)
      return storage.getItem(key)
    } } })
    const { taskId } = await callForTask(handler, 'secret')
    await awaitTask(handler, taskId)
    asked.length = 0
    for (const id of ['', 'x', `${taskId}:record`, `${taskId}:cancelled`, `../${taskId}`, taskId.toUpperCase(), `${taskId}\n`, ` ${taskId}`, '__proto__']) {
      const { body } = await taskRpc(handler, 'tasks/get', { taskId: id }, { headers: { 'mcp-name': `=?base64?${Buffer.from(id).toString('base64')}?=` } })
      expect([id, body?.error]).toEqual([id, unknown])
    }
    for (const id of [undefined, null, 7, {}, [taskId]]) expect((await taskRpc(handler, 'tasks/get', { taskId: id }, { headers: { 'mcp-name': null } })).body?.error).toEqual(unknown)
    expect(asked).toEqual([])
  })

  it('finds no record by another spelling, in a storage that has one for both', async () => {
    const storage = makeStorage()
    const handler = serve({ taskStorage: storage })
    const { taskId } = await callForTask(handler, 'secret')
    await awaitTask(handler, taskId)
    const other = '00000000-0000-4000-8000-000000000000'
    storage.items.set(`${other}:record`, storage.items.get(`${taskId}:record`)!)
    expect((await taskRpc(handler, 'tasks/get', { taskId: other })).body?.error).toEqual(unknown)
  })

  it('stays out of what is reported', async () => {
    const reported: unknown[] = []
    const storage = makeStorage()
    let isDown = false
    const handler = serve({ taskStorage: { ...storage, getItem: key => isDown ? Promise.reject(new Error('down')) : storage.getItem(key) }, onError: (_, source) => reported.push(source) })
    const { taskId } = await callForTask(handler, 'secret')
    await awaitTask(handler, taskId)
    isDown = true
    expect((await taskRpc(handler, 'tasks/get', { taskId })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    expect(reported).toHaveLength(1)
    expect(JSON.stringify(reported)).not.toContain(taskId)
  })
})

describe('an expired task', () => {
  it('is gone, from the storage too, and is not brought back by its handler', proves('tasks/ids'), async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const storage = makeStorage()
      const handler = serve({ taskStorage: storage })
      const { taskId } = await callForTask(handler, 'pay', {}, as('ada'))
      const { taskId: short, createdAt } = await callForTask(handler, 'secret', {}, as('ada'))
      await vi.waitFor(async () => expect(await getTask(handler, short, as('ada'))).toMatchObject({ status: 'completed' }))
      vi.setSystemTime(Date.parse(createdAt) + 59_999)
      expect(await getTask(handler, short, as('ada'))).toMatchObject({ status: 'completed' })
      vi.setSystemTime(Date.parse(createdAt) + 60_000)
      for (const method of everyMethod) expect((await taskRpc(handler, method, { taskId: short, inputResponses: {} }, as('ada'))).body?.error).toEqual(unknown)
      expect([...storage.items.keys()]).toEqual([`${taskId}:record`])
      vi.setSystemTime(Date.now() + 3_600_000)
      await callForTask(handler, 'secret', {}, as('ada'))
      expect([...storage.items.keys()].filter(key => key.startsWith(taskId))).toEqual([])
    }
    finally {
      vi.useRealTimers()
    }
  })

  it('aborts what still runs', async () => {
    let reason: unknown
    const tool = defineTool({ name: 'long', task: { ttlMs: 30 }, handler: event => new Promise<string>((resolve) => {
      event.context.mcp.signal.addEventListener('abort', () => {
        reason = event.context.mcp.signal.reason
        resolve('late')
      })
    }) })
    const storage = makeStorage()
    const handler = serve({ tools: [tool], taskStorage: storage })
    const { taskId } = await callForTask(handler, 'long')
    await vi.waitFor(() => expect(reason).toBeInstanceOf(DOMException))
    expect((await taskRpc(handler, 'tasks/get', { taskId })).body?.error).toEqual(unknown)
    expect([...storage.items]).toEqual([])
  })
})

it('takes no more tasks into memory than it can hold', () => {
  const storage = new MemoryTaskStorage()
  for (let count = 0; count < 10_000; count++) storage.setItem(`${count}`, '{}')
  expect(() => storage.setItem('one more', '{}')).toThrow('nitro-mcp: the memory for tasks is full, and no more are taken. Lower ttlMs, or give taskStorage.')
  storage.setItem('7', '{}')
  storage.removeItem('8')
  storage.setItem('one more', '{}')
})
