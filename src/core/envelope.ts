import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { decodeHeaderValue } from './header-value.ts'
import type { Inbound } from './inbound.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { isLogLevel, logLevelNames, type LogLevel } from './log-level.ts'
import type { RpcRequest } from './message.ts'
import { ErrorCode, META, MODERN_VERSION } from './protocol.ts'
import { Refusal } from './reply.ts'

/** What a modern request says about itself, instead of a session. */
export interface Envelope {
  readonly protocolVersion: string
  readonly clientCapabilities: ClientCapabilities
  readonly clientInfo: Implementation | undefined
  /** The least severe level to be sent; without one nothing is. */
  readonly logLevel: LogLevel | undefined
  /** Wanted only when present. */
  readonly progressToken: ProgressToken | undefined
}

export type ProgressToken = string | number

/** The parameter that `Mcp-Name` must repeat. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  // SEP-2663, "Streamable HTTP: Routing Headers".
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
])

/** The name of the tool or prompt, the URI of the resource, or the id of the task, that a request is about. */
export function nameOf(method: string, params: JsonObject): string | undefined {
  const key = namedBy.get(method)
  const name = key === undefined ? undefined : params[key]
  return typeof name === 'string' ? name : undefined
}

/**
 * Checks `_meta`, then the headers that repeat the body, in the order that the official suite expects: a header that
 * contradicts the body is told before a version that is not supported.
 */
export function readEnvelope(request: RpcRequest, inbound: Inbound): Envelope | Refusal {
  const envelope = readMeta(request.params._meta)
  if (envelope instanceof Refusal) return envelope
  const { protocolVersion } = envelope
  const mismatch = headerFault(inbound, 'MCP-Protocol-Version', protocolVersion)
  if (mismatch) return mismatch
  if (protocolVersion !== MODERN_VERSION) {
    return new Refusal(400, ErrorCode.UnsupportedProtocolVersion, `Protocol version ${protocolVersion} is not supported.`, { supported: [MODERN_VERSION], requested: protocolVersion })
  }
  const name = nameOf(request.method, request.params)
  return headerFault(inbound, 'Mcp-Method', request.method)
    ?? (name === undefined ? undefined : headerFault(inbound, 'Mcp-Name', name))
    ?? envelope
}

function readMeta(meta: unknown): Envelope | Refusal {
  if (!isJsonObject(meta)) return malformed('params._meta is missing: a request of 2026-07-28 carries its protocol version and client capabilities there')
  const protocolVersion = meta[META.protocolVersion]
  const clientCapabilities = meta[META.clientCapabilities]
  const clientInfo = meta[META.clientInfo]
  const logLevel = meta[META.logLevel]
  const { progressToken } = meta
  if (typeof protocolVersion !== 'string') return malformed(`_meta["${META.protocolVersion}"] must be a string`)
  if (!isJsonObject(clientCapabilities)) return malformed(`_meta["${META.clientCapabilities}"] must be an object`)
  if (clientInfo !== undefined && !isImplementation(clientInfo)) return malformed(`_meta["${META.clientInfo}"] must have a name and a version`)
  if (logLevel !== undefined && !isLogLevel(logLevel)) return malformed(`_meta["${META.logLevel}"] must be one of ${logLevelNames}`)
  if (progressToken !== undefined && !isProgressToken(progressToken)) return malformed('_meta.progressToken must be a string or an integer')
  return { protocolVersion, clientCapabilities, clientInfo, logLevel, progressToken }
}

export function isProgressToken(value: unknown): value is ProgressToken {
  return typeof value === 'string' || Number.isInteger(value)
}

function isImplementation(value: unknown): value is Implementation & JsonObject {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.version === 'string'
}

function headerFault(inbound: Inbound, header: string, expected: string): Refusal | undefined {
  const raw = inbound.header(header.toLowerCase())
  if (raw === expected) return undefined
  if (raw === null) return new Refusal(400, ErrorCode.HeaderMismatch, `The ${header} header is missing.`)
  const value = decodeHeaderValue(raw)
  if (value === undefined) return new Refusal(400, ErrorCode.HeaderMismatch, `The ${header} header is not valid Base64 of UTF-8.`)
  return value === expected ? undefined : new Refusal(400, ErrorCode.HeaderMismatch, `The ${header} header does not match the body.`)
}

function malformed(what: string): Refusal {
  return new Refusal(400, ErrorCode.InvalidParams, `${what}.`)
}
