import type { ClientCapabilities, CreateMessageResult, ElicitRequest, ElicitResult, InputRequest, ListRootsResult } from '@modelcontextprotocol/client'

/** One question of an interim result, as it came over the wire. */
export type Question = InputRequest

/**
 * What the person, or the client for them, replies:
 * - the fields of a form, which is then accepted: `{ city: 'Paris' }`
 * - `'decline'` (said no) or `'cancel'` (closed the dialog), to a form or a URL
 * - `true`: the URL was opened
 * - a whole `ElicitResult`, `CreateMessageResult` or `ListRootsResult`, sent as it is.
 *
 * A form whose only fields are named `action` and `content` needs the whole `ElicitResult`.
 */
export type Answer = FormContent | 'decline' | 'cancel' | true | ElicitResult | CreateMessageResult | ListRootsResult

export type FormContent = Record<string, string | number | boolean | string[]>

/** Answers by the key under which a handler asks; a function sees the question, and runs each time it is asked. */
export type Answers = Record<string, Answer | ((question: Question) => Answer | Promise<Answer>)>

/** The capabilities of a client that could have given these answers: a function could give any. */
export function capabilitiesOf(answers: Answers): ClientCapabilities {
  const capabilities: ClientCapabilities = {}
  const elicits = (...modes: ('form' | 'url')[]) => {
    for (const mode of modes) capabilities.elicitation = { ...capabilities.elicitation, [mode]: {} }
  }
  for (const answer of Object.values(answers)) {
    const any = typeof answer === 'function'
    if (any || isSampled(answer)) capabilities.sampling = { context: {}, tools: {} }
    if (any || isRoots(answer)) capabilities.roots = {}
    if (any || answer === 'decline' || answer === 'cancel' || isElicitResult(answer)) elicits('form', 'url')
    else if (answer === true) elicits('url')
    else if (!isSampled(answer) && !isRoots(answer)) elicits('form')
  }
  return capabilities
}

/** What an answer is on the wire, by the kind of the question; `undefined` when it is of another kind. */
export const resultOf = {
  elicitation(answer: Answer, question: ElicitRequest): ElicitResult | undefined {
    if (answer === 'decline' || answer === 'cancel') return { action: answer }
    if (isElicitResult(answer)) return answer
    if (question.params.mode === 'url') return answer === true ? { action: 'accept' } : undefined
    return isForm(answer) ? { action: 'accept', content: answer } : undefined
  },
  sampling: (answer: Answer): CreateMessageResult | undefined => isSampled(answer) ? answer : undefined,
  roots: (answer: Answer): ListRootsResult | undefined => isRoots(answer) ? answer : undefined,
}

/** Finds the answer to one question. Throws an error that names the key when there is none, or one of another kind. */
export async function answerQuestion<Q extends Question, Result>(key: string, question: Q, answers: Answers, read: (answer: Answer, question: Q) => Result | undefined): Promise<Result> {
  const source = Object.hasOwn(answers, key) ? answers[key] : undefined
  const answer = typeof source === 'function' ? await source(question) : source
  if (answer === undefined) throw unanswered(key, question, 'has no answer')

  const result = read(answer, question)
  if (result === undefined) throw unanswered(key, question, `cannot be answered with ${JSON.stringify(answer)}`)
  return result
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

function isElicitResult(answer: Answer): answer is ElicitResult {
  if (!isObject(answer) || !('action' in answer)) return false
  return ['accept', 'decline', 'cancel'].includes(String(answer.action)) && Object.keys(answer).every(key => ['action', 'content', '_meta'].includes(key))
}

const isSampled = (answer: Answer): answer is CreateMessageResult => isObject(answer) && 'role' in answer && 'model' in answer && 'content' in answer

const isRoots = (answer: Answer): answer is ListRootsResult => isObject(answer) && 'roots' in answer && Array.isArray(answer.roots) && answer.roots.every(isObject)

const isForm = (answer: Answer): answer is FormContent => isObject(answer) && Object.values(answer).every(field =>
  ['string', 'number', 'boolean'].includes(typeof field) || (Array.isArray(field) && field.every(item => typeof item === 'string')))

function unanswered(key: string, question: Question, problem: string): Error {
  return new Error(`The question '${key}' (${describe(question)}) ${problem}. Give one to createMcpTestClient: answers: { ${JSON.stringify(key)}: ${example(question)} }`)
}

function describe(question: Question): string {
  if (question.method !== 'elicitation/create') return question.method
  return `${question.method}, ${question.params.mode ?? 'form'}: ${JSON.stringify(question.params.message)}`
}

function example(question: Question): string {
  switch (question.method) {
    case 'sampling/createMessage': return '{ role: \'assistant\', model: …, content: { type: \'text\', text: … } }'
    case 'roots/list': return '{ roots: [{ uri: \'file:///…\' }] }'
    case 'elicitation/create': {
      if (question.params.mode === 'url') return 'true, or \'decline\', or \'cancel\''
      const fields = Object.keys(question.params.requestedSchema.properties).map(name => `${JSON.stringify(name)}: …`)
      return `{ ${fields.join(', ')} }, or 'decline', or 'cancel'`
    }
  }
}
