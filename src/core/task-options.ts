import { describeValue } from './describe-value.ts'
import { isJsonObject } from './json.ts'

/** How a tool runs as a task, for clients that take one (extension `io.modelcontextprotocol/tasks`). */
export interface TaskOptions {
  /** Whether a client that does not take tasks is refused (`-32021`) instead of waiting for the result. Default `false`. */
  required?: boolean
  /**
   * Where the task begins. `'auto'`, the default: before the handler, once the arguments are found valid. `'manual'`: where the
   * handler calls `event.context.mcp.startTask()`; what it returns before that, a question or a result that is there at once,
   * answers the call itself.
   */
  start?: 'auto' | 'manual'
  /**
   * How long the task can be asked for, in milliseconds from its beginning; whatever it does by then is aborted and forgotten.
   * Default 3 600 000 (an hour), at most 2 147 483 647 (24 days).
   */
  ttlMs?: number
  /** How often the client is asked to look, in milliseconds. Default 1000. */
  pollIntervalMs?: number
}

export type TaskSettings = Readonly<Required<TaskOptions>>

/** The longest that a timer of the platform waits. */
const MAX_TTL_MS = 2_147_483_647

const defaults: TaskSettings = { required: false, start: 'auto', ttlMs: 3_600_000, pollIntervalMs: 1000 }

const isDuration = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0 && (value as number) <= MAX_TTL_MS

const rules: Record<keyof TaskOptions, { fits: (value: unknown) => boolean, expects: string }> = {
  required: { fits: value => typeof value === 'boolean', expects: 'a boolean' },
  start: { fits: value => value === 'auto' || value === 'manual', expects: '"auto" or "manual"' },
  ttlMs: { fits: isDuration, expects: `a whole number of milliseconds from 1 to ${MAX_TTL_MS}` },
  pollIntervalMs: { fits: isDuration, expects: `a whole number of milliseconds from 1 to ${MAX_TTL_MS}` },
}

/** Throws `TypeError` that names the option. `undefined` for a tool that never becomes a task. */
export function taskSettings(option: unknown): TaskSettings | undefined {
  if (option === undefined || option === false) return undefined
  if (option === true) return defaults
  if (!isJsonObject(option)) throw new TypeError(`defineTool: task must be a boolean or an object, not ${describeValue(option)}.`)
  for (const [key, value] of Object.entries(option)) {
    const rule = Object.hasOwn(rules, key) ? rules[key as keyof TaskOptions] : undefined
    if (!rule) throw new TypeError(`defineTool: task.${key} is no option. There are: ${Object.keys(rules).join(', ')}.`)
    if (value !== undefined && !rule.fits(value)) throw new TypeError(`defineTool: task.${key} must be ${rule.expects}, not ${describeValue(value)}.`)
  }
  return { ...defaults, ...Object.fromEntries(Object.entries(option).filter(([, value]) => value !== undefined)) }
}
