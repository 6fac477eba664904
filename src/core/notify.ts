import { checkBus, type McpBus } from './bus.ts'
import { logError, safeReport } from './log-error.ts'
import type { McpNotification } from './notification.ts'
import type { ErrorSource } from './server.ts'

/**
 * Tells the clients that listen that something changed (2026-07-28, `subscriptions/listen`). Only what a client subscribed to
 * reaches it, and whoever is not listening hears nothing later.
 *
 * The promises resolve when the bus took the notification, and never reject: a bus that fails is reported, as it must not fail
 * what changed the data. In memory there is nothing to wait for.
 */
export interface McpNotify {
  toolsChanged(): Promise<void>
  promptsChanged(): Promise<void>
  /** Resources came or went. */
  resourcesChanged(): Promise<void>
  /**
   * The content of one resource changed. Reaches the clients that subscribed to exactly this URI.
   * Throws `TypeError` for a string that is not a URI.
   */
  resourceUpdated(uri: string): Promise<void>
}

/** Notifies by a bus, without an endpoint at hand: it reaches the clients of every endpoint on that bus. */
export function createMcpNotify(bus: McpBus, onError: (error: unknown, source: ErrorSource) => void = logError): McpNotify {
  checkBus(bus, 'createMcpNotify')
  const report = safeReport(onError)
  const publish = async (notification: McpNotification) => {
    try {
      await bus.publish(notification)
    }
    catch (error) {
      report(error, { method: notification.method })
    }
  }
  return {
    toolsChanged: () => publish({ method: 'notifications/tools/list_changed' }),
    promptsChanged: () => publish({ method: 'notifications/prompts/list_changed' }),
    resourcesChanged: () => publish({ method: 'notifications/resources/list_changed' }),
    resourceUpdated(uri) {
      if (typeof uri !== 'string' || !URL.canParse(uri)) throw new TypeError(`resourceUpdated: ${JSON.stringify(uri)} is not a URI.`)
      return publish({ method: 'notifications/resources/updated', params: { uri } })
    },
  }
}
