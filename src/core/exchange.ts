import { EventStream } from './event-stream.ts'
import type { Inbound } from './inbound.ts'
import type { Era } from './protocol.ts'
import type { Reply } from './reply.ts'

/**
 * One request and its reply. The reply is plain JSON, with a status of its own, until something is sent before it: then it
 * becomes a stream, which ends with the result (basic/transports/streamable-http).
 */
export class Exchange {
  readonly #inbound: Inbound
  readonly #era: Era
  readonly #answer: (reply: Reply) => void
  #stream: EventStream | undefined
  #abort: AbortController | undefined
  #left: AbortController | undefined
  #over = false

  private constructor(inbound: Inbound, era: Era, answer: (reply: Reply) => void) {
    this.#inbound = inbound
    this.#era = era
    this.#answer = answer
  }

  /** Resolves with the reply of `work`, or earlier, with a stream, when `work` sends something. */
  static run(inbound: Inbound, era: Era, work: (exchange: Exchange) => Promise<Reply>): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const exchange = new Exchange(inbound, era, resolve)
      work(exchange).then(reply => exchange.#finish(reply), (error) => {
        // A stream that nobody will end any more; without one, the caller hears of it.
        exchange.#stream?.close()
        exchange.#leave()
        reject(error)
      })
    })
  }

  /** Aborts when the client goes away, on the modern side: there it means "cancel", while a 2025 client may just have lost its connection. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController()
      if (this.#era === 'modern') this.#onHostAbort(() => this.#abort?.abort())
    }
    return this.#abort.signal
  }

  /** Aborts when nobody waits for the reply any more, on either side: the client cancelled, or it went away in the middle of a stream. */
  get left(): AbortSignal {
    this.#left ??= new AbortController()
    if (this.#over) this.#left.abort()
    return this.#left.signal
  }

  /** Whether the reply has become a stream. */
  get opened(): boolean {
    return this.#stream !== undefined
  }

  header(name: string): string | null {
    return this.#inbound.header(name)
  }

  /** Whether the client reads a stream. On the modern side it has to; a 2025 client says so. */
  get streams(): boolean {
    return this.#era === 'modern' || (this.#inbound.header('accept')?.includes('text/event-stream') ?? false)
  }

  /** A message that comes before the reply, as JSON text. Dropped when the reply is out, or nobody reads on. */
  send(message: string): void {
    if (this.#over || !this.streams) return
    this.#open().write(message)
  }

  /** Ends the work from outside, as `notifications/cancelled` does for 2025 clients. They expect no result then, so a stream ends without one. */
  cancel(): void {
    if (this.#over) return
    void this.signal
    this.#abort?.abort()
    if (!this.streams) return
    this.#open().close()
    this.#leave()
  }

  #open(): EventStream {
    if (this.#stream) return this.#stream
    const stream = new EventStream(() => this.#gone())
    this.#stream = stream
    this.#onHostAbort(() => stream.gone())
    this.#answer({ status: 200, headers: { ...EventStream.headers }, body: stream.body })
    return stream
  }

  #leave(): void {
    this.#over = true
    this.#left?.abort()
  }

  #gone(): void {
    this.#leave()
    if (this.#era === 'modern') this.#abort?.abort()
  }

  #onHostAbort(listener: () => void): void {
    const signal = this.#inbound.signal()
    if (signal.aborted) listener()
    else signal.addEventListener('abort', listener, { once: true })
  }

  #finish(reply: Reply): void {
    if (!this.#stream) {
      this.#over = true
      this.#answer(reply)
      return
    }
    if (!this.#over && typeof reply.body === 'string') this.#stream.write(reply.body)
    if (!this.#over) this.#stream.close()
    this.#over = true
  }
}
