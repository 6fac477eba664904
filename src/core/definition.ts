import type { CacheHints } from './cache-hints.ts'
import type { Annotations, Icon } from './content.ts'
import type { McpEvent } from './event.ts'
import type { JsonObject } from './json.ts'
import type { MirroredArgument } from './mirrored-argument.ts'
import type { CallToolResult, GetPromptResult, Interim, ReadResourceResult } from './results.ts'
import type { TaskSettings } from './task-options.ts'

/** A definition after its types are erased: what `defineTool`, `definePrompt` and `defineResource` return and the engine runs. */
export type Definition = ToolDefinition | PromptDefinition | ResourceDefinition

/** Argument completion, of a prompt or a resource template (server/utilities/completion). Throws `-32602` for an argument it does not know. */
export type Completer = (argument: string, value: string, known: Readonly<Record<string, string>>, event: McpEvent) => Promise<readonly string[]>

export interface ToolAnnotations {
  title?: string
  /** Changes nothing. Default `false`. */
  readOnlyHint?: boolean
  /** May destroy something. Default `true`. */
  destructiveHint?: boolean
  /** A second call with the same arguments changes nothing more. Default `false`. */
  idempotentHint?: boolean
  /** Reaches out to the world beyond the server. Default `true`. */
  openWorldHint?: boolean
}

interface Described {
  title?: string
  description?: string
  icons?: Icon[]
  _meta?: Record<string, unknown>
}

export interface ToolDefinition {
  readonly '~mcp': 'tool'
  readonly 'name'?: string
  /** The `Tool` object of `tools/list`, without its name; rendered once. */
  readonly 'descriptor': Described & { inputSchema: JsonObject, outputSchema?: JsonObject, annotations?: ToolAnnotations }
  /** Present when the input schema marks any. */
  readonly 'mirrored'?: readonly MirroredArgument[]
  /** Absent for a tool that never answers with a task. */
  readonly 'task'?: TaskSettings
  /** Validates the arguments, runs the handler, shapes what it returned. A bad argument is an `isError` result; anything else is thrown as it came. */
  'call'(args: unknown, event: McpEvent): Promise<Interim<CallToolResult>>
}

export interface PromptArgument { name: string, title?: string, description?: string, required?: boolean }

export interface PromptDefinition {
  readonly '~mcp': 'prompt'
  readonly 'name'?: string
  readonly 'descriptor': Described & { arguments?: PromptArgument[] }
  /** As `call` of a tool; a bad argument throws `-32602`. */
  'get'(args: unknown, event: McpEvent): Promise<Interim<GetPromptResult>>
  readonly 'complete'?: Completer
}

export interface ResourceDescriptor extends Described { mimeType?: string, size?: number, annotations?: Annotations }

export interface ResourceDefinition {
  readonly '~mcp': 'resource'
  readonly 'name'?: string
  /** Exactly one of the two. */
  readonly 'uri'?: string
  readonly 'uriTemplate'?: string
  readonly 'descriptor': ResourceDescriptor
  /** Of `resources/read`. */
  readonly 'cache': CacheHints
  /** The decoded variables when `uri` is one of this template's (`{}` for the fixed `uri`), else `undefined`. Linear in the length of `uri`. */
  'match'(uri: string): Record<string, string> | undefined
  /** `undefined` when the handler found nothing: the engine answers "not found". */
  'read'(uri: string, variables: Record<string, string>, event: McpEvent): Promise<Interim<ReadResourceResult> | undefined>
  /** The concrete resources of a template, for `resources/list`. */
  readonly 'list'?: (event: McpEvent) => Promise<readonly ({ uri: string, name: string } & ResourceDescriptor)[]>
  readonly 'complete'?: Completer
}
