import { afterEach, describe, expect, test, vi } from 'vitest'
import { keyQuestions, type TaskRecord } from '../../src/core/tasks/record.ts'
import { StatusMessages } from '../../src/core/tasks/status-messages.ts'
import { TaskStore } from '../../src/core/tasks/store.ts'
import { listRoots } from '../../src/core/roots.ts'
import { createMcpHandler } from '../../src/core/handler.ts'
import { defineTool } from '../../src/core/tool.ts'

/** Options that the types refuse, as plain JavaScript may hold them. */
const untyped = (task: unknown) => (defineTool as (options: unknown) => { task?: unknown })({ task, handler: () => 'x' })

describe('the option', () => {
  test('is off, all defaults, or some of them', () => {
    const defaults = { required: false, start: 'auto', ttlMs: 3_600_000, pollIntervalMs: 1000 }
    expect(untyped(undefined)).not.toHaveProperty('task')
    expect(untyped(false)).not.toHaveProperty('task')
    expect(untyped(true).task).toEqual(defaults)
    expect(untyped({}).task).toEqual(defaults)
    expect(untyped({ required: true, start: 'manual', ttlMs: 2_147_483_647, pollIntervalMs: undefined }).task).toEqual({ ...defaults, required: true, start: 'manual', ttlMs: 2_147_483_647 })
  })

  test.each([
    ['required', 'task must be a boolean or an object, not "required".'],
    [null, 'task must be a boolean or an object, not null.'],
    [{ required: 1 }, 'task.required must be a boolean, not 1.'],
    [{ start: 'later' }, 'task.start must be "auto" or "manual", not "later".'],
    [{ ttlMs: Infinity }, 'task.ttlMs must be a whole number of milliseconds from 1 to 2147483647, not Infinity.'],
    [{ ttlMs: 2_147_483_648 }, 'task.ttlMs must be'],
    [{ pollIntervalMs: 0 }, 'task.pollIntervalMs must be'],
    [{ pollIntervalMs: 1.5 }, 'task.pollIntervalMs must be'],
    [{ ttl: 5 }, 'task.ttl is no option. There are: required, start, ttlMs, pollIntervalMs.'],
    [{ constructor: 5 }, 'task.constructor is no option.'],
  ])('refuses %j', (task, message) => {
    expect(() => untyped(task)).toThrow(TypeError)
    expect(() => untyped(task)).toThrow(`defineTool: ${message}`)
  })

  test('a storage has three methods', () => {
    const taskStorage = { getItem: () => null, setItem: () => {} }
    expect(() => createMcpHandler({ name: 'a', version: '1', taskStorage: taskStorage as never })).toThrow('createMcpHandler: taskStorage must have getItem, setItem and removeItem, as a storage of unstorage has.')
    expect(() => createMcpHandler({ name: 'a', version: '1', taskStorage: null as never })).toThrow(TypeError)
  })
})

test('questions keep their names until one was used, and never share a key', () => {
  const request = listRoots()
  const keysOf = (names: string[], used: string[]) => keyQuestions(Object.fromEntries(names.map(name => [name, request])), used).map(({ key, name }) => `${name}=${key}`)
  expect(keysOf(['a', 'b'], [])).toEqual(['a=a', 'b=b'])
  expect(keysOf(['a', 'a-2', 'b'], ['a'])).toEqual(['a=a-3', 'a-2=a-2', 'b=b'])
  expect(keysOf(['a', 'a-2'], ['a', 'a-2', 'a-2-2'])).toEqual(['a=a-3', 'a-2=a-2-3'])
  expect(keysOf(['__proto__', 'constructor'], ['__proto__'])).toEqual(['__proto__=__proto__-2', 'constructor=constructor'])
})

describe('status messages', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('are written at most once a second, the last of them', async () => {
    vi.useFakeTimers()
    const written: string[] = []
    const messages = new StatusMessages(async message => void written.push(message))
    for (const message of ['a', 'b']) messages.tell(message)
    await vi.advanceTimersByTimeAsync(0)
    expect(written).toEqual(['b'])
    for (const message of ['c', 'd']) messages.tell(message)
    await vi.advanceTimersByTimeAsync(999)
    expect(written).toEqual(['b'])
    await vi.advanceTimersByTimeAsync(1)
    expect(written).toEqual(['b', 'd'])
    messages.tell('e')
    messages.stop()
    messages.tell('f')
    await vi.advanceTimersByTimeAsync(5000)
    expect(written).toEqual(['b', 'd'])
  })

  test('go on after one that could not be written', async () => {
    vi.useFakeTimers()
    const tried: string[] = []
    const messages = new StatusMessages((message) => {
      tried.push(message)
      return Promise.reject(new Error('down'))
    })
    messages.tell('a')
    await vi.advanceTimersByTimeAsync(0)
    messages.tell('b')
    await vi.advanceTimersByTimeAsync(1000)
    expect(tried).toEqual(['a', 'b'])
  })
})

test('work on one task is done one after the other, also after a failure', async () => {
  const store = new TaskStore()
  const steps: string[] = []
  const step = (name: string, fails = false) => store.exclusive('id', async () => {
    steps.push(`${name} begins`)
    await new Promise(resolve => setTimeout(resolve, 2))
    steps.push(`${name} ends`)
    if (fails) throw new Error(name)
  })
  const results = await Promise.allSettled([step('a', true), step('b')])
  expect(steps).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

describe('a run', () => {
  const record = (): TaskRecord => ({
    taskId: globalThis.crypto.randomUUID(), principal: null, audience: '/mcp', call: { tool: 'x', protocolVersion: '2026-07-28', clientCapabilities: {} },
    createdAt: Date.now(), updatedAt: Date.now(), ttlMs: 60_000, pollIntervalMs: 1000, run: 'first', round: 0, keys: ['a'],
    phase: { status: 'input_required', questions: [{ key: 'a', name: 'a', request: listRoots() }], requestState: 's' },
  })

  test('writes only while the task is its own', async () => {
    const store = new TaskStore()
    const made = record()
    await store.create(made)
    const view = await store.answer(made, { a: { roots: [] } })
    expect(view?.answers).toMatchObject([{ value: { roots: [] } }])
    const claims = await Promise.all([store.claim(view!, 'second'), store.claim(view!, 'third')])
    expect(claims).toMatchObject([{ run: 'second', round: 1, phase: { status: 'working' } }, undefined])
    await store.update(made.taskId, 'first', () => ({ statusMessage: 'from the past' }))
    expect(await store.read(made.taskId)).not.toHaveProperty('statusMessage')
    await store.update(made.taskId, 'second', () => ({ statusMessage: 'from the owner' }))
    expect(await store.read(made.taskId)).toMatchObject({ statusMessage: 'from the owner' })
  })

  test('does not take up what was cancelled', async () => {
    const store = new TaskStore()
    const made = record()
    await store.create(made)
    const view = await store.answer(made, { a: { roots: [] } })
    expect(await store.cancel(made)).toBe(true)
    expect(await store.cancel(made)).toBe(false)
    expect(await store.claim(view!, 'second')).toBeUndefined()
    expect(await store.answer(made, { a: { roots: [] } })).toBeUndefined()
  })
})
