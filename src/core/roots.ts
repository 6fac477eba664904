export interface ListRootsRequest {
  readonly method: 'roots/list'
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> }
}

export interface Root {
  /** A `file:` URI. */
  uri: string
  name?: string
  _meta?: Record<string, unknown>
}

/** The client's folders. Client input: nothing has checked it. */
export interface ListRootsResult {
  roots: Root[]
  _meta?: Record<string, unknown>
}

/**
 * Asks for the folders that the client works in.
 *
 * @deprecated by the specification as of 2026-07-28 (SEP-2577), and kept in it for at least twelve months: take paths as arguments.
 */
export function listRoots(): ListRootsRequest {
  return { method: 'roots/list' }
}
