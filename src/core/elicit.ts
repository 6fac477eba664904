import { describeValue } from './describe-value.ts'
import type { ElicitContent, ElicitContentOf, ElicitRequestedSchema } from './elicit-schema.ts'
import { requestedSchemaProblem } from './elicit-schema-check.ts'
import { isJsonObject } from './json.ts'

/** `Content` is what the schema asks for; it exists in types only. */
export interface ElicitFormRequest<Content = ElicitContent> {
  readonly 'method': 'elicitation/create'
  readonly 'params': {
    /** Left out means `form`. */
    readonly mode?: 'form'
    readonly message: string
    readonly requestedSchema: ElicitRequestedSchema
  }
  /** Never present: carries the type of the answer to its readers. */
  readonly '~content'?: Content
}

export interface ElicitUrlRequest {
  readonly method: 'elicitation/create'
  readonly params: { readonly mode: 'url', readonly message: string, readonly url: string }
}

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
 * A form for the user. The answer is typed by `requestedSchema`; hoist a shared schema with `as const`.
 * Never ask for secrets this way: clients and models may see the answer. Use {@link mcpElicitUrl}.
 *
 * The request is plain data: keep it as a constant of the module.
 *
 * @throws TypeError naming the property that a form cannot have (2026-07-28, client/elicitation "Requested Schema").
 * @example mcpElicit({ message: 'Your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } })
 */
export function mcpElicit<const Schema extends ElicitRequestedSchema>(
  { message, requestedSchema }: { message: string, requestedSchema: Schema },
): ElicitFormRequest<ElicitContentOf<Schema>> {
  const params = { mode: 'form', message, requestedSchema } as const
  const problem = elicitProblem(params)
  if (problem) throw new TypeError(`mcpElicit: ${problem}`)
  return { method: 'elicitation/create', params }
}

/**
 * Sends the user to a page of yours, for what must not pass through the client: a password, a payment, a consent.
 * An `accept` does not mean that they finished: look into your own records on the next round, and ask again if need be.
 *
 * The link can be forwarded. Unless the page checks that its visitor is the user who was asked, an attacker
 * can have a victim complete the attacker's flow (2026-07-28, client/elicitation "Phishing").
 *
 * @throws TypeError unless `url` is an absolute `https:` URL (`http:` for localhost) without credentials.
 */
export function mcpElicitUrl({ message, url }: { message: string, url: string }): ElicitUrlRequest {
  const params = { mode: 'url', message, url } as const
  const problem = elicitProblem(params)
  if (problem) throw new TypeError(`mcpElicitUrl: ${problem}`)
  return { method: 'elicitation/create', params }
}
