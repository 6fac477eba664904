import { describe, expect, test } from 'vitest'
import { mcpElicit, mcpElicitUrl } from '../../src/core/elicit.ts'
import type { InputRequest } from '../../src/core/input-request.ts'
import { getElicitedContent, getInputResponses, getMissingInputs } from '../../src/core/input-responses.ts'
import { listRoots } from '../../src/core/roots.ts'
import { createMessage } from '../../src/core/sampling.ts'
import { makeEvent } from '../helpers/event.ts'
import { proves } from '../helpers/proves.ts'

const requests = Object.freeze({
  user_name: mcpElicit({ message: 'Name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }),
  consent: mcpElicitUrl({ message: 'Connect', url: 'https://example.com/connect' }),
  greeting: createMessage({ messages: [], maxTokens: 5 }),
  folders: listRoots(),
})
const accepted = { action: 'accept', content: { name: 'Ada' } }
const sampled = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'small' }
const answered = (inputResponses?: Record<string, unknown>) => makeEvent({ inputResponses })

describe('getInputResponses', () => {
  test('gives the answers that came, as they came', () => {
    const event = answered({ user_name: accepted, greeting: sampled, folders: { roots: [] } })
    const answers = getInputResponses(event, requests)
    expect(answers).toEqual({ user_name: accepted, greeting: sampled, folders: { roots: [] } })
    expect(answers.user_name).toBe(accepted)
  })

  test('is empty on the first round, and on a legacy request', () => {
    expect(getInputResponses(answered(), requests)).toEqual({})
    expect(getInputResponses(makeEvent({ era: 'legacy' }), requests)).toEqual({})
  })

  test('ignores answers to what is not in the map, or left out of it', proves('rounds/answers-unknown'), () => {
    const event = answered({ user_name: accepted, other: accepted })
    expect(getInputResponses(event, { folders: requests.folders, user_name: undefined })).toEqual({})
  })

  test.each([null, 1, 'accept', true, [], [accepted]])('takes %j for missing', (answer) => {
    const event = answered({ user_name: answer, consent: answer, greeting: answer, folders: answer })
    expect(getInputResponses(event, requests)).toEqual({})
    expect(getMissingInputs(event, requests)).toEqual(requests)
  })

  test.each([{}, { action: 'yes' }, { action: ['accept'] }, { action: null, content: { name: 'Ada' } }])('takes %j for missing, of an elicitation', (answer) => {
    const event = answered({ user_name: answer, consent: answer })
    expect(getInputResponses(event, requests)).toEqual({})
    expect(getElicitedContent(event, requests, 'user_name')).toBeUndefined()
    expect(Object.keys(getMissingInputs(event, requests))).toEqual(['user_name', 'consent', 'greeting', 'folders'])
  })

  test('does not validate further', () => {
    const event = answered({ user_name: { action: 'accept', content: { name: 7 } }, greeting: {}, folders: { roots: 'none' } })
    expect(getInputResponses(event, requests)).toEqual({ user_name: { action: 'accept', content: { name: 7 } }, greeting: {}, folders: { roots: 'none' } })
  })
})

describe('getMissingInputs', () => {
  test('is the map without what was answered, made anew', proves('rounds/answers-missing'), () => {
    const missing = getMissingInputs(answered({ greeting: sampled }), requests)
    expect(Object.keys(missing)).toEqual(['user_name', 'consent', 'folders'])
    expect(missing.user_name).toBe(requests.user_name)
    expect(Object.keys(requests)).toHaveLength(4)
  })

  test.each(['accept', 'decline', 'cancel'])('takes "%s" for an answer', proves('rounds/declined'), (action) => {
    expect(Object.keys(getMissingInputs(answered({ user_name: { action }, consent: { action } }), requests))).toEqual(['greeting', 'folders'])
  })

  test('leaves out entries that are undefined', () => {
    expect(getMissingInputs(answered(), { folders: requests.folders, user_name: undefined })).toEqual({ folders: requests.folders })
  })
})

describe('getElicitedContent', () => {
  test('is the content of an accepted form, by the map or by the key alone', () => {
    expect(getElicitedContent(answered({ user_name: accepted }), requests, 'user_name')).toEqual({ name: 'Ada' })
    expect(getElicitedContent(answered({ user_name: accepted }), 'user_name')).toEqual({ name: 'Ada' })
  })

  test.each([
    undefined,
    { action: 'decline' },
    { action: 'cancel', content: { name: 'Ada' } },
    { action: 'accept' },
    { action: 'accept', content: null },
    { action: 'accept', content: [] },
    { action: 'accept', content: 'Ada' },
  ])('is undefined for %j', (answer) => {
    const event = answered(answer && { user_name: answer })
    expect(getElicitedContent(event, requests, 'user_name')).toBeUndefined()
    expect(getElicitedContent(event, 'user_name')).toBeUndefined()
  })

  test('is undefined for a key that is not of a form in the map', () => {
    const event = answered({ user_name: accepted, consent: accepted, greeting: accepted })
    const any: Record<string, InputRequest> = { consent: requests.consent, greeting: requests.greeting }
    for (const key of ['user_name', 'consent', 'greeting']) expect(getElicitedContent(event, any, key)).toBeUndefined()
  })

  test('reads a form that was written by hand, with the mode left out', () => {
    const byHand: Record<string, InputRequest> = { user_name: { method: 'elicitation/create', params: { message: 'Name?', requestedSchema: { type: 'object', properties: {} } } } }
    expect(getElicitedContent(answered({ user_name: accepted }), byHand, 'user_name')).toEqual({ name: 'Ada' })
  })
})

describe('keys that are names of the prototype', () => {
  const names = ['__proto__', 'constructor', 'toString']
  const form = JSON.stringify(requests.user_name)
  const odd = JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:${form}`).join()}}`) as Record<string, InputRequest>
  const came = (answer: object) => JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:${JSON.stringify(answer)}`).join()}}`) as Record<string, unknown>

  test('are missing until they are answered', () => {
    for (const event of [answered(), answered({})]) {
      const answers = getInputResponses(event, odd)
      for (const name of names) {
        expect(answers[name]).toBeUndefined()
        expect(getElicitedContent(event, odd, name)).toBeUndefined()
        expect(getElicitedContent(event, name)).toBeUndefined()
      }
      expect(Object.keys(getMissingInputs(event, odd))).toEqual(names)
    }
  })

  test('are no answer by what an object inherits', () => {
    const folders = Object.fromEntries(names.map(name => [name, listRoots()]))
    expect(Object.keys(getInputResponses(answered({}), folders))).toEqual([])
    expect(Object.keys(getMissingInputs(answered({}), folders))).toEqual(names)
  })

  test('are answered like any other, and change no prototype', proves('rounds/answers-odd-keys'), () => {
    const event = answered(came(accepted))
    const answers = getInputResponses(event, odd)
    for (const name of names) {
      expect(answers[name]).toEqual(accepted)
      expect(getElicitedContent(event, odd, name)).toEqual({ name: 'Ada' })
    }
    expect(getMissingInputs(event, odd)).toEqual({})
    expect(({} as { action?: unknown }).action).toBeUndefined()
  })
})

test('the readers name themselves outside an MCP request', () => {
  expect(() => getInputResponses({ context: {} }, requests)).toThrow(/^getInputResponses: this event is not of an MCP request/)
  expect(() => getMissingInputs({ context: {} }, requests)).toThrow(/^getMissingInputs: this event is not of an MCP request/)
  expect(() => getElicitedContent({ context: {} }, 'user_name')).toThrow(/^getElicitedContent: this event is not of an MCP request/)
})
