import { isJsonObject, type JsonObject } from './json.ts'
import { ErrorCode, LEGACY_VERSIONS, META, MODERN_VERSION, type Era } from './protocol.ts'
import { Refusal, type RequestId } from './reply.ts'

export interface RpcRequest {
  readonly kind: 'request'
  readonly era: Era
  readonly id: RequestId
  readonly method: string
  readonly params: JsonObject
}

/** Nothing that a client posts without an id is answered. */
export interface RpcNotification {
  readonly kind: 'notification'
  readonly era: Era
  readonly method: string
  readonly params: JsonObject
}

/** The answer to a request of the server's, which only the 2025 revisions have. One without a readable id answers nothing. */
export interface RpcResponse {
  readonly kind: 'response'
  readonly era: Era
  readonly id: RequestId
  readonly result?: unknown
  readonly error?: unknown
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse

/** What could not be read as a message, with its id where that was readable. */
export interface Unreadable { readonly kind: 'unreadable', readonly refusal: Refusal, readonly id?: RequestId }

const revision = /^\d{4}-\d{2}-\d{2}$/

/**
 * Reads one JSON-RPC message and decides its era, body first: a request that carries the modern `_meta` claim is modern,
 * well-formed or not, so that its mistakes are answered in modern terms (basic/versioning).
 */
export function readMessage(message: unknown, versionHeader: string | null): RpcMessage | Unreadable {
  if (!isJsonObject(message)) return invalid('Not a JSON-RPC 2.0 message.')
  if (message.jsonrpc !== '2.0') return invalid('Not a JSON-RPC 2.0 message.', isRequestId(message.id) ? message.id : undefined)
  if (message.method === undefined && ('result' in message || 'error' in message)) return readResponse(message, versionHeader)

  const id = message.id
  if (id !== undefined && !isRequestId(id)) return invalid('The id of a request must be a string or an integer.')
  if (typeof message.method !== 'string') return invalid('A message needs a method.', id)
  const { method, params = {} } = message
  if (!isJsonObject(params)) return { kind: 'unreadable', refusal: new Refusal(400, ErrorCode.InvalidParams, 'params must be an object.'), id }
  if (id === undefined) return readNotification(message.method, params, versionHeader)

  const era = eraOf(method, params, versionHeader)
  if (era instanceof Refusal) return { kind: 'unreadable', refusal: era, id }
  return { kind: 'request', era, id, method, params }
}

function eraOf(method: string, params: JsonObject, versionHeader: string | null): Era | Refusal {
  if (hasModernClaim(params)) return 'modern'
  if (namesModern(versionHeader)) {
    return method === 'initialize'
      ? new Refusal(400, ErrorCode.HeaderMismatch, `MCP-Protocol-Version says ${versionHeader}, but initialize belongs to earlier versions.`)
      : 'modern'
  }
  // `initialize` settles the version in its body; the header rule is for what follows it.
  return method === 'initialize' ? 'legacy' : legacyVersionFault(versionHeader) ?? 'legacy'
}

function readNotification(method: string, params: JsonObject, versionHeader: string | null): RpcNotification | Unreadable {
  if (hasModernClaim(params) || namesModern(versionHeader)) return { kind: 'notification', era: 'modern', method, params }
  const refusal = legacyVersionFault(versionHeader)
  return refusal ? { kind: 'unreadable', refusal } : { kind: 'notification', era: 'legacy', method, params }
}

function readResponse({ id, result, error }: JsonObject, versionHeader: string | null): RpcResponse | Unreadable {
  const era = namesModern(versionHeader) ? 'modern' : 'legacy'
  const refusal = era === 'legacy' ? legacyVersionFault(versionHeader) : undefined
  if (refusal) return { kind: 'unreadable', refusal }
  return { kind: 'response', era, id: isRequestId(id) ? id : '', result, error }
}

/** A version header of a 2025 client, when present, must name a version that is served (2025-06-18, basic/transports). */
function legacyVersionFault(versionHeader: string | null): Refusal | undefined {
  if (versionHeader === null || LEGACY_VERSIONS.includes(versionHeader.trim())) return undefined
  return new Refusal(400, ErrorCode.InvalidRequest, `MCP-Protocol-Version ${versionHeader} is not supported. Supported: ${[MODERN_VERSION, ...LEGACY_VERSIONS].join(', ')}.`)
}

function hasModernClaim(params: JsonObject): boolean {
  return isJsonObject(params._meta) && Object.hasOwn(params._meta, META.protocolVersion)
}

/** Revisions are dates, so later ones compare greater; anything else names no revision. */
function namesModern(version: string | null): boolean {
  const name = version?.trim()
  return name !== undefined && revision.test(name) && name >= MODERN_VERSION
}

function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isInteger(value)
}

function invalid(message: string, id?: RequestId): Unreadable {
  return { kind: 'unreadable', refusal: new Refusal(400, ErrorCode.InvalidRequest, message), ...id !== undefined && { id } }
}
