/** Limits of what is held open for 2025 clients. */
export interface LegacyInputOptions {
  /** How long one round waits for its answers, in milliseconds. Default 600 000 (10 minutes). */
  timeoutMs?: number
  /**
   * The most questions that may wait on this process at once; further calls that ask fail at once. Each holds a connection and
   * the call behind it, so without a bound a client that asks and never answers would fill the server. Default 1000.
   */
  maxPending?: number
}

export const legacyInputDefaults = { timeoutMs: 600_000, maxPending: 1000 } as const

/** The longest delay that timers take. */
const MAX_TIMEOUT_MS = 2_147_483_647

/** Throws `TypeError` for a value that can't be served, naming it. */
export function checkLegacyInput(option: unknown): void {
  if (option === undefined || typeof option === 'boolean') return
  if (typeof option !== 'object' || option === null) throw new TypeError(`createMcpHandler: legacyInput must be true, false or an object, not ${String(option)}.`)
  const { timeoutMs = legacyInputDefaults.timeoutMs, maxPending = legacyInputDefaults.maxPending } = option as LegacyInputOptions
  if (!(typeof timeoutMs === 'number' && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) throw new TypeError(`createMcpHandler: legacyInput.timeoutMs must be a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}, not ${String(timeoutMs)}.`)
  if (!(Number.isSafeInteger(maxPending) && maxPending > 0)) throw new TypeError(`createMcpHandler: legacyInput.maxPending must be a whole number, 1 or more, not ${String(maxPending)}.`)
}
