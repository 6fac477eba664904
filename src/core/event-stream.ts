/** How often an idle stream says that it is alive, in milliseconds; proxies cut silent ones after half a minute or more. */
const KEEP_ALIVE_MS = 15_000

/** How many messages may wait, at a keep-alive, for a client that does not read them; then it counts as gone, so that nobody fills the memory. */
const MAX_UNREAD = 1024

const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' }

/**
 * Server-sent events of one reply: a message each, comments in between to keep the connection open.
 * No event ids: a stream of 2026-07-28 can't be resumed (basic/transports/streamable-http).
 */
export class EventStream {
  static readonly headers: Record<string, string> = headers

  readonly body: ReadableStream<Uint8Array>
  readonly #encoder = new TextEncoder()
  readonly #onGone: () => void
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined
  #timer: ReturnType<typeof setInterval> | undefined

  /** `onGone` is called when the client closes the stream, at most once and never after `close`. */
  constructor(onGone: () => void) {
    this.#onGone = onGone
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller
      },
      cancel: () => this.gone(),
    })
    this.#timer = setInterval(() => this.#keepAlive(), KEEP_ALIVE_MS)
  }

  /** One JSON-RPC message, as JSON text; dropped once the stream is over. */
  write(message: string): void {
    this.#enqueue(`data: ${message}\n\n`)
  }

  close(): void {
    const controller = this.#controller
    this.#stop()
    controller?.close()
  }

  /** For hosts that tell of a client that went away by other means than the stream. */
  gone(): void {
    if (!this.#controller) return
    const controller = this.#controller
    this.#stop()
    this.#onGone()
    try {
      controller.close()
    }
    catch {
      // Cancelled by its reader, which closes it as well.
    }
  }

  #keepAlive(): void {
    if ((this.#controller?.desiredSize ?? 0) < -MAX_UNREAD) this.gone()
    else this.#enqueue(':\n\n')
  }

  #enqueue(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text))
  }

  #stop(): void {
    this.#controller = undefined
    clearInterval(this.#timer)
  }
}
