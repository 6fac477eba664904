/** The parts of an h3 v1 event that are read here. On edge presets `req` and `res` are stand-ins of the platform layer. */
export interface NodeEvent {
  readonly node: { readonly req: NodeRequest, readonly res: NodeResponse }
  /** Set when h3 v1 runs behind a web-standard adapter. */
  readonly web?: { readonly request?: { readonly body: ReadableStream<Uint8Array> | null } }
  readonly _requestBody?: unknown
  context: object
}

export interface NodeRequest {
  readonly method?: string
  readonly headers: Record<string, string | string[] | undefined>
  /** Where serverless platforms put what they have read already. */
  readonly body?: unknown
  readonly rawBody?: unknown
  /** Where h3 v1 keeps what another handler has read. */
  readonly [bodyReadByH3]?: Promise<Uint8Array | undefined>
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  pause?(): unknown
}

export interface NodeResponse {
  statusCode: number
  readonly writableFinished?: boolean
  readonly destroyed?: boolean
  setHeader(name: string, value: string): unknown
  readonly writableNeedDrain?: boolean
  once?(event: 'close' | 'drain', listener: () => void): unknown
  off?(event: 'close' | 'drain', listener: () => void): unknown
}

export const bodyReadByH3 = Symbol.for('h3RawBody')

/** An event of h3 v1. Those of v2 have a web `Request` in `req`, and may have `node` as well. */
export function isNodeEvent(event: object): event is NodeEvent {
  const { req, node } = event as { req?: { text?: unknown }, node?: { req?: unknown } }
  return typeof req?.text !== 'function' && node?.req !== undefined
}
