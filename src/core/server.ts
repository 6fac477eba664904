import type { CacheHints } from './cache-hints.ts'
import type { Implementation, ServerCapabilities } from './capabilities.ts'
import type { Definition } from './definition.ts'
import type { Registry, Slot } from './registry.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { TaskRun } from './tasks/run.ts'
import type { TaskStore } from './tasks/store.ts'

/** Where an error came from, for the log. */
export interface ErrorSource {
  /** The JSON-RPC method. */
  readonly method: string
  /** The tool, prompt or resource, where there is one. */
  readonly name?: string
  /** Its file, relative to the app, when it was discovered. */
  readonly file?: string
  /** For whom the request was made, if the app says so and that was asked before the error. */
  readonly principal?: string
}

/** What a server is, fixed when it is made. */
export interface Server {
  readonly info: Implementation
  /** The `_meta` of a result that has none of its own, as JSON text. */
  readonly meta: string
  readonly instructions: string | undefined
  readonly capabilities: ServerCapabilities
  /** Told to modern clients only: the 2025 revisions have no place for them. */
  readonly extensions: Record<string, object> | undefined
  readonly registry: Registry
  /** For `server/discover` and the lists that are fixed at build. */
  readonly listHints: CacheHints
  readonly pageSize: number
  /** Absent when nobody may listen. */
  readonly subscriptions: Subscriptions | undefined
  /** `running` are those that this instance works on. */
  readonly tasks: { readonly store: TaskStore, readonly running: Map<string, TaskRun> }
  readonly dev: boolean
  /** Reports what was masked, or could not be sent at all. */
  readonly report: (error: unknown, source: ErrorSource) => void
}

/** On 2026-07-28 a server whose clients may listen says so. The 2025 revisions would need a stream beside the requests, so there it says nothing. */
export function modernCapabilities({ capabilities, subscriptions }: Server): ServerCapabilities {
  if (!subscriptions) return capabilities
  const { tools, prompts, resources } = capabilities
  return {
    ...capabilities,
    ...tools && { tools: { ...tools, listChanged: true } },
    ...prompts && { prompts: { ...prompts, listChanged: true } },
    ...resources && { resources: { ...resources, listChanged: true, subscribe: true } },
  }
}

/** All of a kind, loaded. What can't be loaded is reported and left out, so that one broken file does not hide the others; in dev it is thrown. */
export async function loadAll<D extends Definition>(server: Server, slots: Iterable<Slot<D>>, method: string): Promise<{ loaded: { slot: Slot<D>, definition: D }[], complete: boolean }> {
  const entries = [...slots]
  const results = await Promise.allSettled(entries.map(slot => slot.definition ?? slot.load()))
  const loaded: { slot: Slot<D>, definition: D }[] = []
  for (const [index, slot] of entries.entries()) {
    const result = results[index]!
    if (result.status === 'fulfilled') {
      loaded.push({ slot, definition: result.value })
      continue
    }
    if (server.dev) throw result.reason
    server.report(result.reason, { method, name: slot.name, file: slot.file })
  }
  return { loaded, complete: loaded.length === entries.length }
}
