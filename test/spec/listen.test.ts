import { describe, expect, it, vi } from 'vitest'
import { createMcpBus, createMcpHandler, createMcpNotify, defineTool, type McpBus, type McpHandler, type McpHandlerOptions, type McpNotification } from 'nitro-mcp'
import { legacy, modern } from '../helpers/rpc.ts'
import { proves } from '../helpers/proves.ts'
import { openStream, type OpenedStream } from '../helpers/stream.ts'
import { specServer } from './server.ts'

const subscriptionId = 'io.modelcontextprotocol/subscriptionId'
const everyList = { toolsListChanged: true, promptsListChanged: true, resourcesListChanged: true }

const listen = (handler: McpHandler, notifications: unknown, options: Parameters<typeof openStream>[3] = {}): Promise<OpenedStream> =>
  openStream(handler, 'subscriptions/listen', { notifications }, options)

/** Listening, and what was granted. */
async function listening(handler: McpHandler, notifications: unknown, options?: Parameters<typeof openStream>[3]): Promise<OpenedStream & { granted: unknown }> {
  const stream = await listen(handler, notifications, options)
  const ack = await stream.next() as { method: string, params: { notifications: unknown } }
  expect(ack.method).toBe('notifications/subscriptions/acknowledged')
  return { ...stream, granted: ack.params.notifications }
}

const methodsOf = (messages: unknown[]) => messages.map(message => (message as { method?: string }).method ?? 'result')

describe('a stream that listens', () => {
  it('opens with what was granted, and names the subscription in all that follows, with the type of its id', proves('listen/ack-first', 'listen/tagged'), async () => {
    for (const id of ['listen:1', '7', 7, 0, '']) {
      const handler = specServer()
      const stream = await listen(handler, { toolsListChanged: true, resourceSubscriptions: ['spec://about'] }, { id })
      expect(stream.response.status).toBe(200)
      expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
      const _meta = { [subscriptionId]: id }
      expect(await stream.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { notifications: { toolsListChanged: true, resourceSubscriptions: ['spec://about'] }, _meta } })
      await handler.notify.toolsChanged()
      await handler.notify.resourceUpdated('spec://about')
      handler.close()
      expect(await stream.rest()).toEqual([
        { jsonrpc: '2.0', method: 'notifications/tools/list_changed', params: { _meta } },
        { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'spec://about', _meta } },
        { jsonrpc: '2.0', id, result: { resultType: 'complete', _meta: { ..._meta, 'io.modelcontextprotocol/serverInfo': { name: 'spec', version: '1.0.0' } } } },
      ])
    }
  })

  it('acknowledges before anything that happened while it was opened', async () => {
    const bus = createMcpBus()
    const notify = createMcpNotify(bus)
    const eager: McpBus = {
      publish: bus.publish,
      subscribe(listener) {
        const unsubscribe = bus.subscribe(listener)
        void notify.toolsChanged()
        return unsubscribe
      },
    }
    const handler = specServer({ bus: eager })
    const stream = await listen(handler, everyList)
    await notify.promptsChanged()
    handler.close()
    expect(methodsOf(await stream.rest())).toEqual(['notifications/subscriptions/acknowledged', 'notifications/prompts/list_changed', 'result'])
  })

  it('carries only what was asked for', proves('listen/only-asked'), async () => {
    const handler = specServer()
    const stream = await listening(handler, { promptsListChanged: true, toolsListChanged: false })
    expect(stream.granted).toEqual({ promptsListChanged: true })
    await handler.notify.toolsChanged()
    await handler.notify.resourcesChanged()
    await handler.notify.resourceUpdated('spec://about')
    await handler.notify.promptsChanged()
    handler.close()
    expect(methodsOf(await stream.rest())).toEqual(['notifications/prompts/list_changed', 'result'])
  })

  it('is not granted what the server does not declare, and hears nothing of it', proves('listen/ack-subset'), async () => {
    const handler = createMcpHandler({ name: 'tools only', version: '1', tools: [defineTool({ name: 'a', handler: () => 'a' })] })
    const stream = await listening(handler, { ...everyList, resourceSubscriptions: ['spec://about'] })
    expect(stream.granted).toEqual({ toolsListChanged: true })
    for (const change of ['promptsChanged', 'resourcesChanged', 'toolsChanged'] as const) await handler.notify[change]()
    await handler.notify.resourceUpdated('spec://about')
    handler.close()
    expect(methodsOf(await stream.rest())).toEqual(['notifications/tools/list_changed', 'result'])
  })

  it('is granted the resources that exist, each once, and hears of exactly those', proves('listen/updated'), async () => {
    const handler = specServer()
    const stream = await listening(handler, { resourceSubscriptions: ['spec://about', 'spec://orders/7', 'spec://nothing', 'spec://orders/7'] })
    expect(stream.granted).toEqual({ resourceSubscriptions: ['spec://about', 'spec://orders/7'] })
    for (const uri of ['spec://orders/8', 'spec://orders/7/lines', 'spec://nothing', 'spec://orders', 'spec://orders/7']) await handler.notify.resourceUpdated(uri)
    handler.close()
    expect(await stream.rest()).toMatchObject([{ params: { uri: 'spec://orders/7' } }, { result: {} }])
  })

  it('is independent of other streams, even of the same id', proves('listen/independent'), async () => {
    const handler = specServer()
    const tools = await listening(handler, { toolsListChanged: true })
    const prompts = await listening(handler, { promptsListChanged: true })
    await handler.notify.toolsChanged()
    await tools.cancel()
    await handler.notify.toolsChanged()
    await handler.notify.promptsChanged()
    handler.close()
    expect(methodsOf(await prompts.rest())).toEqual(['notifications/prompts/list_changed', 'result'])
  })

  it('hears what a tool tells during its call', async () => {
    const handler = specServer({ tools: [defineTool({ name: 'rename', handler: async (event) => {
      await event.context.mcp.notify.toolsChanged()
      return 'renamed'
    } })] })
    const stream = await listening(handler, { toolsListChanged: true })
    const reply = await modern(handler, 'tools/call', { name: 'rename' })
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(await stream.next()).toMatchObject({ method: 'notifications/tools/list_changed' })
    await stream.cancel()
  })

  it('carries neither progress nor log messages', proves('listen/no-progress'), async () => {
    const handler = specServer({ tools: [defineTool({ name: 'run', handler(event) {
      event.context.mcp.progress(1)
      event.context.mcp.log('error', 'x')
      return 'done'
    } })] })
    const stream = await listening(handler, everyList, { meta: { 'progressToken': 1, 'io.modelcontextprotocol/logLevel': 'debug' } })
    await (await openStream(handler, 'tools/call', { name: 'run' }, { meta: { 'progressToken': 1, 'io.modelcontextprotocol/logLevel': 'debug' } })).rest()
    handler.close()
    expect(methodsOf(await stream.rest())).toEqual(['result'])
  })
})

describe('a malformed request to listen', () => {
  it.each([
    [undefined, 'subscriptions/listen: notifications must be an object that says what to listen for.'],
    [null, 'notifications must be an object'],
    [[], 'notifications must be an object'],
    ['all', 'notifications must be an object'],
    [{ toolsListChanged: 'yes' }, 'notifications.toolsListChanged must be true or false.'],
    [{ resourceSubscriptions: 'spec://about' }, 'notifications.resourceSubscriptions must be a list of URIs.'],
    [{ resourceSubscriptions: [1] }, 'notifications.resourceSubscriptions must be a list of URIs.'],
    [{ resourceSubscriptions: Array.from({ length: 10 }, () => 'x'.repeat(6554)) }, 'may have 65536 characters in all.'],
  ])('is refused: %#', proves('listen/malformed'), async (notifications, message) => {
    const reply = await modern(specServer(), 'subscriptions/listen', notifications === undefined ? {} : { notifications })
    expect(reply.headers.get('content-type')).toBe('application/json')
    expect(reply.body?.error).toMatchObject({ code: -32602, message: expect.stringContaining(message) })
  })

  it('may name what is not known here', async () => {
    const handler = specServer()
    expect((await listening(handler, { taskIds: ['a'], toolsListChanged: true })).granted).toEqual({ toolsListChanged: true })
    handler.close()
  })
})

describe('capabilities', () => {
  it('say on 2026-07-28 that clients may listen, and not on the revisions of 2025', proves('listen/declared'), async () => {
    const declared = (await modern(specServer(), 'server/discover')).body?.result?.capabilities
    expect(declared).toEqual({ tools: { listChanged: true }, prompts: { listChanged: true }, resources: { listChanged: true, subscribe: true }, completions: {}, logging: {} })
    const initialized = await legacy(specServer(), 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } })
    expect(JSON.stringify(initialized.body?.result?.capabilities)).not.toContain('listChanged')
    expect((await legacy(specServer(), 'subscriptions/listen', { notifications: {} })).body?.error?.code).toBe(-32601)
  })

  it('say nothing when there are no subscriptions, and the method is not found', async () => {
    const handler = specServer({ subscriptions: false })
    expect((await modern(handler, 'server/discover')).body?.result?.capabilities).toEqual({ tools: {}, prompts: {}, resources: {}, completions: {}, logging: {} })
    expect(await modern(handler, 'subscriptions/listen', { notifications: {} })).toMatchObject({ status: 404, body: { id: 1, error: { code: -32601, message: 'Method not found: subscriptions/listen' } } })
    handler.close()
  })
})

describe('bounds', () => {
  it('refuse one stream more than the cap, until another one ends', proves('listen/bounded'), async () => {
    const seen: unknown[] = []
    const handler = specServer({ subscriptions: { max: 2 }, onError: error => seen.push(error) })
    const first = await listening(handler, everyList)
    const second = await listening(handler, everyList)
    expect(await modern(handler, 'subscriptions/listen', { notifications: everyList })).toMatchObject({ status: 200, body: { error: { code: -32603, message: 'All 2 subscriptions of this server are taken; try again later.' } } })
    expect(seen).toHaveLength(1)
    await first.cancel()
    const third = await vi.waitFor(() => listening(handler, everyList))
    await handler.notify.toolsChanged()
    handler.close()
    expect(methodsOf(await second.rest())).toEqual(methodsOf(await third.rest()))
  })

  it('count a request that failed as none', async () => {
    let fail = true
    const bus = createMcpBus()
    const handler = specServer({ subscriptions: { max: 1 }, bus: { publish: bus.publish, subscribe: (listener) => {
      if (fail) throw new Error('redis://secret is down')
      return bus.subscribe(listener)
    } } })
    expect((await modern(handler, 'subscriptions/listen', { notifications: everyList })).body?.error).toEqual({ code: -32603, message: 'Internal error.' })
    fail = false
    await listening(handler, everyList)
    handler.close()
  })

  it('free the place of a client that goes away while the bus is waited for', proves('listen/close'), async () => {
    let connect = () => {}
    const connected = new Promise<void>(resolve => connect = resolve)
    let isWaiting = false
    const bus = createMcpBus()
    const handler = specServer({ subscriptions: { max: 1 }, bus: { publish: bus.publish, subscribe: async (listener) => {
      isWaiting = true
      await connected
      return bus.subscribe(listener)
    } } })
    const controller = new AbortController()
    const gone = listen(handler, everyList, { signal: controller.signal })
    await vi.waitFor(() => expect(isWaiting).toBe(true))
    expect((await modern(handler, 'subscriptions/listen', { notifications: everyList })).body?.error?.code).toBe(-32603)
    controller.abort()
    connect()
    await gone
    await vi.waitFor(() => listening(handler, everyList))
    handler.close()
  })

  it('end a stream in good order when its time is over, and leave no timer', proves('listen/graceful', 'listen/keep-alive'), async () => {
    vi.useFakeTimers()
    try {
      const handler = specServer({ subscriptions: { ttlMs: 40_000 } })
      const stream = await listen(handler, everyList)
      await vi.advanceTimersByTimeAsync(39_999)
      const text = stream.text()
      await vi.advanceTimersByTimeAsync(1)
      expect((await text).match(/^:$/gm)).toHaveLength(2)
      expect(await text).toMatch(/"result":\{"resultType":"complete".*\}\n\n$/)
      expect(vi.getTimerCount()).toBe(0)
    }
    finally {
      vi.useRealTimers()
    }
  })

  it('let a client go that does not read', async () => {
    vi.useFakeTimers()
    try {
      const handler = specServer({ subscriptions: { max: 1 } })
      await listen(handler, everyList)
      for (let count = 0; count < 1100; count++) await handler.notify.toolsChanged()
      expect((await modern(handler, 'subscriptions/listen', { notifications: everyList })).body?.error?.code).toBe(-32603)
      await vi.advanceTimersByTimeAsync(15_000)
      expect((await listen(handler, everyList)).response.headers.get('content-type')).toBe('text/event-stream')
      handler.close()
      await vi.advanceTimersByTimeAsync(0)
      expect(vi.getTimerCount()).toBe(0)
    }
    finally {
      vi.useRealTimers()
    }
  })

  it.each<[Partial<McpHandlerOptions>, string]>([
    [{ subscriptions: { max: 0 } }, 'subscriptions.max must be a whole number above 0, not 0. To declare none, write subscriptions: false.'],
    [{ subscriptions: { ttlMs: Infinity } }, 'subscriptions.ttlMs must be above 0 and at most 2147483647 milliseconds, not Infinity.'],
    [{ subscriptions: { ttlMs: Number.NaN } }, 'subscriptions.ttlMs must be above 0'],
    [{ bus: { publish: () => {} } as unknown as McpBus }, 'createMcpHandler: a bus needs the functions publish and subscribe.'],
  ])('are checked: %j', (options, message) => {
    expect(() => specServer(options)).toThrow(new TypeError(message.startsWith('create') ? message : `createMcpHandler: ${message}`).message)
  })
})

describe('shutdown', () => {
  it('refuses new streams and serves calls', async () => {
    const handler = specServer()
    handler.close()
    expect((await modern(handler, 'subscriptions/listen', { notifications: {} })).body?.error).toEqual({ code: -32603, message: 'This server is shutting down; listen to another instance.' })
    expect((await modern(handler, 'tools/call', { name: 'echo', arguments: { text: 'hi' } })).body?.result).toMatchObject({ content: [{ text: 'hi' }] })
  })
})

describe('a bus', () => {
  function countedBus() {
    const bus = createMcpBus()
    const links = { up: 0, made: 0 }
    const counted: McpBus = {
      publish: bus.publish,
      subscribe: async (listener) => {
        const unsubscribe = await bus.subscribe(listener)
        links.up++
        links.made++
        return () => {
          links.up--
          return unsubscribe()
        }
      },
    }
    return { bus: counted, links }
  }

  it('carries notifications from one instance to another, as plain JSON', async () => {
    const bus = createMcpBus()
    const overTheWire: McpBus = {
      publish: notification => bus.publish(JSON.parse(JSON.stringify(notification)) as McpNotification),
      subscribe: bus.subscribe,
    }
    const here = specServer({ bus: overTheWire, subscriptions: false })
    const there = specServer({ bus: overTheWire })
    const stream = await listening(there, { resourceSubscriptions: ['spec://about'] })
    await here.notify.resourceUpdated('spec://about')
    expect(await stream.next()).toMatchObject({ method: 'notifications/resources/updated', params: { uri: 'spec://about' } })
    await stream.cancel()
  })

  it('is subscribed to once, while anybody listens', async () => {
    const { bus, links } = countedBus()
    const handler = specServer({ bus })
    expect(links.up).toBe(0)
    const streams = await Promise.all([listening(handler, everyList), listening(handler, everyList), listening(handler, everyList)])
    expect(links).toEqual({ up: 1, made: 1 })
    await Promise.all(streams.map(stream => stream.cancel()))
    await vi.waitFor(() => expect(links.up).toBe(0))
    const again = await listening(handler, everyList)
    expect(links).toEqual({ up: 1, made: 2 })
    await handler.notify.toolsChanged()
    handler.close()
    expect(methodsOf(await again.rest())).toEqual(['notifications/tools/list_changed', 'result'])
    await vi.waitFor(() => expect(links.up).toBe(0))
  })

  it('may bring what is not known here, which goes nowhere', async () => {
    const bus = createMcpBus()
    const handler = specServer({ bus })
    const stream = await listening(handler, { ...everyList, resourceSubscriptions: ['spec://about'] })
    for (const strange of [null, 'x', {}, { method: 'notifications/message', params: {} }, { method: 'notifications/resources/updated' }, { method: 'constructor' }]) bus.publish(strange as McpNotification)
    handler.close()
    expect(methodsOf(await stream.rest())).toEqual(['result'])
  })

  it('does not fail the one who notifies when it fails', async () => {
    const seen: unknown[] = []
    for (const publish of [() => Promise.reject(new Error('down')), () => {
      throw new Error('down')
    }]) {
      const handler = specServer({ bus: { publish, subscribe: () => () => {} }, onError: (error, source) => seen.push([String(error), source]) })
      await expect(handler.notify.promptsChanged()).resolves.toBeUndefined()
    }
    expect(seen).toEqual([0, 1].map(() => ['Error: down', { method: 'notifications/prompts/list_changed' }]))
  })

  it('is reported when it can\'t be left', async () => {
    const seen: unknown[] = []
    const handler = specServer({ bus: { publish: () => {}, subscribe: () => () => Promise.reject(new Error('stuck')) }, onError: (error, source) => seen.push([String(error), source]) })
    await (await listening(handler, everyList)).cancel()
    await vi.waitFor(() => expect(seen).toEqual([['Error: stuck', { method: 'subscriptions/listen' }]]))
  })

  it.each(['orders/7', '', 7, undefined])('is not told of %j, which is no URI', (uri) => {
    expect(() => specServer().notify.resourceUpdated(uri as string)).toThrow(new TypeError(`resourceUpdated: ${JSON.stringify(uri)} is not a URI.`))
  })
})
