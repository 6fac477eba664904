/** What a client, or a service that is down, may do to the process that serves everybody else. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createApp, toNodeListener } from 'h3'
import { createMcpHandler, defineTool } from 'nitro-mcp'
import { defineMcpEventHandler } from 'nitro-mcp/h3'
import { describe, expect, it, vi } from 'vitest'
import { MemoryTaskStorage } from '../../src/core/tasks/storage.ts'
import { modern, modernRequest } from '../helpers/rpc.ts'
import { openStream } from '../helpers/stream.ts'

const meta = { 'progressToken': 1, 'io.modelcontextprotocol/logLevel': 'info' }

describe('a client that does not read its stream', () => {
  it('fills no buffer of the socket, on h3 v1', async () => {
    let response: ServerResponse | undefined
    let tellLogged = () => {}
    const logged = new Promise<void>(resolve => tellLogged = resolve)
    let finish = () => {}
    const done = new Promise<void>(resolve => finish = resolve)
    const handler = createMcpHandler({ name: 'loud', version: '1', tools: [defineTool({ name: 'loud', async handler(event) {
      response = (event as { node?: { res: ServerResponse } }).node?.res
      for (let line = 0; line < 2000; line++) {
        event.context.mcp.log('info', 'y'.repeat(10_000))
        if (line % 100 === 0) await new Promise(resolve => setTimeout(resolve))
      }
      tellLogged()
      await done
      return 'done'
    } })] })
    const app = createApp().use('/mcp', defineMcpEventHandler(handler))
    const server = createServer(toNodeListener(app)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const request = modernRequest('tools/call', { name: 'loud' }, { meta })
    const body = await request.text()
    const headers = [...request.headers, ['host', 'localhost'], ['content-length', String(body.length)]].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1', () => client.write(`POST /mcp HTTP/1.1\r\n${headers}\r\n${body}`)).pause()
    try {
      await logged
      await new Promise(resolve => setTimeout(resolve, 200))
      expect(response!.writableLength).toBeLessThan(1_000_000)
    }
    finally {
      finish()
      client.destroy()
      server.close()
    }
  })
})

describe('an onError that fails itself', () => {
  const crash = defineTool({ name: 'crash', handler(event) {
    event.context.mcp.progress(1)
    throw new Error('hunter2')
  } })

  it.each([
    ['throws', () => {
      throw new Error('the log is down')
    }],
    ['rejects', async () => {
      throw new Error('the log is down')
    }],
  ])('and %s neither ends the process nor leaves a stream open', async (_, onError) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    try {
      const handler = createMcpHandler({ name: 'x', version: '1', onError, tools: [crash] })
      const stream = await openStream(handler, 'tools/call', { name: 'crash' }, { meta })
      expect((await stream.rest()).at(-1)).toMatchObject({ id: 1, result: { isError: true } })
      expect((await modern(handler, 'tools/call', { name: 'crash' })).body?.result).toMatchObject({ isError: true })
      await vi.waitFor(() => expect(log.mock.calls.flat().map(String).join('\n')).toMatch(/hunter2[\s\S]*the log is down/))
    }
    finally {
      log.mockRestore()
    }
  })
})

describe('the memory for tasks', () => {
  it('is bounded by what the records hold, not by their number alone', () => {
    const storage = new MemoryTaskStorage()
    const megabyte = 'x'.repeat(1024 * 1024)
    for (let count = 0; count < 64; count++) storage.setItem(`task-${count}`, megabyte)
    expect(() => storage.setItem('task-64', 'x')).toThrow('the memory for tasks is full')
    storage.setItem('task-0', 'shorter')
    storage.setItem('task-64', 'x')
    storage.removeItem('task-1')
    storage.setItem('task-65', megabyte)
    expect(storage.getItem('task-65')).toBe(megabyte)
  })
})
