import { isJsonObject } from './json.ts'

/** A change that clients can listen for, as it travels on a bus: plain JSON (2026-07-28, basic/patterns/subscriptions). */
export type McpNotification
  = | { readonly method: 'notifications/tools/list_changed' }
    | { readonly method: 'notifications/prompts/list_changed' }
    | { readonly method: 'notifications/resources/list_changed' }
    | { readonly method: 'notifications/resources/updated', readonly params: { readonly uri: string } }

const listChanges: readonly unknown[] = ['notifications/tools/list_changed', 'notifications/prompts/list_changed', 'notifications/resources/list_changed']

/** What comes from a shared bus may be anything, such as what a later version of this package publishes. */
export function isNotification(value: unknown): value is McpNotification {
  if (!isJsonObject(value)) return false
  if (value.method === 'notifications/resources/updated') return isJsonObject(value.params) && typeof value.params.uri === 'string'
  return listChanges.includes(value.method)
}
