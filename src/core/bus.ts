import type { McpNotification } from './notification.ts'

/**
 * Carries notifications from where something changes to the instances whose clients listen. Without one they stay in memory,
 * which is enough for a single process; several instances need one that they share, such as the pub/sub of Redis or Postgres.
 *
 * @example
 * const bus: McpBus = {
 *   publish: notification => redis.publish('mcp', JSON.stringify(notification)),
 *   subscribe: listener => redis.subscribe('mcp', text => listener(JSON.parse(text))),
 * }
 */
export interface McpBus {
  /** Hands a notification, which is plain JSON, to every subscriber, those of this instance among them. May return a promise. */
  publish(notification: McpNotification): unknown
  /**
   * Calls `listener` with every notification from now on, until the returned function is called. Called once per endpoint,
   * while any client listens. A promise is waited for before the client is told that it listens.
   */
  subscribe(listener: (notification: McpNotification) => void): Unsubscribe | Promise<Unsubscribe>
}

export type Unsubscribe = () => unknown

/** A bus within one process. */
export function createMcpBus(): McpBus {
  const listeners = new Set<(notification: McpNotification) => void>()
  return {
    publish(notification) {
      for (const listener of listeners) listener(notification)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function checkBus(bus: McpBus, where: string): void {
  if (typeof bus?.publish !== 'function' || typeof bus.subscribe !== 'function') throw new TypeError(`${where}: a bus needs the functions publish and subscribe.`)
}
