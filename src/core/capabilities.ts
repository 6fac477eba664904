import type { Icon } from './content.ts'

export interface Implementation {
  name: string
  version: string
  title?: string
  description?: string
  websiteUrl?: string
  icons?: Icon[]
}

/** What the client declared on this request; client input, so any value may be malformed. */
export interface ClientCapabilities {
  experimental?: Record<string, unknown>
  /** `{}` means forms only. */
  elicitation?: { form?: object, url?: object }
  /** @deprecated by the specification as of 2026-07-28 (SEP-2577). */
  sampling?: { context?: object, tools?: object }
  /** @deprecated by the specification as of 2026-07-28 (SEP-2577). */
  roots?: object
  extensions?: Record<string, unknown>
}

export interface ServerCapabilities {
  tools?: { listChanged?: boolean }
  prompts?: { listChanged?: boolean }
  resources?: { listChanged?: boolean, subscribe?: boolean }
  completions?: object
  logging?: object
  /** By id, with their settings; on 2026-07-28 only. */
  extensions?: Record<string, object>
}
