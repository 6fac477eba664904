import { describe, expect, test } from 'vitest'
import type { ClientCapabilities } from '../../src/core/capabilities.ts'
import { mcpElicit, mcpElicitUrl } from '../../src/core/elicit.ts'
import { McpError } from '../../src/core/errors.ts'
import type { InputRequest } from '../../src/core/input-request.ts'
import { checkInputRequired, inputRequired } from '../../src/core/input-required.ts'
import type { InputRequiredSpec } from '../../src/core/input-required.ts'
import { MAX_REQUEST_STATE_LENGTH } from '../../src/core/protocol.ts'
import { listRoots } from '../../src/core/roots.ts'
import { createMessage } from '../../src/core/sampling.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const form = mcpElicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } })
const url = mcpElicitUrl({ message: 'Connect', url: 'https://example.com/connect' })
const sampling = createMessage({ messages: [], maxTokens: 5 })
const context = createMessage({ messages: [], maxTokens: 5, includeContext: 'thisServer' })
const tools: InputRequest = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 5, tools: [] } }
const roots = listRoots()

const able: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: { context: {}, tools: {} }, roots: {} }
const event = makeEvent({ clientCapabilities: able })
const legacy = makeEvent({ era: 'legacy', name: 'greet' })
const completing = makeEvent({ method: 'completion/complete' })
const unable = makeEvent()

/** As a caller in plain JavaScript could write it. */
const untyped = (spec: unknown) => spec as InputRequiredSpec
const tooLong = 'x'.repeat(MAX_REQUEST_STATE_LENGTH + 1)

function errorOf(run: () => unknown): McpError {
  try {
    run()
  }
  catch (error) {
    if (McpError.isError(error)) return error
    throw error
  }
  throw new Error('Nothing was thrown.')
}

describe('inputRequired', () => {
  test('makes the interim result of requests, of a state, and of both', () => {
    expect(inputRequired(event, { inputRequests: { form } })).toStrictEqual({ resultType: 'input_required', inputRequests: { form } })
    expect(inputRequired(event, { requestState: 's' })).toStrictEqual({ resultType: 'input_required', requestState: 's' })
    expect(inputRequired(event, { inputRequests: { form, url, sampling, context, tools, roots }, requestState: 's' }))
      .toStrictEqual({ resultType: 'input_required', inputRequests: { form, url, sampling, context, tools, roots }, requestState: 's' })
  })

  test('makes it anew each time, and leaves its arguments alone', () => {
    const requests = Object.freeze({ form })
    const first = inputRequired(event, Object.freeze({ inputRequests: requests }))
    const second = inputRequired(event, { inputRequests: requests })
    expect(first).not.toBe(second)
    expect(first.inputRequests).not.toBe(requests)
    expect(first.inputRequests).not.toBe(second.inputRequests)
  })

  test('leaves out entries that are undefined, and an empty map beside a state', () => {
    expect(inputRequired(event, { inputRequests: { form, url: undefined } })).toStrictEqual({ resultType: 'input_required', inputRequests: { form } })
    expect(inputRequired(event, { inputRequests: {}, requestState: 's' })).toStrictEqual({ resultType: 'input_required', requestState: 's' })
    expect(inputRequired(event, { inputRequests: { url: undefined }, requestState: 's' })).toStrictEqual({ resultType: 'input_required', requestState: 's' })
  })

  test('carries keys that are prototype names', () => {
    const inputRequests = JSON.parse(`{"__proto__":${JSON.stringify(roots)},"constructor":${JSON.stringify(form)}}`) as Record<string, InputRequest>
    expect(JSON.stringify(inputRequired(event, { inputRequests }).inputRequests)).toBe(JSON.stringify(inputRequests))
  })

  test.each(['prompts/get', 'resources/read'])('may answer %s', (method) => {
    expect(inputRequired(makeEvent({ method, clientCapabilities: able }), { inputRequests: { form } }).resultType).toBe('input_required')
  })

  test('throws a TypeError that names it outside an MCP request', () => {
    expect(() => inputRequired({ context: {} }, { requestState: 's' })).toThrow(/^inputRequired: this event is not of an MCP request/)
  })
})

describe('the era', () => {
  test('a legacy request gets an error that names 2026-07-28, what was called and what the client speaks', () => {
    const error = errorOf(() => inputRequired(legacy, { inputRequests: { form } }))
    expect(error.code).toBe(-32600)
    expect(error.message).toBe('tools/call of "greet" has to ask for input, which takes a client of MCP 2026-07-28; this one speaks 2025-11-25.')
  })

  test('a state alone is refused there too', () => {
    expect(errorOf(() => inputRequired(legacy, { requestState: 's' })).message).toContain('2026-07-28')
  })
})

describe('the method', () => {
  test.each(['tools/list', 'prompts/list', 'completion/complete', 'server/discover', 'ping'])('%s may not be answered by a question', proves('rounds/only-there'), (method) => {
    const error = errorOf(() => inputRequired(makeEvent({ method, clientCapabilities: able }), { inputRequests: { form } }))
    expect(error.code).toBe(-32603)
    expect(error.message).toBe(`inputRequired: ${method} may not ask for input; only tools/call, prompts/get, resources/read may.`)
  })

  test.each([
    [{ method: 'ping' }, 'method must be elicitation/create, sampling/createMessage or roots/list, not "ping".'],
    [{ method: 'elicitation/create', params: { mode: 'video', message: 'a' } }, 'mode must be "form" or "url", not "video".'],
    [{ method: 'elicitation/create', params: { message: 'a', requestedSchema: { type: 'object', properties: { a: { type: 'object' } } } } }, 'requestedSchema.properties.a.type must be one of'],
    [{ method: 'elicitation/create', params: { mode: 'url', message: 'a', url: 'https://me:pw@example.com' } }, 'url must not carry a user name or password'],
    [null, 'a request must be an object'],
  ])('%j may not be asked', (request, message) => {
    const error = errorOf(() => inputRequired(event, untyped({ inputRequests: { form, 'the key': request } })))
    expect(error.code).toBe(-32603)
    expect(error.message).toContain(`inputRequired: inputRequests["the key"]: ${message}`)
  })

  test.each([null, [], 'form', 1])('%j is no map of requests', (inputRequests) => {
    const error = errorOf(() => inputRequired(event, untyped({ inputRequests, requestState: 's' })))
    expect(error.code).toBe(-32603)
    expect(error.message).toBe('inputRequired: inputRequests must be a map of requests by key.')
  })
})

describe('the capabilities', () => {
  test.each<[ClientCapabilities, Record<string, InputRequest>, string, object]>([
    [{}, { form }, 'elicitation.form', { elicitation: { form: {} } }],
    [{ elicitation: {} }, { url }, 'elicitation.url', { elicitation: { url: {} } }],
    [{ elicitation: { url: {} } }, { form, url }, 'elicitation.form', { elicitation: { form: {} } }],
    [{}, { sampling }, 'sampling', { sampling: {} }],
    [{ sampling: {} }, { sampling, context, tools }, 'sampling.context, sampling.tools', { sampling: { context: {}, tools: {} } }],
    [{}, { roots }, 'roots', { roots: {} }],
    [{ sampling: {} }, { a: form, b: form, url, sampling, tools, roots }, 'elicitation.form, elicitation.url, sampling.tools, roots', { elicitation: { form: {}, url: {} }, sampling: { tools: {} }, roots: {} }],
    [{}, { form, url, context, tools }, 'elicitation.form, elicitation.url, sampling, sampling.context, sampling.tools', { elicitation: { form: {}, url: {} }, sampling: { context: {}, tools: {} } }],
  ])('of %j: all that is missing is named at once', proves('rounds/required-data'), (clientCapabilities, inputRequests, names, requiredCapabilities) => {
    const error = errorOf(() => inputRequired(makeEvent({ clientCapabilities }), { inputRequests }))
    expect(error.code).toBe(-32021)
    expect(error.message).toBe(`This needs a client that declares ${names}, which this request did not.`)
    expect(error.data).toEqual({ requiredCapabilities })
  })

  test('a state alone needs none', () => {
    expect(inputRequired(unable, { requestState: 's' })).toEqual({ resultType: 'input_required', requestState: 's' })
  })
})

describe('the content', () => {
  test.each([{}, { inputRequests: {} }, { inputRequests: { form: undefined } }])('%j asks nothing', proves('rounds/not-empty'), (spec) => {
    const error = errorOf(() => inputRequired(event, spec))
    expect(error.code).toBe(-32603)
    expect(error.message).toContain('inputRequired: nothing to ask. Pass inputRequests with at least one entry, or requestState;')
  })

  test('a state of the greatest length passes, a longer one does not', () => {
    const state = tooLong.slice(1)
    expect(inputRequired(event, { requestState: state }).requestState).toBe(state)
    const error = errorOf(() => inputRequired(event, { requestState: tooLong }))
    expect(error.code).toBe(-32603)
    expect(error.message).toContain('inputRequired: requestState has 65537 characters, the limit is 65536.')
  })

  test.each([null, 1, {}, Promise.resolve('s')])('%o is no state', (requestState) => {
    const error = errorOf(() => inputRequired(event, untyped({ inputRequests: { form }, requestState })))
    expect(error.code).toBe(-32603)
    expect(error.message).toContain('inputRequired: requestState must be a string;')
  })
})

test('the checks run in their order: era, method, request, capability, content', () => {
  const wrong = untyped({ inputRequests: { form, bad: { method: 'ping' } }, requestState: tooLong })
  expect(errorOf(() => inputRequired(legacy, wrong)).code).toBe(-32600)
  expect(errorOf(() => inputRequired(completing, wrong)).message).toContain('completion/complete may not ask')
  expect(errorOf(() => inputRequired(unable, wrong)).message).toContain('inputRequests["bad"]')
  expect(errorOf(() => inputRequired(unable, { inputRequests: { form }, requestState: tooLong })).code).toBe(-32021)
  expect(errorOf(() => inputRequired(legacy, {})).code).toBe(-32600)
})

describe('checkInputRequired, of a result written by hand', () => {
  const mcp = event.context.mcp

  test('keeps what an interim result may have, and nothing of a final one', () => {
    const result = { resultType: 'input_required', inputRequests: { form }, requestState: 's', _meta: { a: 1 }, ttlMs: 5, cacheScope: 'public', content: [] }
    expect(checkInputRequired(mcp, result)).toStrictEqual({ resultType: 'input_required', inputRequests: { form }, requestState: 's', _meta: { a: 1 } })
  })

  test('runs the same checks', () => {
    expect(errorOf(() => checkInputRequired(mcp, {})).message).toContain('nothing to ask')
    expect(errorOf(() => checkInputRequired(unable.context.mcp, { inputRequests: { form } })).code).toBe(-32021)
    expect(errorOf(() => checkInputRequired(legacy.context.mcp, { inputRequests: { form } })).code).toBe(-32600)
    expect(errorOf(() => checkInputRequired(mcp, { requestState: 's', _meta: [] })).message).toBe('inputRequired: _meta must be an object.')
  })
})
