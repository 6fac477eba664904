import { expect, test } from 'vitest'
import { wordQuestion } from '../../src/core/legacy-questions.ts'
import { createMessage, type SamplingMessage } from '../../src/core/sampling.ts'

const text = (words: string) => ({ type: 'text', text: words }) as const
const asking = (content: SamplingMessage['content']) => createMessage({ messages: [{ role: 'user', content }], maxTokens: 1 })

test('a message of several contents has no words before 2025-11-25', () => {
  for (const version of ['2025-03-26', '2025-06-18']) {
    expect(wordQuestion(version, asking([text('a'), text('b')]))).toBe(`${version} takes one content a message.`)
    expect(wordQuestion(version, asking([]))).toBe(`${version} takes one content a message.`)
    expect(wordQuestion(version, asking([text('a')]))).toEqual(asking(text('a')).params)
    expect(wordQuestion(version, asking(text('a')))).toEqual(asking(text('a')).params)
  }
  expect(wordQuestion('2025-11-25', asking([text('a'), text('b')]))).toEqual(asking([text('a'), text('b')]).params)
})

test('what is not about choices stays as it is in an older form', () => {
  const requestedSchema = { type: 'object', properties: { age: { type: 'integer', minimum: 1 }, size: { type: 'string', enum: ['s', 'm'], default: 's' } }, required: ['age'] } as const
  const params = { mode: 'form', message: 'Sizes', requestedSchema } as const
  expect(wordQuestion('2025-06-18', { method: 'elicitation/create', params })).toEqual({ message: 'Sizes', requestedSchema })
})

test('an older form does not change the one it is made of', () => {
  const field = Object.freeze({ type: 'string', oneOf: [{ const: 'a', title: 'A' }], default: 'a' } as const)
  const requestedSchema = Object.freeze({ type: 'object', properties: Object.freeze({ field }) } as const)
  expect(wordQuestion('2025-06-18', { method: 'elicitation/create', params: { message: 'Which?', requestedSchema } })).toEqual({
    message: 'Which?',
    requestedSchema: { type: 'object', properties: { field: { type: 'string', enum: ['a'], enumNames: ['A'], default: 'a' } } },
  })
})
