import { createMcpHandler as createOfficialHandler, inputRequired as officialInputRequired, McpServer } from '@modelcontextprotocol/server'
import { createMcpHandler, createMessage, defineTool, getInputResponses, getMissingInputs, inputRequired, listRoots, mcpElicit, mcpElicitUrl } from 'nitro-mcp'
import { createMcpTestClient } from 'nitro-mcp/testing'
import type { Answers } from 'nitro-mcp/testing'
import { describe, expect, test, vi } from 'vitest'

const nameForm = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const questions = {
  form: mcpElicit({ message: 'Your name?', requestedSchema: nameForm }),
  url: mcpElicitUrl({ message: 'Pay here', url: 'https://pay.example/1' }),
  sampling: createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'Write a greeting' } }], maxTokens: 50 }),
  roots: listRoots(),
}
type Key = keyof typeof questions

/** Asks one question, and gives back the answer as it arrived. */
const ask = (key: Key) => defineTool({
  name: key,
  handler(event) {
    const map = { [key]: questions[key] }
    const answer = getInputResponses(event, map)[key]
    return answer ? JSON.stringify(answer) : inputRequired(event, { inputRequests: map })
  },
})

const handler = createMcpHandler({
  name: 'test', version: '1',
  tools: [
    ...(Object.keys(questions) as Key[]).map(ask),
    defineTool({
      name: 'all',
      handler(event) {
        const missing = getMissingInputs(event, questions)
        return Object.keys(missing).length > 0 ? inputRequired(event, { inputRequests: missing }) : 'done'
      },
    }),
    defineTool({ name: 'for-ever', handler: event => inputRequired(event, { inputRequests: { form: questions.form } }) }),
    defineTool({
      name: 'steps',
      handler(event) {
        const step = Object.keys(event.context.mcp.inputResponses ?? {})[0]
        return step === 'step1' ? 'done' : inputRequired(event, { inputRequests: { [step === 'step0' ? 'step1' : 'step0']: questions.form } })
      },
    }),
    defineTool({ name: 'header', handler: event => (event as unknown as { req: Request }).req.headers.get('authorization') ?? 'none' }),
  ],
})

async function call(name: string, answers?: Answers): Promise<unknown> {
  await using client = await createMcpTestClient(handler, { answers })
  const { content: [block] } = await client.callTool({ name })
  if (block?.type !== 'text') throw new Error('no text')
  return block.text.startsWith('{') ? JSON.parse(block.text) : block.text
}

const greeting = { role: 'assistant', model: 'm', content: { type: 'text', text: 'Hi' } } as const
const roots = { roots: [{ uri: 'file:///home' }] }

describe('answers', () => {
  test.each<[Key, Answers[string], object]>([
    ['form', { name: 'Ada' }, { action: 'accept', content: { name: 'Ada' } }],
    ['form', 'decline', { action: 'decline' }],
    ['form', 'cancel', { action: 'cancel' }],
    ['form', { action: 'accept', content: { name: 'Bo' } }, { action: 'accept', content: { name: 'Bo' } }],
    ['form', () => ({ name: 'Eve' }), { action: 'accept', content: { name: 'Eve' } }],
    ['form', async () => 'decline' as const, { action: 'decline' }],
    ['url', true, { action: 'accept' }],
    ['url', 'decline', { action: 'decline' }],
    ['url', { action: 'accept' }, { action: 'accept' }],
    ['sampling', greeting, greeting],
    ['sampling', () => greeting, greeting],
    ['roots', roots, roots],
    ['roots', () => roots, roots],
  ])('%s: %j', async (key, answer, wire) => {
    expect(await call(key, { [key]: answer })).toEqual(wire)
  })

  test('a function sees the question', async () => {
    const answer = vi.fn(() => ({ name: 'Ada' }))
    await call('form', { form: answer })
    expect(answer).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ method: 'elicitation/create', params: expect.objectContaining({ message: 'Your name?', requestedSchema: nameForm }) }))
  })

  test('several questions of one round', async () => {
    expect(await call('all', { form: 'decline', url: true, sampling: greeting, roots })).toBe('done')
  })

  test.each<[Key, Answers, RegExp]>([
    ['form', { other: { name: 'Ada' } }, /'form' \(elicitation\/create, form: "Your name\?"\) has no answer\. .*answers: \{ "form": \{ "name": … \}, or 'decline', or 'cancel' \}/],
    ['form', { form: true, other: 'cancel' }, /'form' .* cannot be answered with true/],
    ['form', { form: () => roots }, /'form' .* cannot be answered with \{"roots"/],
    ['url', { other: 'decline' }, /'url' \(elicitation\/create, url: "Pay here"\) has no answer\. .*"url": true/],
    ['url', { url: { name: 'Ada' }, other: 'cancel' }, /'url' .* cannot be answered with \{"name":"Ada"\}/],
    ['sampling', { other: greeting }, /'sampling' \(sampling\/createMessage\) has no answer\. .*role: 'assistant'/],
    ['roots', { other: roots }, /'roots' \(roots\/list\) has no answer\. .*uri: 'file:/],
    ['roots', { toString: roots }, /'roots' \(roots\/list\) has no answer/],
  ])('a question without a fitting answer fails the call and names the key: %s, %j', async (key, answers, message) => {
    await expect(call(key, answers)).rejects.toThrow(message)
  })

  test('a list has one for each time that its question is asked, and says when it has no more', async () => {
    const asked = async (list: Answers[string]) => {
      await using client = await createMcpTestClient(handler, { answers: { form: list } })
      await client.callTool({ name: 'for-ever' }).catch((error: Error) => expect(error.message).toContain('\'form\' (elicitation/create, form: "Your name?") was asked 4 times, and its list has 3 answers'))
      return client.rounds.map(({ answers }) => answers?.form)
    }
    expect(await asked([{ name: 'Ada' }, 'decline', () => ({ name: 'Bo' })])).toEqual([
      { action: 'accept', content: { name: 'Ada' } }, { action: 'decline' }, { action: 'accept', content: { name: 'Bo' } }, undefined,
    ])
  })

  test.each([[undefined, 10], [3, 3]])('a handler that asks for ever fails the call, and the error names the question: %s', async (maxRounds, rounds) => {
    await using client = await createMcpTestClient(handler, { answers: { form: 'decline' }, maxRounds })
    await expect(client.callTool({ name: 'for-ever' })).rejects.toMatchObject({
      code: 'INPUT_REQUIRED_ROUNDS_EXCEEDED',
      message: expect.stringContaining(`tools/call for-ever still asks after ${rounds} rounds: it asked 'form' (elicitation/create, form: "Your name?") ${rounds + 1} times, though it was answered with {"action":"decline"}.`),
    })
    expect(client.rounds).toHaveLength(rounds + 1)
  })

  test('a flow that is only longer than the rounds of the client is told to be so', async () => {
    await using client = await createMcpTestClient(handler, { answers: { step0: { name: 'Ada' }, step1: { name: 'Ada' } }, maxRounds: 1 })
    await expect(client.callTool({ name: 'steps' })).rejects.toThrow('tools/call steps still asks after 1 rounds. Its last question is \'step1\'')
    await using patient = await createMcpTestClient(handler, { answers: { step0: { name: 'Ada' }, step1: { name: 'Ada' } }, maxRounds: 2 })
    expect(await patient.callTool({ name: 'steps' })).toMatchObject({ content: [{ text: 'done' }] })
  })
})

describe('capabilities', () => {
  test.each<[string, Key, Answers, object]>([
    ['none without answers', 'form', {}, { elicitation: { form: {} } }],
    ['a form does not make a URL possible', 'url', { x: { name: 'Ada' } }, { elicitation: { url: {} } }],
    ['a URL does not make a form possible', 'form', { x: true }, { elicitation: { form: {} } }],
    ['a form does not make sampling possible', 'sampling', { x: { name: 'Ada' } }, { sampling: {} }],
    ['sampling does not make roots possible', 'roots', { x: greeting }, { roots: {} }],
  ])('%s', async (_, key, answers, requiredCapabilities) => {
    await expect(call(key, answers)).rejects.toMatchObject({ code: -32021, data: { requiredCapabilities } })
  })

  test('can be declared apart from the answers', async () => {
    await using client = await createMcpTestClient(handler, { answers: { form: { name: 'Ada' } }, capabilities: { elicitation: { url: {} } } })
    await expect(client.callTool({ name: 'form' })).rejects.toMatchObject({ code: -32021 })
  })
})

describe('rounds', () => {
  test('show what was asked and answered, in order', async () => {
    await using client = await createMcpTestClient(handler, { answers: { form: { name: 'Ada' }, url: 'decline' } })
    await client.callTool({ name: 'form' })
    await client.callTool({ name: 'url' })
    expect(client.rounds).toMatchObject([
      { method: 'tools/call', name: 'form', questions: { form: { method: 'elicitation/create', params: { message: 'Your name?' } } }, answers: { form: { action: 'accept', content: { name: 'Ada' } } } },
      { method: 'tools/call', name: 'url', questions: { url: { params: { url: 'https://pay.example/1' } } }, answers: { url: { action: 'decline' } } },
    ])
    expect(client.rounds[0]?.state).toBeUndefined()
  })

  test('keep a question that nobody answered', async () => {
    await using client = await createMcpTestClient(handler, { answers: { other: 'cancel' } })
    await client.callTool({ name: 'form' }).catch(() => {})
    expect(client.rounds).toMatchObject([{ name: 'form', answers: undefined }])
  })

  test.each(['json', 'sse'] as const)('are read from another server too, state included: %s', async (responseMode) => {
    const official = createOfficialHandler(() => {
      const server = new McpServer({ name: 'official', version: '1' })
      server.registerTool('greet', {}, (context) => {
        const state = context.mcpReq.requestState<string>()
        return state === undefined
          ? officialInputRequired({ inputRequests: { form: officialInputRequired.elicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }) }, requestState: 'first' })
          : { content: [{ type: 'text', text: state }] }
      })
      return server
    }, { responseMode })
    await using client = await createMcpTestClient(official, { answers: { form: { name: 'Ada' } } })
    expect(await client.callTool({ name: 'greet' })).toMatchObject({ content: [{ text: 'first' }] })
    expect(client.rounds).toMatchObject([{ name: 'greet', state: 'first', answers: { form: { action: 'accept' } } }])
  })
})

test('headers go with every request', async () => {
  await using client = await createMcpTestClient(handler, { headers: { authorization: 'Bearer abc' } })
  expect(await client.callTool({ name: 'header' })).toMatchObject({ content: [{ text: 'Bearer abc' }] })
})

test('the legacy era speaks 2025-11-25, where nothing can be asked', async () => {
  await using client = await createMcpTestClient(handler, { era: 'legacy', answers: { form: { name: 'Ada' } } })
  expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25')
  expect((await client.listTools()).tools).toHaveLength(8)
  await expect(client.callTool({ name: 'form' })).rejects.toThrow(/2026-07-28/)
  expect(client.rounds).toEqual([])
})

test('the end of the scope closes the client', async () => {
  let kept
  {
    await using client = await createMcpTestClient(handler)
    kept = client
  }
  expect(kept.transport).toBeUndefined()
  await expect(kept.callTool({ name: 'form' })).rejects.toThrow(/[Nn]ot connected/)
})
