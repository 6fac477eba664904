import { checkOptions, pickOptions, readArguments } from './definition-options.ts'
import type { DescribedOptions, Handler, MaybePromise } from './definition-options.ts'
import type { ContentBlock } from './content.ts'
import type { ToolAnnotations, ToolDefinition } from './definition.ts'
import type { McpEvent } from './event.ts'
import { mirroredArguments } from './mirrored-argument.ts'
import type { InputRequiredResult } from './input-request.ts'
import { formatIssues } from './issue.ts'
import type { LiteralHint } from './literal-hint.ts'
import type { CallToolResult } from './results.ts'
import { createArgumentsSchema, createSchema } from './schema.ts'
import type { ArgumentsOf, ArgumentsSchema, ResultOf, ResultSchema } from './schema-source.ts'
import { taskSettings, type TaskOptions, type TaskSettings } from './task-options.ts'
import { toStructuredResult, toToolResult } from './tool-return.ts'

export interface ToolOptions<Output extends ResultSchema | undefined> extends DescribedOptions {
  /** Hints for the client, which need not trust them. */
  annotations?: ToolAnnotations
  /** What the handler returns: it is validated, and sent as `structuredContent`. */
  outputSchema?: Output
  /**
   * Lets the tool answer a client that takes tasks with a task, and go on after the reply (extension
   * `io.modelcontextprotocol/tasks`). The handler stays the same: questions it returns then wait in the task, and it runs again
   * with the answers, on whichever instance got them. `true` is all defaults.
   */
  task?: boolean | TaskOptions
}

/** What an `async` function without a `return` gives. */
type Nothing = ReturnType<() => void>

/**
 * What a tool's handler may return. Text and content blocks go as they are, another object or array as JSON text.
 * With an `outputSchema`: a value that fits it, a full result that holds one, or an interim result.
 */
export type ToolReturn<Output> = CallToolResult | InputRequiredResult | LiteralHint | (Output extends ResultSchema
  ? ResultOf<Output>
  : string | number | boolean | null | undefined | Nothing | ContentBlock | ContentBlock[] | object)

/**
 * Defines a tool: the default export of a file in `server/mcp/tools/`, or an entry of `createMcpHandler`.
 *
 * The handler runs again from its start for each round of answers, so nothing before a question may have an effect that
 * must not be repeated. Arguments are validated before it runs; a mismatch goes to the model as an `isError` result.
 *
 * Throws `TypeError`, which names the option, for a definition that can't be served.
 *
 * @example
 * export default defineTool({
 *   description: 'Finds the orders of a customer',
 *   inputSchema: z.object({ customer: z.string() }),
 *   handler: ({ customer }) => findOrders(customer),
 * })
 */
export function defineTool<const Input extends ArgumentsSchema, const Output extends ResultSchema | undefined = undefined>(options: ToolOptions<Output> & {
  /** A Standard Schema that can give JSON Schema, or plain JSON Schema; an object at its root. */
  inputSchema: Input
  handler: (args: ArgumentsOf<Input>, event: McpEvent) => MaybePromise<ToolReturn<Output>>
}): ToolDefinition
export function defineTool<const Output extends ResultSchema | undefined = undefined>(options: ToolOptions<Output> & {
  inputSchema?: undefined
  handler: (event: McpEvent) => MaybePromise<ToolReturn<Output>>
}): ToolDefinition
export function defineTool(options: ToolOptions<ResultSchema> & { inputSchema?: unknown, handler: (...args: never[]) => unknown }): ToolDefinition {
  checkOptions('defineTool', options)
  const input = options.inputSchema === undefined ? undefined : createArgumentsSchema(options.inputSchema, 'defineTool: inputSchema')
  const output = options.outputSchema === undefined ? undefined : createSchema(options.outputSchema, 'output', 'defineTool: outputSchema')
  const mirrored = input ? mirroredArguments(input.json, 'defineTool: inputSchema') : []
  const task = taskSettings(options.task)
  const run = runner(options.handler as Handler, task)
  const shape = (value: unknown) => output ? toStructuredResult(value, output) : toToolResult(value)
  return {
    '~mcp': 'tool',
    'name': options.name,
    'descriptor': {
      ...pickOptions(options, ['title', 'description', 'icons', 'annotations', '_meta']),
      inputSchema: input?.json ?? { type: 'object' },
      ...output && { outputSchema: output.json },
    },
    ...mirrored.length > 0 && { mirrored },
    ...task && { task },
    async call(args, event) {
      const given = readArguments(args)
      if (!input) return shape(await run(event, event))
      const checked = await input.validate(given)
      if (checked.issues) return { content: [{ type: 'text', text: `Invalid arguments:\n${formatIssues(checked.issues)}` }], isError: true }
      return shape(await run(event, checked.value, event))
    },
  }
}

/** A task begins once the arguments are known to be good, so that a call with bad ones is answered at once. */
function runner(handler: Handler, task: TaskSettings | undefined): (event: McpEvent, ...args: unknown[]) => unknown {
  if (task?.start !== 'auto') return (_, ...args) => handler(...args)
  return async (event, ...args) => {
    await event.context.mcp.startTask()
    return handler(...args)
  }
}
