import type { ContentBlock, ResourceContents } from './content.ts'
import type { InputRequiredResult } from './input-request.ts'

export interface CallToolResult {
  content: ContentBlock[]
  /** Any JSON on 2026-07-28, an object on the revisions of 2025. */
  structuredContent?: unknown
  /** The tool failed in a way the model should see and may correct. */
  isError?: boolean
  _meta?: Record<string, unknown>
}

export interface PromptMessage { role: 'user' | 'assistant', content: ContentBlock }

export interface GetPromptResult {
  description?: string
  messages: PromptMessage[]
  _meta?: Record<string, unknown>
}

export interface ReadResourceResult {
  contents: ResourceContents[]
  _meta?: Record<string, unknown>
}

/** A final result, or an interim one that asks (2026-07-28, basic/patterns/mrtr). */
export type Interim<Result> = Result | InputRequiredResult
