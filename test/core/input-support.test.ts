import { describe, expect, test } from 'vitest'
import type { ClientCapabilities } from '../../src/core/capabilities.ts'
import { requireClientCapability } from '../../src/core/client-capability.ts'
import { mcpElicit, mcpElicitUrl } from '../../src/core/elicit.ts'
import { McpError } from '../../src/core/errors.ts'
import type { InputRequest } from '../../src/core/input-request.ts'
import { inputRequired } from '../../src/core/input-required.ts'
import { getMissingInputs } from '../../src/core/input-responses.ts'
import { canRequestInput, getSupportedInputs } from '../../src/core/input-support.ts'
import { listRoots } from '../../src/core/roots.ts'
import { createMessage } from '../../src/core/sampling.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const form = mcpElicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } })
const bareForm: InputRequest = { method: 'elicitation/create', params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } } }
const url = mcpElicitUrl({ message: 'Connect', url: 'https://example.com/connect' })
const params = { messages: [], maxTokens: 5 }
const sampling = createMessage(params)
const noContext = createMessage({ ...params, includeContext: 'none' })
const thisServer = createMessage({ ...params, includeContext: 'thisServer' })
const allServers = createMessage({ ...params, includeContext: 'allServers' })
const tools: InputRequest = { method: 'sampling/createMessage', params: { ...params, tools: [{ name: 'add', inputSchema: { type: 'object' } }] } }
const toolChoice: InputRequest = { method: 'sampling/createMessage', params: { ...params, toolChoice: { mode: 'none' } } }
const roots = listRoots()

const every = { form, bareForm, url, sampling, noContext, thisServer, allServers, tools, toolChoice, roots }
type Kind = keyof typeof every
const forms: Kind[] = ['form', 'bareForm']
const plainSampling: Kind[] = ['sampling', 'noContext']

/** What a client declares, and which of the requests it can therefore answer. */
const declarations: [declared: unknown, answerable: Kind[]][] = [
  [{}, []],
  [{ elicitation: {} }, forms],
  [{ elicitation: { form: {} } }, forms],
  [{ elicitation: { 'x-vendor': {} } }, forms],
  [{ elicitation: { url: {} } }, ['url']],
  [{ elicitation: { form: {}, url: {} } }, [...forms, 'url']],
  [{ elicitation: { form: true } }, []],
  [{ elicitation: { form: null } }, []],
  [{ elicitation: { url: true } }, []],
  [{ elicitation: { form: {}, url: [] } }, forms],
  [{ elicitation: true }, []],
  [{ elicitation: [] }, []],
  [{ elicitation: null }, []],
  [{ elicitation: 'form' }, []],
  [{ sampling: {} }, plainSampling],
  [{ sampling: true }, []],
  [{ sampling: { context: {} } }, [...plainSampling, 'thisServer', 'allServers']],
  [{ sampling: { tools: {} } }, [...plainSampling, 'tools', 'toolChoice']],
  [{ sampling: { tools: true, context: [] } }, plainSampling],
  [{ roots: {} }, ['roots']],
  [{ roots: { listChanged: true } }, ['roots']],
  [{ roots: [] }, []],
  [{ roots: false }, []],
]

describe('what a client can answer', () => {
  test.each(declarations)('with %j it is %j', proves('rounds/form', 'rounds/url', 'rounds/sampling-tools', 'rounds/declared'), (declared, answerable) => {
    const event = makeEvent({ clientCapabilities: declared as ClientCapabilities })
    expect(Object.keys(getSupportedInputs(event, every)).sort()).toEqual([...answerable].sort())

    for (const [kind, request] of Object.entries(every)) {
      const expected = answerable.includes(kind as Kind)
      expect([kind, canRequestInput(event, request)]).toEqual([kind, expected])

      const ask = () => inputRequired(event, { inputRequests: { [kind]: request } })
      if (expected) expect(ask()).toEqual({ resultType: 'input_required', inputRequests: { [kind]: request } })
      else expect(ask).toThrow(expect.objectContaining({ code: -32021 }))
    }
  })

  test('it is not what an object inherits', () => {
    const event = makeEvent({ clientCapabilities: Object.create({ roots: {}, elicitation: { url: {} } }) as ClientCapabilities })
    expect(getSupportedInputs(event, every)).toEqual({})
  })
})

const able: ClientCapabilities = { elicitation: { form: {}, url: {} }, sampling: { context: {}, tools: {} }, roots: {} }

describe('canRequestInput and getSupportedInputs', () => {
  test('are false and empty on a legacy request', () => {
    const event = makeEvent({ era: 'legacy', clientCapabilities: able })
    expect(canRequestInput(event, form)).toBe(false)
    expect(getSupportedInputs(event, every)).toEqual({})
  })

  test.each(['prompts/get', 'resources/read'])('are as for a tool in %s', (method) => {
    const event = makeEvent({ method, clientCapabilities: able })
    expect(canRequestInput(event, form)).toBe(true)
    expect(getSupportedInputs(event, every)).toEqual(every)
  })

  test.each(['completion/complete', 'tools/list', 'resources/templates/list', 'server/discover'])('are false and empty in %s', (method) => {
    const event = makeEvent({ method, clientCapabilities: able })
    expect(canRequestInput(event, form)).toBe(false)
    expect(getSupportedInputs(event, every)).toEqual({})
  })

  test('are false and empty for what is no request', () => {
    const event = makeEvent({ clientCapabilities: able })
    const bad = [undefined, null, 1, [], {}, { method: 'ping' }, { method: 'elicitation/create', params: { mode: 'video', message: 'a' } }] as unknown as InputRequest[]
    for (const request of bad) {
      expect(canRequestInput(event, request)).toBe(false)
      expect(getSupportedInputs(event, { request })).toEqual({})
    }
  })

  test('throw a TypeError that names them outside an MCP request', () => {
    expect(() => canRequestInput({ context: {} }, form)).toThrow(/^canRequestInput: this event is not of an MCP request/)
    expect(() => getSupportedInputs({ context: {} }, { form })).toThrow(/^getSupportedInputs: this event is not of an MCP request/)
  })
})

test('getSupportedInputs makes a new map, composes with getMissingInputs in either order, and leaves its argument alone', proves('rounds/subset'), () => {
  const requests = Object.freeze({ form, url, roots })
  const event = makeEvent({ clientCapabilities: { elicitation: {}, roots: {} }, inputResponses: { roots: { roots: [] } } })
  const supported = getSupportedInputs(event, requests)
  expect(supported).not.toBe(requests)
  expect(supported).toEqual({ form, roots })
  expect(supported.form).toBe(form)
  expect(getMissingInputs(event, supported)).toEqual({ form })
  expect(getSupportedInputs(event, getMissingInputs(event, requests))).toEqual({ form })
  expect(inputRequired(event, { inputRequests: getMissingInputs(event, supported) }).inputRequests).toEqual({ form })
})

test('getSupportedInputs treats prototype names as any key', () => {
  const requests = JSON.parse(JSON.stringify({ constructor: form, url }).replace('{', `{"__proto__":${JSON.stringify(roots)},`)) as Record<string, InputRequest>
  const supported = getSupportedInputs(makeEvent({ clientCapabilities: { roots: {}, elicitation: {} } }), requests)
  expect(Object.keys(supported)).toEqual(['__proto__', 'constructor'])
  expect(getSupportedInputs(makeEvent(), requests).constructor).toBeUndefined()
})

describe('requireClientCapability', () => {
  test('looks at the top-level name only', () => {
    expect(() => requireClientCapability({ elicitation: { url: {} } }, 'elicitation')).not.toThrow()
    expect(() => requireClientCapability({ elicitation: true } as unknown as ClientCapabilities, 'elicitation')).not.toThrow()
  })

  test.each(['sampling', 'constructor', '__proto__'])('throws -32021 for %s, which is not declared', (name) => {
    let error: unknown
    try {
      requireClientCapability({ elicitation: {} }, name)
    }
    catch (thrown) {
      error = thrown
    }
    if (!McpError.isError(error)) throw new Error('Not an McpError.')
    expect(error.code).toBe(-32021)
    expect(error.message).toBe(`This needs a client that declares ${name}, which this request did not.`)
    expect(JSON.stringify(error.data)).toBe(`{"requiredCapabilities":{"${name}":{}}}`)
  })
})
