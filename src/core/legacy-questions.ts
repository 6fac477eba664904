import type { ElicitField, ElicitRequestedSchema } from './elicit-schema.ts'
import type { ElicitFormRequest } from './elicit.ts'
import type { InputRequest } from './input-request.ts'
import type { CreateMessageRequest, SamplingMessage } from './sampling.ts'

/** The newest of the 2025 revisions words forms and messages as 2026-07-28 does. */
const NEWEST = '2025-11-25'

/**
 * The params of a question in the words of a 2025 revision, or, as text, why that revision has none for it.
 * Whether the client declared what the question needs is checked elsewhere.
 */
export function wordQuestion(version: string, request: InputRequest): object | string | undefined {
  switch (request.method) {
    case 'roots/list': return request.params
    case 'sampling/createMessage': return version >= NEWEST ? request.params : olderMessages(version, request)
  }
  const { params } = request
  // Required there, for a notification of the page's own that it was completed; 2026-07-28 has neither.
  if (params.mode === 'url') return { ...params, elicitationId: globalThis.crypto.randomUUID() }
  return version >= NEWEST ? params : olderForm(version, request as ElicitFormRequest<unknown>)
}

/** Without a mode, and with titled choices in two lists. */
function olderForm(version: string, { params: { mode: _, ...params } }: ElicitFormRequest<unknown>): object | string {
  const { requestedSchema } = params
  const fields = Object.entries(requestedSchema.properties)
  const choices = fields.find(([, field]) => field.type === 'array')
  if (choices) return `${version} has no field for several choices, as ${JSON.stringify(choices[0])} is.`
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, olderField(field)]))
  return { ...params, requestedSchema: { ...requestedSchema, properties } satisfies ElicitRequestedSchema }
}

function olderField(field: Readonly<ElicitField>): Readonly<ElicitField> {
  if (field.type !== 'string' || !field.oneOf) return field
  const { oneOf, ...rest } = field
  return { ...rest, enum: oneOf.map(option => option.const), enumNames: oneOf.map(option => option.title) }
}

/** A message has one content there. */
function olderMessages(version: string, { params }: CreateMessageRequest): object | string {
  const messages: SamplingMessage[] = []
  for (const message of params.messages) {
    const [content, ...more] = [message.content].flat()
    if (!content || more.length > 0) return `${version} takes one content a message.`
    messages.push({ ...message, content })
  }
  return { ...params, messages }
}
