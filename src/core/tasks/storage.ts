/**
 * Where tasks are kept: any storage of unstorage, such as `useStorage('tasks')` of Nitro, or anything of this form. Values are
 * JSON text. What is written has to be read by whoever asks next, on whichever instance.
 */
export interface TaskStorage {
  /** The text, the value that it stands for, or `null`. */
  getItem(key: string): unknown
  /** `ttl` is in seconds; a storage that knows no expiry may ignore it. */
  setItem(key: string, value: string, options?: { ttl?: number }): unknown
  removeItem(key: string): unknown
}

/** Each task takes a few, so this is some thousand tasks: what an endpoint that nobody configured may fill. */
const MAX_ITEMS = 10_000

/** In UTF-16 code units, of all together: the arguments in a record may be as long as a body. */
const MAX_LENGTH = 64 * 1024 * 1024

/** In the memory of this instance: for development, and for a server that is one process and may forget its tasks in a restart. */
export class MemoryTaskStorage implements TaskStorage {
  readonly #items = new Map<string, string>()
  #length = 0

  getItem(key: string): string | null {
    return this.#items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    const length = this.#length + value.length - (this.#items.get(key)?.length ?? 0)
    if (length > MAX_LENGTH || (this.#items.size >= MAX_ITEMS && !this.#items.has(key))) throw new Error('nitro-mcp: the memory for tasks is full, and no more are taken. Lower ttlMs, or give taskStorage.')
    this.#length = length
    this.#items.set(key, value)
  }

  removeItem(key: string): void {
    this.#length -= this.#items.get(key)?.length ?? 0
    this.#items.delete(key)
  }
}
