import type { EventLike, McpEvent } from './event.ts'
import { RequestContext } from './request-context.ts'

/**
 * Says for whom a request is made, by a name that is stable and no other's, such as the id of the signed-in user; `undefined`
 * for a request of nobody in particular. Throw to turn the request away where a state is sealed or opened.
 */
export type PrincipalResolver = (event: McpEvent) => string | undefined | Promise<string | undefined>

/** Asks the resolver when the principal is first needed, and at most once per request. */
export class PrincipalSource {
  readonly #resolver: PrincipalResolver
  readonly #event: McpEvent
  #asked: Promise<string | undefined> | undefined
  /** The principal, once it was asked for: what a log may say without asking. */
  known: string | undefined

  constructor(resolver: PrincipalResolver, event: McpEvent) {
    this.#resolver = resolver
    this.#event = event
  }

  /** Rejects with what the resolver throws, and with `TypeError` when it gives anything but a name or `undefined`. */
  get(): Promise<string | undefined> {
    return this.#asked ??= this.#ask()
  }

  async #ask(): Promise<string | undefined> {
    const resolver = this.#resolver
    const principal: unknown = await resolver(this.#event)
    // An empty name would make one and the same person of all who have none.
    if (principal !== undefined && (typeof principal !== 'string' || principal === '')) throw new TypeError(`nitro-mcp: principal must return a string that is not empty, or undefined for nobody, not ${JSON.stringify(principal) ?? typeof principal}.`)
    return this.known = principal
  }
}

/** The principal of the request, if one was asked for and found. */
export function knownPrincipal(event: EventLike): string | undefined {
  const { mcp } = (event.context ?? {}) as { mcp?: unknown }
  return mcp instanceof RequestContext ? RequestContext.internalsOf(mcp).principal?.known : undefined
}
