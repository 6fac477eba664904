import type { ServerCapabilities } from './capabilities.ts'
import { McpError } from './errors.ts'
import { isJsonObject } from './json.ts'
import type { McpNotification } from './notification.ts'
import { ErrorCode } from './protocol.ts'

/** What a client listens for; what is not in it is never sent (2026-07-28, basic/patterns/subscriptions). */
export interface SubscriptionFilter {
  readonly toolsListChanged?: boolean
  readonly promptsListChanged?: boolean
  readonly resourcesListChanged?: boolean
  /** URIs, matched exactly. */
  readonly resourceSubscriptions?: readonly string[]
}

/** The most URIs that one stream may name, in UTF-16 code units of all together: they stay in memory as long as it is open. */
const MAX_URIS_LENGTH = 65_536

const lists = ['toolsListChanged', 'promptsListChanged', 'resourcesListChanged'] as const

/** Throws `-32602` for anything that is not a filter. Keys of extensions are left alone. */
export function readFilter(value: unknown): SubscriptionFilter {
  if (!isJsonObject(value)) throw invalid('notifications must be an object that says what to listen for')
  const filter = value as SubscriptionFilter
  for (const list of lists) {
    if (value[list] !== undefined && typeof value[list] !== 'boolean') throw invalid(`notifications.${list} must be true or false`)
  }
  const uris = value.resourceSubscriptions
  if (uris === undefined) return filter
  if (!Array.isArray(uris) || !uris.every(uri => typeof uri === 'string')) throw invalid('notifications.resourceSubscriptions must be a list of URIs')
  if (uris.reduce((length, uri) => length + uri.length, 0) > MAX_URIS_LENGTH) throw invalid(`notifications.resourceSubscriptions may have ${MAX_URIS_LENGTH} characters in all`)
  return filter
}

/** What of it is granted: only types that the server declares, and resources that it has. */
export function grantedFilter(wanted: SubscriptionFilter, { tools, prompts, resources }: ServerCapabilities, isServed: (uri: string) => boolean): SubscriptionFilter {
  const uris = resources?.subscribe ? wanted.resourceSubscriptions?.filter(isServed) : undefined
  return {
    ...wanted.toolsListChanged && tools?.listChanged && { toolsListChanged: true },
    ...wanted.promptsListChanged && prompts?.listChanged && { promptsListChanged: true },
    ...wanted.resourcesListChanged && resources?.listChanged && { resourcesListChanged: true },
    ...uris?.length && { resourceSubscriptions: [...new Set(uris)] },
  }
}

export function acceptorOf(filter: SubscriptionFilter): (notification: McpNotification) => boolean {
  const uris = new Set(filter.resourceSubscriptions)
  return (notification) => {
    switch (notification.method) {
      case 'notifications/tools/list_changed': return filter.toolsListChanged === true
      case 'notifications/prompts/list_changed': return filter.promptsListChanged === true
      case 'notifications/resources/list_changed': return filter.resourcesListChanged === true
      case 'notifications/resources/updated': return uris.has(notification.params.uri)
    }
  }
}

function invalid(what: string): McpError {
  return new McpError(ErrorCode.InvalidParams, `subscriptions/listen: ${what}.`)
}
