import { createCompleter } from './completer.ts'
import type { CompleteOptions } from './completer.ts'
import { checkOptions, pickOptions, readArguments } from './definition-options.ts'
import type { DescribedOptions, Handler, MaybePromise } from './definition-options.ts'
import type { PromptDefinition } from './definition.ts'
import { McpError } from './errors.ts'
import type { McpEvent } from './event.ts'
import type { InputRequiredResult } from './input-request.ts'
import { formatIssues } from './issue.ts'
import type { Issue } from './issue.ts'
import type { JsonObject } from './json.ts'
import { listPromptArguments } from './prompt-arguments.ts'
import { toPromptResult } from './prompt-return.ts'
import type { PromptMessageInput } from './prompt-return.ts'
import { ErrorCode } from './protocol.ts'
import { createArgumentsSchema } from './schema.ts'
import type { ArgumentNames, ArgumentsOf, ArgumentsSchema } from './schema-source.ts'

/** What a prompt's handler may return. A string is one message of the user. */
export type PromptReturn = string | PromptMessageInput | PromptMessageInput[] | InputRequiredResult
  | { description?: string, messages: PromptMessageInput[], _meta?: Record<string, unknown> }

/**
 * Defines a prompt: the default export of a file in `server/mcp/prompts/`, or an entry of `createMcpHandler`.
 *
 * Clients send arguments as strings, so a schema of another type has to convert (`z.coerce.number()`). They are validated
 * before the handler runs; a mismatch is an error `-32602`. The handler runs again from its start for each round of answers.
 *
 * Throws `TypeError`, which names the option, for a definition that can't be served.
 *
 * @example
 * export default definePrompt({
 *   description: 'A review of one order',
 *   inputSchema: z.object({ order: z.string() }),
 *   handler: ({ order }) => `Review the order ${order} and list what is unusual.`,
 * })
 */
export function definePrompt<const Input extends ArgumentsSchema>(options: DescribedOptions & {
  /** A Standard Schema that can give JSON Schema, or plain JSON Schema; an object at its root. The argument list is made of its properties. */
  inputSchema: Input
  /** Suggestions while the user types, by argument. */
  complete?: CompleteOptions<ArgumentNames<Input>>
  handler: (args: ArgumentsOf<Input>, event: McpEvent) => MaybePromise<PromptReturn>
}): PromptDefinition
export function definePrompt(options: DescribedOptions & {
  inputSchema?: undefined
  complete?: undefined
  handler: (event: McpEvent) => MaybePromise<PromptReturn>
}): PromptDefinition
export function definePrompt(options: DescribedOptions & { inputSchema?: unknown, complete?: unknown, handler: (...args: never[]) => unknown }): PromptDefinition {
  checkOptions('definePrompt', options)
  const input = options.inputSchema === undefined ? undefined : createArgumentsSchema(options.inputSchema, 'definePrompt: inputSchema')
  const list = input && listPromptArguments(input, 'definePrompt: inputSchema')
  const complete = createCompleter(options.complete, list?.map(({ name }) => name) ?? [], 'definePrompt')
  const handler = options.handler as Handler
  return {
    '~mcp': 'prompt',
    'name': options.name,
    'descriptor': {
      ...pickOptions(options, ['title', 'description', 'icons', '_meta']),
      ...list && { arguments: list },
    },
    async get(args, event) {
      const given = readArguments(args)
      refuse(findNonStrings(given))
      if (!input) return toPromptResult(await handler(event))
      const checked = await input.validate(given)
      if (checked.issues) throw refusal(checked.issues)
      return toPromptResult(await handler(checked.value, event))
    },
    ...complete && { complete },
  }
}

/** As the protocol has it (2026-07-28, server/prompts "Getting a Prompt"): a schema that converts would let other values pass. */
function findNonStrings(args: JsonObject): Issue[] {
  return Object.entries(args)
    .filter(([, value]) => typeof value !== 'string')
    .map(([name, value]) => ({ path: [name], message: `expected string, received ${value === null ? 'null' : typeof value}` }))
}

function refuse(issues: readonly Issue[]): void {
  if (issues.length > 0) throw refusal(issues)
}

function refusal(issues: readonly Issue[]): McpError {
  return new McpError(ErrorCode.InvalidParams, `Invalid arguments:\n${formatIssues(issues)}`)
}
