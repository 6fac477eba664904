import { describeValue } from './describe-value.ts'
import { deriveRequestedSchema } from './elicit-derive.ts'
import type { ElicitContent, ElicitContentOf, ElicitRequestedSchema } from './elicit-schema.ts'
import { requestedSchemaProblem } from './elicit-schema-check.ts'
import { isJsonObject } from './json.ts'
import { withTraits } from './question-traits.ts'
import type { InferOutput, StandardSchema } from './standard-schema.ts'

/** `Content` is what the form asks for, `Answer` what `defineRounds` makes of it; both exist in types only. */
export interface ElicitFormRequest<Content = ElicitContent, Answer = Content> {
  readonly 'method': 'elicitation/create'
  readonly 'params': {
    /** Left out means `form`. */
    readonly mode?: 'form'
    readonly message: string
    readonly requestedSchema: ElicitRequestedSchema
  }
  /** Never present: carries the type of the answer to its readers. */
  readonly '~content'?: Content
  /** Never present, as above. */
  readonly '~answer'?: readonly [Answer]
}

export interface ElicitUrlRequest<Answer = true> {
  readonly 'method': 'elicitation/create'
  readonly 'params': { readonly mode: 'url', readonly message: string, readonly url: string }
  /** Never present: carries the type of what `defineRounds` makes of the answer. */
  readonly '~answer'?: readonly [Answer]
}

/** What a question may have in a flow (`defineRounds`); the readers of answers take no notice. */
interface QuestionOptions<Optional extends boolean> {
  /**
   * Whether a flow goes on without an answer, which is then `undefined`: the user refused, or this client can't be asked.
   * It is not asked again. Default `false`: a refusal ends the flow.
   */
  optional?: Optional
}

type Missing<Optional extends boolean> = Optional extends false ? never : undefined

/** The answer to a form or a URL. Client input: the type says what was asked for, nothing has checked it. */
export interface ElicitResult<Content = ElicitContent> {
  /** `decline` is a no, `cancel` a dismissal. For a URL, `accept` only means that the user agreed to open it. */
  action: 'accept' | 'decline' | 'cancel'
  /** The submitted fields, with an accepted form. */
  content?: Content
  _meta?: Record<string, unknown>
}

/** For loopback there is no network to listen in on; anywhere else plain http would send the flow in the clear. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

function urlProblem(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return `url must be an absolute URL such as "https://example.com/connect", not ${describeValue(url)}.`
  const { protocol, username, password, hostname } = new URL(url)
  // The value itself is kept out of the message: it may hold the password.
  if (username || password) return 'url must not carry a user name or password: whoever sees the message would have them. Sign the user in on the page.'
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    return `url must begin with https: (http: for localhost only), not ${protocol}`
  }
  if (/[^\x21-\x7E]/.test(url)) return `url must be percent-encoded, not ${describeValue(url)}; new URL(url).href is.`
}

/** Why these are not the `params` of an `elicitation/create`. */
export function elicitProblem(params: unknown): string | undefined {
  if (!isJsonObject(params)) return `params must be an object, not ${describeValue(params)}.`
  const { mode, message } = params
  if (mode !== undefined && mode !== 'form' && mode !== 'url') return `mode must be "form" or "url", not ${describeValue(mode)}.`
  if (typeof message !== 'string') return `message must be a string, not ${describeValue(message)}.`
  return mode === 'url' ? urlProblem(params.url) : requestedSchemaProblem(params.requestedSchema)
}

/**
 * A form for the user, of a Standard Schema (`schema`) or of the schema as it travels (`requestedSchema`; hoist a shared
 * one with `as const`). Never ask for secrets this way: clients and models may see the answer. Use {@link mcpElicitUrl}.
 *
 * Of a `schema` a form is derived: text with formats, numbers with bounds, booleans, one or several choices of strings,
 * titles and defaults; a choice is labelled by the `title` of its literal. What a form cannot ask is refused; what only
 * narrows (a pattern, a multiple, a refinement) is left to validation. `defineRounds` validates the answer by the
 * schema and types it by its output. `getInputResponses` and its kin validate nothing, so there it stays as it came.
 *
 * Keep it as a constant of the module: a mistake then shows when the module is loaded.
 *
 * @throws TypeError naming the field that a form cannot have (2026-07-28, client/elicitation "Requested Schema").
 * @example mcpElicit({ message: 'Where to?', schema: z.object({ city: z.string(), nights: z.int().min(1) }) })
 * @example mcpElicit({ message: 'Your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } })
 */
export function mcpElicit<Schema extends StandardSchema<object, unknown>, const Optional extends boolean = false>(
  question: { message: string, schema: Schema, requestedSchema?: undefined } & QuestionOptions<Optional>,
): ElicitFormRequest<ElicitContent, InferOutput<Schema> | Missing<Optional>>
export function mcpElicit<const Schema extends ElicitRequestedSchema, const Optional extends boolean = false>(
  question: { message: string, requestedSchema: Schema, schema?: undefined } & QuestionOptions<Optional>,
): ElicitFormRequest<ElicitContentOf<Schema>, ElicitContentOf<Schema> | Missing<Optional>>
export function mcpElicit({ message, schema, requestedSchema, optional }: {
  message: string
  schema?: StandardSchema<object, unknown>
  requestedSchema?: ElicitRequestedSchema
} & QuestionOptions<boolean>): ElicitFormRequest<unknown> {
  if (schema !== undefined && requestedSchema !== undefined) throw new TypeError('mcpElicit: state schema or requestedSchema, not both.')
  const form = schema === undefined ? requestedSchema as ElicitRequestedSchema : deriveRequestedSchema(schema, 'mcpElicit: schema')
  const params = { mode: 'form', message, requestedSchema: form } as const
  const problem = elicitProblem(params)
  if (problem) throw new TypeError(`mcpElicit: ${problem}`)
  return withTraits({ method: 'elicitation/create', params }, { schema, optional })
}

/**
 * Sends the user to a page of yours, for what must not pass through the client: a password, a payment, a consent.
 * An `accept` does not mean that they finished: look into your own records on the next round, and ask again if need be.
 * In a flow of `defineRounds` the answer is `true`: they agreed to open the page.
 *
 * The link can be forwarded. Unless the page checks that its visitor is the user who was asked, an attacker
 * can have a victim complete the attacker's flow (2026-07-28, client/elicitation "Phishing").
 *
 * @throws TypeError unless `url` is an absolute `https:` URL (`http:` for localhost) without credentials.
 */
export function mcpElicitUrl<const Optional extends boolean = false>(
  { message, url, optional }: { message: string, url: string } & QuestionOptions<Optional>,
): ElicitUrlRequest<true | Missing<Optional>> {
  const params = { mode: 'url', message, url } as const
  const problem = elicitProblem(params)
  if (problem) throw new TypeError(`mcpElicitUrl: ${problem}`)
  return withTraits({ method: 'elicitation/create', params }, { optional })
}
