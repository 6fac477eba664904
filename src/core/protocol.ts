/** Names and numbers fixed by the specification. */

export const MODERN_VERSION = '2026-07-28'

/** Newest first: an `initialize` that names none of them is answered with the first. */
export const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26']

export type Era = 'modern' | 'legacy'

/** Keys under `_meta` that the protocol owns (basic/index, "General fields"). */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const

export const ErrorCode = {
  ParseError: -32700,
  InvalidRequest: -32600,
  MethodNotFound: -32601,
  InvalidParams: -32602,
  InternalError: -32603,
  /** Revisions of 2025 only; 2026-07-28 forbids it and uses `InvalidParams`. */
  LegacyResourceNotFound: -32002,
  HeaderMismatch: -32020,
  MissingRequiredClientCapability: -32021,
  UnsupportedProtocolVersion: -32022,
} as const

/** The longest `requestState` taken in or sent out, in UTF-16 code units. Larger ones fail on the way out, and are refused on the way in. */
export const MAX_REQUEST_STATE_LENGTH = 65_536
