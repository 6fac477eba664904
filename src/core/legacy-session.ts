import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { decodeUtf8, encodeBase64url, encodeUtf8 } from './encoding.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { LEGACY_VERSIONS } from './protocol.ts'
import { openBody, readToken, sealBody } from './seal.ts'
import type { SealKey } from './seal-key.ts'

/**
 * What a 2025 client said at `initialize`. It travels as the `Mcp-Session-Id`, signed, and is stored nowhere: any instance
 * with the key can read it, and it grants nothing.
 */
export interface LegacySession {
  /** Random, and no two sessions share it: a question is answered, and a call cancelled, only from the session it belongs to. */
  readonly id: string
  readonly protocolVersion: string
  readonly clientCapabilities: ClientCapabilities
  readonly clientInfo: Implementation | undefined
}

const ID_BYTES = 16

/** As these travel with every request, in a header: a client that writes a novel is not remembered by name. */
const MAX_NAME_LENGTH = 100

/** Far more than a token can have, and little enough to refuse one cheaply. */
const MAX_TOKEN_LENGTH = 4096

/** Signed, not encrypted: it tells the client what the client said. */
const KIND = 'v1'
const CONTEXT = 'session'

/** Apart from the scope of the states, so that neither can pass for the other. */
export function sessionScope(audience: string): string {
  return `session ${audience}`
}

/** The version that `initialize` is answered with: what was asked for, or the newest. */
export function negotiateVersion(asked: unknown): string {
  return LEGACY_VERSIONS.find(version => version === asked) ?? LEGACY_VERSIONS[0]!
}

/** A new session out of the params of an `initialize`, as visible ASCII. */
export function mintSession(params: JsonObject, key: SealKey): Promise<string> {
  const protocolVersion = negotiateVersion(params.protocolVersion)
  const session: LegacySession = {
    id: encodeBase64url(globalThis.crypto.getRandomValues(new Uint8Array(ID_BYTES))),
    protocolVersion,
    clientCapabilities: capabilitiesIn(protocolVersion, params.capabilities),
    clientInfo: readClientInfo(params.clientInfo),
  }
  return sealBody(encodeUtf8(JSON.stringify(session)), KIND, CONTEXT, key)
}

/** `undefined` for whatever none of `keys` minted. */
export async function openSession(token: string, keys: readonly SealKey[]): Promise<LegacySession | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  const read = readToken(token)
  const key = read?.kind === KIND ? keys.find(({ id }) => id === read.keyId) : undefined
  const body = read && key && await openBody(read, CONTEXT, key)
  const text = body && decodeUtf8(body)
  // The MAC says that this server wrote it.
  return text === undefined ? undefined : JSON.parse(text) as LegacySession
}

/**
 * What can be asked of the client, in the words of 2026-07-28: no more than its revision has, whatever it declared.
 * Elicitation came with 2025-06-18; its modes, and tools for sampling, with 2025-11-25.
 */
function capabilitiesIn(version: string, declared: unknown): ClientCapabilities {
  const { elicitation, sampling, roots } = isJsonObject(declared) ? declared : {}
  const isNewest = version >= '2025-11-25'
  return {
    ...isJsonObject(elicitation) && version >= '2025-06-18' && { elicitation: isNewest ? members(elicitation, ['form', 'url']) : {} },
    ...isJsonObject(sampling) && { sampling: isNewest ? members(sampling, ['context', 'tools']) : {} },
    ...isJsonObject(roots) && { roots: {} },
  }
}

function members(value: JsonObject, names: readonly string[]): Record<string, object> {
  return Object.fromEntries(names.filter(name => isJsonObject(value[name])).map(name => [name, {}]))
}

function readClientInfo(info: unknown): Implementation | undefined {
  if (!isJsonObject(info)) return undefined
  const { name, version } = info
  return isShort(name) && isShort(version) ? { name, version } : undefined
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH
}
