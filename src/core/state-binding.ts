import { canonicalJson } from './canonical-json.ts'
import type { EventLike, McpEvent } from './event.ts'
import type { RequestInternals } from './request-context.ts'

/** What a state is bound to, each as one line of JSON; `undefined` for what it is not bound to. */
export interface Binding {
  readonly request: string | undefined
  readonly principal: string | undefined
}

export interface BindingOptions {
  readonly bind: ((event: McpEvent) => string | Promise<string>) | undefined
  readonly bindRequest: boolean
}

export const unbound: Binding = { request: undefined, principal: undefined }

/** Rejects with what `bind` or the endpoint's `principal` throws. */
export async function bindingOf(event: EventLike, { principal, request }: RequestInternals, { bind, bindRequest }: BindingOptions): Promise<Binding> {
  const { method, name, arguments: args = {} } = request
  const bound = bind && checkBound(await bind(event as McpEvent))
  return {
    request: bindRequest ? canonicalJson([method, name, args]) : undefined,
    // As JSON, which escapes lone surrogates: two principals must not become one in UTF-8. Nobody is someone too: what a
    // signed-in user agreed to is not for a stranger to go on with, nor the other way round.
    principal: principal ? JSON.stringify([await principal.get() ?? null, ...bound === undefined ? [] : [bound]]) : bound && JSON.stringify(bound),
  }
}

/** As the context of a seal. A missing part is an empty line, which is no JSON: a binding that was added or removed fails closed. */
export function contextOf({ request = '', principal = '' }: Binding): string {
  return `${request}\n${principal}`
}

/** An empty principal would bind the states of all who have none to one and the same "nobody". */
function checkBound(principal: unknown): string {
  if (typeof principal !== 'string' || principal === '') throw new TypeError('defineRequestState: bind must return a string that is not empty; throw when there is no principal.')
  return principal
}
