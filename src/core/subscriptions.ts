import type { McpBus, Unsubscribe } from './bus.ts'
import { McpError } from './errors.ts'
import { isNotification, type McpNotification } from './notification.ts'
import { ErrorCode } from './protocol.ts'
import type { ErrorSource } from './server.ts'

export interface SubscriptionOptions {
  /** How many streams may be open at once, per process; one more is refused, so that nobody takes all its connections. Default 1024. */
  max?: number
  /**
   * How long a stream stays open, in milliseconds; then it ends in good order, and the client may listen again. Bounds how long
   * one authorisation counts. Default 1 hour.
   */
  ttlMs?: number
}

export const subscriptionDefaults = { max: 1024, ttlMs: 3_600_000 } as const

/** The longest time that timers know. */
const MAX_TTL_MS = 2_147_483_647

export function checkSubscriptionOptions({ max, ttlMs }: SubscriptionOptions): void {
  if (max !== undefined && !(Number.isSafeInteger(max) && max > 0)) throw new TypeError(`createMcpHandler: subscriptions.max must be a whole number above 0, not ${String(max)}. To declare none, write subscriptions: false.`)
  if (ttlMs !== undefined && !(typeof ttlMs === 'number' && ttlMs > 0 && ttlMs <= MAX_TTL_MS)) throw new TypeError(`createMcpHandler: subscriptions.ttlMs must be above 0 and at most ${MAX_TTL_MS} milliseconds, not ${String(ttlMs)}.`)
}

/** One stream that listens. */
export interface Listener {
  /** Aborts when the client is gone. */
  readonly signal: AbortSignal
  /** Called once, before anything is received. */
  begin(): void
  receive(notification: McpNotification): void
}

/** The streams of one endpoint that listen for changes. However many there are, they hold one subscription to the bus. */
export class Subscriptions {
  readonly #bus: McpBus
  readonly #max: number
  readonly #ttlMs: number
  readonly #report: (error: unknown, source: ErrorSource) => void
  readonly #open = new Map<Listener, () => void>()
  /** Places that are taken, by those still waiting for the bus as well. */
  #taken = 0
  #link: Promise<Unsubscribe> | undefined
  #closed = false

  constructor(bus: McpBus, { max = subscriptionDefaults.max, ttlMs = subscriptionDefaults.ttlMs }: SubscriptionOptions, report: (error: unknown, source: ErrorSource) => void) {
    this.#bus = bus
    this.#max = max
    this.#ttlMs = ttlMs
    this.#report = report
  }

  /** Resolves when the stream is to end: at its time, at `close`, or with its client. */
  async hold(listener: Listener): Promise<void> {
    this.#refuseWhenClosed()
    if (this.#taken >= this.#max) throw new McpError(ErrorCode.InternalError, `All ${this.#max} subscriptions of this server are taken; try again later.`)
    this.#taken++
    try {
      await this.#connect()
      this.#refuseWhenClosed()
      listener.begin()
      await this.#untilOver(listener)
    }
    finally {
      this.#taken--
      if (this.#taken === 0) this.#disconnect()
    }
  }

  /** Ends every stream, and takes no more. */
  close(): void {
    this.#closed = true
    for (const end of this.#open.values()) end()
  }

  #untilOver(listener: Listener): Promise<void> {
    const { signal } = listener
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        this.#open.delete(listener)
        resolve()
      }
      const timer = setTimeout(end, this.#ttlMs)
      signal.addEventListener('abort', end)
      this.#open.set(listener, end)
    })
  }

  #connect(): Promise<unknown> {
    if (this.#link) return this.#link
    const deliver = (notification: unknown) => {
      // A bus may go on for a while after it was left; by then another link may be up.
      if (this.#link === link && isNotification(notification)) this.#deliver(notification)
    }
    const link = Promise.resolve().then(() => this.#bus.subscribe(deliver))
    this.#link = link
    return link
  }

  #disconnect(): void {
    // A link that never came up was told to those who waited for it.
    this.#link?.then(unsubscribe => unsubscribe(), () => {}).catch(error => this.#report(error, { method: 'subscriptions/listen' }))
    this.#link = undefined
  }

  #deliver(notification: McpNotification): void {
    for (const listener of this.#open.keys()) listener.receive(notification)
  }

  #refuseWhenClosed(): void {
    if (this.#closed) throw new McpError(ErrorCode.InternalError, 'This server is shutting down; listen to another instance.')
  }
}
