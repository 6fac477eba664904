import type { Icon } from './content.ts'
import { describeValue } from './describe-value.ts'
import { McpError } from './errors.ts'
import { isJsonObject } from './json.ts'
import type { JsonObject } from './json.ts'
import { ErrorCode } from './protocol.ts'

/** What every definition may say of itself. */
export interface DescribedOptions {
  /** Taken from the file when left out. One that is stated should be a plain string, so that the build can read it. */
  name?: string
  /** For people; taken from the file when left out. */
  title?: string
  /** For the model: what this does, and when to use it. */
  description?: string
  icons?: Icon[]
  _meta?: Record<string, unknown>
}

export type MaybePromise<T> = T | Promise<T>

/** A handler after its types are erased. */
export type Handler = (...args: unknown[]) => unknown

const expected = {
  name: 'a string that is not empty',
  title: 'a string',
  description: 'a string',
  icons: 'an array',
  _meta: 'an object',
  annotations: 'an object',
  handler: 'a function',
} as const

const fits: Record<keyof typeof expected, (value: unknown) => boolean> = {
  name: value => typeof value === 'string' && value !== '',
  title: value => typeof value === 'string',
  description: value => typeof value === 'string',
  icons: Array.isArray,
  _meta: isJsonObject,
  annotations: isJsonObject,
  handler: value => typeof value === 'function',
}

/** Throws `TypeError` that names the option. The file is added by whoever loads it. */
export function checkOptions(caller: string, options: unknown): void {
  if (!isJsonObject(options)) throw new TypeError(`${caller}: the options must be an object, not ${describeValue(options)}.`)
  for (const key of Object.keys(expected) as (keyof typeof expected)[]) {
    const value = options[key]
    if (value === undefined && key !== 'handler') continue
    if (!fits[key](value)) throw new TypeError(`${caller}: ${key} must be ${expected[key]}, not ${describeValue(value)}.`)
  }
}

/** Only what was stated, so that nothing is sent as `undefined` or overrides what the file gives. */
export function pickOptions<Options extends object, Key extends keyof Options>(options: Options, keys: readonly Key[]): Pick<Options, Key> {
  return Object.fromEntries(keys.filter(key => options[key] !== undefined).map(key => [key, options[key]])) as Pick<Options, Key>
}

/** The `arguments` of a request. Throws `-32602`: other than a mismatch with a schema, this is a malformed request. */
export function readArguments(args: unknown): JsonObject {
  if (args === undefined) return {}
  if (!isJsonObject(args)) throw new McpError(ErrorCode.InvalidParams, `arguments must be an object, not ${describeValue(args)}.`)
  return args
}
