/** What tools, prompts and resources put in their results (2026-07-28, server/tools "Content types"). */

export interface Annotations {
  /** Whom the content is for. */
  audience?: ('user' | 'assistant')[]
  /** 0 (optional) to 1 (required). */
  priority?: number
  /** ISO 8601. */
  lastModified?: string
}

export interface Icon {
  /** `https:` or `data:`; clients expect the server's own origin. */
  src: string
  mimeType?: string
  /** `48x48`, or `any` for a scalable one. */
  sizes?: string[]
  theme?: 'light' | 'dark'
}

interface Block {
  annotations?: Annotations
  _meta?: Record<string, unknown>
}

export interface TextContent extends Block { type: 'text', text: string }
/** `data` is Base64. */
export interface ImageContent extends Block { type: 'image', data: string, mimeType: string }
/** `data` is Base64. */
export interface AudioContent extends Block { type: 'audio', data: string, mimeType: string }
export interface ResourceLink extends Block {
  type: 'resource_link'
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  size?: number
  icons?: Icon[]
}
export interface EmbeddedResource extends Block { type: 'resource', resource: ResourceContents }

export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource

/** One content of a resource: text, or Base64 in `blob`. */
export type ResourceContents = { uri: string, mimeType?: string, _meta?: Record<string, unknown> } & ({ text: string } | { blob: string })
