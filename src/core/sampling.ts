import type { AudioContent, ContentBlock, ImageContent, TextContent } from './content.ts'
import { describeValue } from './describe-value.ts'
import { isJsonObject } from './json.ts'
import { messagesProblem } from './sampling-messages.ts'

export interface ToolUseContent {
  type: 'tool_use'
  id: string
  name: string
  input: Record<string, unknown>
  _meta?: Record<string, unknown>
}

export interface ToolResultContent {
  type: 'tool_result'
  toolUseId: string
  content: readonly ContentBlock[]
  structuredContent?: unknown
  isError?: boolean
  _meta?: Record<string, unknown>
}

export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent

export interface SamplingMessage {
  role: 'user' | 'assistant'
  content: SamplingContent | readonly SamplingContent[]
  _meta?: Record<string, unknown>
}

/** Wishes about the model, each from 0 (does not matter) to 1; the client decides. */
export interface ModelPreferences {
  /** Parts of model names, the preferred one first. */
  hints?: readonly { readonly name?: string }[]
  costPriority?: number
  speedPriority?: number
  intelligencePriority?: number
}

export interface CreateMessageParams {
  messages: readonly SamplingMessage[]
  /** The most tokens to sample; the client may stop earlier. */
  maxTokens: number
  modelPreferences?: ModelPreferences
  systemPrompt?: string
  /** Default `none`. The other values are deprecated (SEP-2596) and need a client with `sampling.context`. */
  includeContext?: 'none' | 'thisServer' | 'allServers'
  temperature?: number
  stopSequences?: readonly string[]
  metadata?: Readonly<Record<string, unknown>>
}

/** Written by hand, it may also lend tools to the model; the client then needs `sampling.tools`. */
export interface CreateMessageRequest {
  readonly method: 'sampling/createMessage'
  readonly params: Readonly<CreateMessageParams> & {
    readonly tools?: readonly object[]
    readonly toolChoice?: { readonly mode?: 'auto' | 'required' | 'none' }
  }
}

/** What the client's model wrote. Client input: nothing has checked it. */
export interface CreateMessageResult {
  role: 'user' | 'assistant'
  content: SamplingContent | SamplingContent[]
  /** The model that wrote it. */
  model: string
  /** `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the provider's own word. */
  stopReason?: string
  _meta?: Record<string, unknown>
}

const contexts: readonly unknown[] = [undefined, 'none', 'thisServer', 'allServers']

/** Why these are not the `params` of a `sampling/createMessage`. */
export function samplingProblem(params: unknown): string | undefined {
  if (!isJsonObject(params)) return `params must be an object, not ${describeValue(params)}.`
  const { messages, maxTokens, includeContext } = params
  if (!Array.isArray(messages)) return `messages must be an array, not ${describeValue(messages)}.`
  if (typeof maxTokens !== 'number' || !Number.isSafeInteger(maxTokens) || maxTokens < 1) return `maxTokens must be a whole number, 1 or more, not ${describeValue(maxTokens)}.`
  if (!contexts.includes(includeContext)) return `includeContext must be "none", "thisServer" or "allServers", not ${describeValue(includeContext)}.`
  return messagesProblem(messages)
}

/**
 * Lets the client's model write a message.
 *
 * @deprecated by the specification as of 2026-07-28 (SEP-2577), and kept in it for at least twelve months: call a model of your own.
 * @throws TypeError without `messages`, when a use of a tool has no result right after it, or when `maxTokens` is not a whole number from 1.
 */
export function createMessage(params: CreateMessageParams): CreateMessageRequest {
  const problem = samplingProblem(params)
  if (problem) throw new TypeError(`createMessage: ${problem}`)
  return { method: 'sampling/createMessage', params }
}
