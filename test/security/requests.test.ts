/** What a hostile client or page sends; nothing of it may reach a prototype, a neighbour, the memory or the log of another. */
import { describe, expect, it } from 'vitest'
import { createMcpHandler, defineTool, getInputResponses, getMissingInputs, inputRequired, mcpElicit } from 'nitro-mcp'
import { modern, modernRequest, send } from '../helpers/rpc.ts'

const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']
const ask = { name: mcpElicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }) }
const handler = createMcpHandler({
  name: 'target',
  version: '1.0.0',
  onError: () => {},
  tools: [
    defineTool({ name: 'echo', inputSchema: { type: 'object', properties: { a: { type: 'number' } } }, handler: args => args }),
    defineTool({ name: 'ask', handler(event) {
      const missing = getMissingInputs(event, ask)
      if (Object.keys(missing).length > 0) return inputRequired(event, { inputRequests: missing })
      return getInputResponses(event, ask).name?.action ?? 'nothing'
    } }),
  ],
})

describe('names of the prototype', () => {
  it.each(names)('%s is no method, tool, prompt or resource', async (name) => {
    expect((await modern(handler, name)).body?.error?.code).toBe(-32601)
    expect((await modern(handler, 'tools/call', { name })).body?.error?.code).toBe(-32602)
    expect((await modern(handler, 'prompts/get', { name })).body?.error?.code).toBe(-32601)
    expect((await modern(handler, 'resources/read', { uri: name })).body?.error?.code).toBe(-32601)
  })

  it.each(names)('%s as an answer answers nothing else', async (name) => {
    const inputResponses = JSON.parse(`{${JSON.stringify(name)}:{"action":"accept","content":{"name":"x"}}}`)
    expect((await modern(handler, 'tools/call', { name: 'ask', inputResponses })).body?.result).toMatchObject({ resultType: 'input_required' })
  })

  it('in arguments and capabilities stay data', async () => {
    const body = await modernRequest('tools/call', { name: 'echo', arguments: {} }).text()
    const poisoned = body.replace('"arguments":{}', '"arguments":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}').replace('"sampling":{}', '"__proto__":{"elicitation":{},"polluted":true}')
    const reply = await send(handler, poisoned, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' })
    expect(reply.body?.result).toBeDefined()
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('grant no capability', async () => {
    const body = await modernRequest('tools/call', { name: 'ask' }, { capabilities: { x: {} } }).text()
    const reply = await send(handler, body.replace('"x":{}', '"__proto__":{"elicitation":{}}'), { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' })
    expect(reply).toMatchObject({ status: 400, body: { error: { code: -32021 } } })
  })
})

describe('bodies that are made to hurt', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

  it.each([1000, 100_000])('nested %d levels deep are answered, not crashed on', async (depth) => {
    const body = (await modernRequest('tools/call', { name: 'echo', arguments: { a: 0 } }).text()).replace('"a":0', `"a":${nested(depth)}`)
    const reply = await send(handler, body, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'echo' })
    expect(reply.body?.error ?? reply.body?.result).toBeDefined()
    expect(JSON.stringify(reply.body).length).toBeLessThan(10_000)
  })

  it('of a megabyte of keys take no second', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key-${index}`, index]))
    const start = performance.now()
    await modern(handler, 'tools/call', { name: 'echo', arguments: keys })
    expect(performance.now() - start).toBeLessThan(1000)
  })

  it('over the limit are refused before they are parsed', async () => {
    const reply = await send(handler, `{"x":"${'y'.repeat(1_048_577)}"}`)
    expect(reply).toMatchObject({ status: 413, body: { error: { message: 'The body is over 1048576 bytes.' } } })
  })
})

describe('what a client learns', () => {
  it('of a crash is that the tool failed', async () => {
    const leaky = createMcpHandler({ name: 'leaky', version: '1', onError: () => {}, tools: [defineTool({ name: 'leak', handler() {
      const error = new Error('connect postgres://admin:hunter2@db.internal/') as Error & { code?: number, data?: object }
      // An error that looks like ours, or like h3's, is not.
      Object.assign(error, { code: -32602, data: { secret: 'hunter2' }, statusCode: 400, statusMessage: 'hunter2' })
      throw error
    } })] })
    const reply = await modern(leaky, 'tools/call', { name: 'leak' })
    expect(reply.body?.result).toMatchObject({ isError: true, content: [{ type: 'text', text: 'The tool "leak" failed.' }] })
    expect(JSON.stringify(reply.body)).not.toMatch(/hunter2|postgres|security/)
  })

  it.each(['text', 7, null, undefined, Symbol('s'), { toString: 'broken' }])('of the thrown value %s is that the tool failed', async (thrown) => {
    const odd = (dev: boolean) => createMcpHandler({ name: 'odd', version: '1', dev, onError: () => {}, tools: [defineTool({ name: 'odd', handler() {
      throw thrown
    } })] })
    expect((await modern(odd(false), 'tools/call', { name: 'odd' })).body?.result).toMatchObject({ isError: true, content: [{ text: 'The tool "odd" failed.' }] })
    expect((await modern(odd(true), 'tools/call', { name: 'odd' })).body?.result).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(/^The tool "odd" failed\. ./) }] })
  })
})
