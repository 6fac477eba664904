import { describeValue } from './describe-value.ts'
import type { MaybePromise } from './definition-options.ts'
import type { Completer } from './definition.ts'
import { McpError } from './errors.ts'
import type { McpEvent } from './event.ts'
import { isJsonObject } from './json.ts'
import { ErrorCode } from './protocol.ts'

/** Suggests values for what was typed so far. The client shows at most 100 of them. */
export type CompleteArgument = (value: string, context: {
  /** What the client already knows of the other arguments; unvalidated. */
  arguments: Readonly<Record<string, string>>
  event: McpEvent
}) => MaybePromise<readonly string[]>

export type CompleteOptions<Name extends string> = { readonly [K in Name]?: CompleteArgument }

/** `names` are all arguments there are; those without a function have no suggestions. Throws `TypeError` for a function of no argument. */
export function createCompleter(options: unknown, names: readonly string[], caller: string): Completer | undefined {
  if (options === undefined) return undefined
  if (!isJsonObject(options)) throw new TypeError(`${caller}: complete must be an object of functions, not ${describeValue(options)}.`)
  const functions = new Map<string, CompleteArgument>()
  for (const [name, complete] of Object.entries(options)) {
    if (!names.includes(name)) throw new TypeError(`${caller}: complete.${name} is for no argument; there ${names.length === 0 ? 'are none' : `is ${names.join(', ')}`}.`)
    if (complete === undefined) continue
    if (typeof complete !== 'function') throw new TypeError(`${caller}: complete.${name} must be a function, not ${describeValue(complete)}.`)
    functions.set(name, complete as CompleteArgument)
  }
  return async (argument, value, known, event) => {
    if (!names.includes(argument)) throw new McpError(ErrorCode.InvalidParams, `Unknown argument: ${argument}`)
    const values = await functions.get(argument)?.(value, { arguments: known, event }) ?? []
    if (!Array.isArray(values) || !values.every(entry => typeof entry === 'string')) throw new Error(`${caller}: complete.${argument} must return an array of strings.`)
    return values
  }
}
