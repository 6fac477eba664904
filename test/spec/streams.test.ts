import { describe, expect, it, vi } from 'vitest'
import { defineTool, type McpEvent } from 'nitro-mcp'
import { proves } from '../helpers/proves.ts'
import { legacy, modern } from '../helpers/rpc.ts'
import { openStream, type OpenedStream } from '../helpers/stream.ts'
import { specServer } from './server.ts'

const logLevel = 'io.modelcontextprotocol/logLevel'

function serverWith(run: (event: McpEvent) => unknown) {
  return specServer({ tools: [defineTool({ name: 'run', handler: async (event) => {
    await run(event)
    return 'done'
  } })] })
}

const call = (run: (event: McpEvent) => unknown, options: Parameters<typeof openStream>[3] = {}): Promise<OpenedStream> =>
  openStream(serverWith(run), 'tools/call', { name: 'run' }, options)

describe('a reply', () => {
  it('stays JSON when nothing is sent before it', proves('stream/lazy@modern', 'http/json-or-stream@modern'), async () => {
    const reply = await modern(serverWith(() => {}), 'tools/call', { name: 'run' }, { meta: { progressToken: 1 } })
    expect(reply.headers.get('content-type')).toBe('application/json')
  })

  it('becomes a stream with the first notification, and ends with the result', proves('stream/headers', 'stream/ends@modern', 'http/json-or-stream@modern'), async () => {
    const stream = await call(event => event.context.mcp.progress(1, 2, 'half'), { meta: { progressToken: 'p' } })
    expect(stream.response.status).toBe(200)
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' })
    expect(await stream.rest()).toEqual([
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 'p', progress: 1, total: 2, message: 'half' } },
      expect.objectContaining({ id: 1, result: expect.objectContaining({ resultType: 'complete' }) }),
    ])
  })

  it('is readable while the tool still works', async () => {
    let finish = () => {}
    const gate = new Promise<void>(resolve => finish = resolve)
    const stream = await call(async (event) => {
      event.context.mcp.progress(1)
      await gate
    }, { meta: { progressToken: 1 } })
    expect(await stream.next()).toMatchObject({ method: 'notifications/progress' })
    finish()
    expect(await stream.next()).toMatchObject({ id: 1 })
    expect(await stream.next()).toBeUndefined()
  })

  it('keeps its own status when it fails before anything is sent, and not after', proves('stream/lazy@modern', 'stream/late-error'), async () => {
    const ask = (event: McpEvent) => event.context.mcp.requireClientCapability('sampling')
    expect(await modern(serverWith(ask), 'tools/call', { name: 'run' }, { capabilities: {} })).toMatchObject({ status: 400, body: { error: { code: -32021 } } })
    const late = await call((event) => {
      event.context.mcp.progress(1)
      ask(event)
    }, { meta: { progressToken: 1 }, capabilities: {} })
    expect(late.response.status).toBe(200)
    expect((await late.rest()).at(-1)).toMatchObject({ id: 1, error: { code: -32021 } })
  })

  it('sends nothing after the result', proves('progress/over@modern'), async () => {
    let late = () => {}
    const stream = await call((event) => {
      event.context.mcp.progress(1)
      late = () => event.context.mcp.progress(2)
    }, { meta: { progressToken: 1 } })
    expect(await stream.rest()).toHaveLength(2)
    expect(late).not.toThrow()
  })

  it('says that it is alive while nothing happens', proves('stream/keep-alive'), async () => {
    vi.useFakeTimers()
    try {
      let finish = () => {}
      const stream = await call(async (event) => {
        event.context.mcp.progress(1)
        await new Promise<void>(resolve => finish = resolve)
      }, { meta: { progressToken: 1 } })
      await vi.advanceTimersByTimeAsync(31_000)
      finish()
      const text = await stream.text()
      expect(text.match(/^:$/gm)).toHaveLength(2)
      expect(vi.getTimerCount()).toBe(0)
    }
    finally {
      vi.useRealTimers()
    }
  })
})

describe('progress', () => {
  it('keeps the type of the token and drops what does not grow', proves('progress/token@modern', 'progress/grows@modern'), async () => {
    const stream = await call((event) => {
      for (const value of [0, 50, 50, 20, 100]) event.context.mcp.progress(value, 100)
    }, { meta: { progressToken: 7 } })
    const notes = (await stream.rest()).slice(0, -1) as { params: { progress: number, progressToken: unknown } }[]
    expect(notes.map(note => note.params.progress)).toEqual([0, 50, 100])
    expect(notes[0]!.params.progressToken).toBe(7)
  })

  it('can be taken out of the context', async () => {
    const stream = await call((event) => {
      const { log, progress } = event.context.mcp
      progress(1)
      log('error', 'x')
    }, { meta: { progressToken: 1, [logLevel]: 'error' } })
    expect(await stream.rest()).toHaveLength(3)
  })

  it('is not sent to a client that asked for none', proves('progress/unasked@modern'), async () => {
    expect((await modern(serverWith(event => event.context.mcp.progress(1)), 'tools/call', { name: 'run' })).headers.get('content-type')).toBe('application/json')
  })

  it('refuses what is no number', async () => {
    const seen: unknown[] = []
    const server = specServer({ onError: error => seen.push(error), tools: [defineTool({ name: 'run', handler: event => event.context.mcp.progress(Number.NaN) as undefined })] })
    await modern(server, 'tools/call', { name: 'run' }, { meta: { progressToken: 1 } })
    expect(String(seen[0])).toContain('must be finite numbers')
  })

  it('is streamed to a 2025 client that reads streams, and only there', proves('legacy/json-only', 'progress/token@legacy', 'stream/ends@legacy', 'http/json-or-stream@legacy'), async () => {
    const handler = serverWith(event => event.context.mcp.progress(1))
    const params = { name: 'run', _meta: { progressToken: 1 } }
    const stream = await openStream(handler, 'tools/call', params, { era: 'legacy' })
    expect(await stream.rest()).toEqual([expect.objectContaining({ method: 'notifications/progress' }), { jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: 'done' }] } }])
    expect((await legacy(handler, 'tools/call', params, { headers: { accept: 'application/json' } })).body?.result).toMatchObject({ content: [{ text: 'done' }] })
  })
})

describe('log messages', () => {
  const chatty = (event: McpEvent) => {
    for (const level of ['debug', 'info', 'error'] as const) event.context.mcp.log(level, { at: level }, 'shop')
  }
  const levels = async (stream: OpenedStream) => (await stream.rest()).slice(0, -1).map(note => (note as { params: { level: string } }).params.level)

  it('are sent from the level on that the request names', proves('logging/threshold'), async () => {
    expect(await levels(await call(chatty, { meta: { [logLevel]: 'info' } }))).toEqual(['info', 'error'])
    expect(await levels(await call(chatty, { meta: { [logLevel]: 'debug' } }))).toEqual(['debug', 'info', 'error'])
  })

  it('carry their data and logger', proves('logging/shape@modern'), async () => {
    const stream = await call(event => event.context.mcp.log('error', { at: 1 }, 'shop'), { meta: { [logLevel]: 'error' } })
    expect(await stream.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', logger: 'shop', data: { at: 1 } } })
  })

  it('are not sent to a request that names none', proves('logging/level'), async () => {
    expect((await modern(serverWith(chatty), 'tools/call', { name: 'run' })).headers.get('content-type')).toBe('application/json')
  })

  it('are sent to 2025 clients from info on, whatever they set', proves('legacy/log-level', 'logging/shape@legacy'), async () => {
    const handler = serverWith(chatty)
    expect((await legacy(handler, 'logging/setLevel', { level: 'debug' })).body?.result).toEqual({})
    expect((await legacy(handler, 'logging/setLevel', { level: 'loud' })).body?.error?.code).toBe(-32602)
    expect(await levels(await openStream(handler, 'tools/call', { name: 'run' }, { era: 'legacy' }))).toEqual(['info', 'error'])
  })
})

describe('a client that goes away', () => {
  const aborted = (run: (event: McpEvent) => unknown) => {
    let signal: AbortSignal | undefined
    const handler = serverWith(async (event) => {
      signal = event.context.mcp.signal
      await run(event)
      await new Promise<void>(resolve => signal!.aborted ? resolve() : signal!.addEventListener('abort', () => resolve()))
    })
    return { handler, signal: () => signal! }
  }

  it('aborts the signal when it closes the stream, and nothing is written after', proves('stream/close-cancels', 'stream/silent'), async () => {
    const { handler, signal } = aborted(event => event.context.mcp.progress(1))
    const stream = await openStream(handler, 'tools/call', { name: 'run' }, { meta: { progressToken: 1 } })
    await stream.next()
    expect(signal().aborted).toBe(false)
    await stream.cancel()
    expect(signal().aborted).toBe(true)
  })

  it('aborts the signal when the request is aborted before any reply', proves('http/disconnect-cancels'), async () => {
    const { handler, signal } = aborted(() => {})
    const controller = new AbortController()
    const reply = openStream(handler, 'tools/call', { name: 'run' }, { signal: controller.signal })
    await vi.waitFor(() => expect(signal()).toBeDefined())
    controller.abort()
    await reply
    expect(signal().aborted).toBe(true)
  })

  it('does not abort a 2025 call, where losing the connection is no cancellation', proves('legacy/disconnect'), async () => {
    let finish = () => {}
    let signal: AbortSignal | undefined
    const handler = serverWith(async (event) => {
      signal = event.context.mcp.signal
      event.context.mcp.progress(1)
      await new Promise<void>(resolve => finish = resolve)
    })
    const stream = await openStream(handler, 'tools/call', { name: 'run', _meta: { progressToken: 1 } }, { era: 'legacy' })
    await stream.next()
    await stream.cancel()
    expect(signal!.aborted).toBe(false)
    finish()
  })
})
