import type { MaybePromise } from './definition-options.ts'
import type { JsonValue } from './json.ts'
import { assertPlainJson } from './plain-json.ts'
import type { Once } from './rounds-types.ts'

/** A quarter of a state's length. */
export const MAX_ONCE_LENGTH = 16_384

/** Results by key as they travel: in an array, which is empty for `undefined`. */
export type OnceResults = Record<string, JsonValue[]>

/** The results of `once` in one request, kept as text so that nothing done to a result afterwards gets into the state. */
export class OnceMemo {
  readonly #results = new Map<string, Promise<string>>()

  constructor(carried: OnceResults = {}) {
    for (const [key, result] of Object.entries(carried)) this.#results.set(key, Promise.resolve(JSON.stringify(result)))
  }

  readonly once: Once = async <Result>(key: string, fn: () => MaybePromise<Result>) => {
    if (typeof key !== 'string' || key === '') throw new TypeError('round.once: the key must be a string that is not empty.')
    if (typeof fn !== 'function') throw new TypeError(`round.once(${JSON.stringify(key)}): the second argument must be a function.`)
    let result = this.#results.get(key)
    if (!result) {
      result = run(key, fn)
      this.#results.set(key, result)
      // Not carried: whoever awaits `result` gets the reason.
      result.catch(() => this.#results.delete(key))
    }
    // Sealed under this key by this server, as the result of this function.
    return (JSON.parse(await result) as Result[])[0] as Result
  }

  get size(): number {
    return this.#results.size
  }

  /** All of them, the ones still running too. */
  async results(): Promise<OnceResults> {
    const entries = [...this.#results].map(async ([key, result]) => [key, JSON.parse(await result) as JsonValue[]] as const)
    return Object.fromEntries(await Promise.all(entries))
  }
}

async function run(key: string, fn: () => unknown): Promise<string> {
  const where = `round.once(${JSON.stringify(key)})`
  const result = await fn()
  if (result === undefined) return '[]'
  assertPlainJson(result, `${where}: the result`)
  const text = JSON.stringify([result])
  if (text.length > MAX_ONCE_LENGTH) throw new RangeError(`${where}: the result has ${text.length} characters as JSON; at most ${MAX_ONCE_LENGTH} may travel. Keep it on the server, and return its id.`)
  return text
}
