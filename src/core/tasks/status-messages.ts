/** A storage may be far away, and some take one write a second. */
const MIN_INTERVAL_MS = 1000

/** Passes on the last of the messages, at most once in a while, one write at a time. */
export class StatusMessages {
  readonly #write: (message: string) => Promise<void>
  #latest: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #written = -Infinity
  #stopped = false

  constructor(write: (message: string) => Promise<void>) {
    this.#write = write
  }

  tell(message: string): void {
    if (this.#stopped) return
    this.#latest = message
    this.#timer ??= setTimeout(() => void this.#flush(), Math.max(0, this.#written + MIN_INTERVAL_MS - Date.now()))
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #flush(): Promise<void> {
    const message = this.#latest
    this.#latest = undefined
    this.#written = Date.now()
    try {
      if (message !== undefined) await this.#write(message)
    }
    catch {
      // Only a hint for people; what the task comes to is written on its own.
    }
    this.#timer = undefined
    if (this.#latest !== undefined) this.tell(this.#latest)
  }
}
