import type { StandardSchema } from './standard-schema.ts'

/** What a question has beside what travels. */
export interface QuestionTraits {
  /** Validates the answer, in place of the schema on the wire. */
  readonly schema?: StandardSchema<object, unknown>
  /** Whether a flow goes on without an answer. */
  readonly optional?: boolean
}

/** A symbol, as JSON leaves it out and a spread keeps it; registered, as a bundle may hold two copies of this module. */
const key = Symbol.for('nitro-mcp.question')

/** The request with its traits, or as it was when it has none. */
export function withTraits<Request extends object>(request: Request, { schema, optional }: QuestionTraits): Request {
  return schema || optional ? { ...request, [key]: { schema, optional } satisfies QuestionTraits } : request
}

export function traitsOf(request: object): QuestionTraits {
  return (request as { [key]?: QuestionTraits })[key] ?? {}
}
