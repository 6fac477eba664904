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

/** One answer, or a function of the question that gives it, each time it is asked. */
export type AnswerSource = Answer | ((question: Question) => Answer | Promise<Answer>)

/** Answers by the key under which a handler asks; a list has one for each time it is asked, in order. */
export type Answers = Record<string, AnswerSource | readonly AnswerSource[]>

/** The capabilities of a client that could have given these answers: a function could give any. */
export function capabilitiesOf(...scripts: readonly Answers[]): ClientCapabilities {
  const capabilities: ClientCapabilities = {}
  const elicits = (...modes: ('form' | 'url')[]) => {
    for (const mode of modes) capabilities.elicitation = { ...capabilities.elicitation, [mode]: {} }
  }
  for (const answer of scripts.flatMap(answers => Object.values(answers).flatMap(sourcesOf))) {
    const any = typeof answer === 'function'
    if (any || isSampled(answer)) capabilities.sampling = { context: {}, tools: {} }
    if (any || isRoots(answer)) capabilities.roots = {}
    if (any || answer === 'decline' || answer === 'cancel' || isElicitResult(answer)) elicits('form', 'url')
    else if (answer === true) elicits('url')
    else if (!isSampled(answer) && !isRoots(answer)) elicits('form')
  }
  return capabilities
}

/** `Array.isArray` alone does not tell a list that is readonly. */
export function sourcesOf(entry: Answers[string]): readonly AnswerSource[] {
  return isList(entry) ? entry : [entry]
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

const isList = (entry: Answers[string]): entry is readonly AnswerSource[] => Array.isArray(entry)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value)

function isElicitResult(answer: Answer): answer is ElicitResult {
  if (!isObject(answer) || !('action' in answer)) return false
  return ['accept', 'decline', 'cancel'].includes(String(answer.action)) && Object.keys(answer).every(key => ['action', 'content', '_meta'].includes(key))
}

const isSampled = (answer: Answer): answer is CreateMessageResult => isObject(answer) && 'role' in answer && 'model' in answer && 'content' in answer

const isRoots = (answer: Answer): answer is ListRootsResult => isObject(answer) && 'roots' in answer && Array.isArray(answer.roots) && answer.roots.every(isObject)

const isForm = (answer: Answer): answer is FormContent => isObject(answer) && Object.values(answer).every(field =>
  ['string', 'number', 'boolean'].includes(typeof field) || (Array.isArray(field) && field.every(item => typeof item === 'string')))
