import { encodeBase64 } from './base64.ts'
import type { ResourceContents } from './content.ts'
import { isJsonObject } from './json.ts'
import type { Interim, ReadResourceResult } from './results.ts'
import { hasOnlyKeys, isInterimResult, isResourceContents, toJsonText } from './return-value.ts'

/** Contents whose `uri` may be left out: it is then the one that was asked for. */
export type ResourceContentsInput = { uri?: string, mimeType?: string, _meta?: Record<string, unknown> } & ({ text: string } | { blob: string })

const resultKeys = ['contents', '_meta', 'resultType']

/**
 * Shapes what a resource's handler returned; `mimeType` is what the definition states. `undefined` means that nothing is there.
 * Throws a plain `Error` for a mistake of the author, which the engine masks.
 */
export function toResourceResult(value: unknown, uri: string, mimeType: string | undefined): Interim<ReadResourceResult> | undefined {
  if (isInterimResult(value)) return value
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return { contents: [{ uri, mimeType: mimeType ?? 'text/plain', text: value }] }
  const bytes = bytesOf(value)
  if (bytes) return { contents: [{ uri, mimeType: mimeType ?? 'application/octet-stream', blob: encodeBase64(bytes) }] }
  if (isFullResult(value)) {
    // An empty list must not say "not found" (2026-07-28, server/resources "Error Handling").
    if (value.contents.length === 0) return undefined
    return { ...value, contents: value.contents.map(contents => complete(contents, uri, mimeType)) }
  }
  return { contents: [{ uri, mimeType: mimeType ?? 'application/json', text: toJsonText(value, 'defineResource') }] }
}

function complete(contents: ResourceContentsInput, uri: string, mimeType: string | undefined): ResourceContents {
  const type = contents.mimeType ?? mimeType
  return { ...contents, uri: contents.uri ?? uri, ...type !== undefined && { mimeType: type } }
}

function bytesOf(value: unknown): Uint8Array | undefined {
  if (value instanceof ArrayBuffer) return new Uint8Array(value)
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined
}

/** An empty `contents` may be an app's own data, which then has other keys beside it. */
function isFullResult(value: unknown): value is { contents: ResourceContentsInput[], _meta?: Record<string, unknown> } {
  return isJsonObject(value) && Array.isArray(value.contents) && value.contents.every(isResourceContents)
    && (value.contents.length > 0 || hasOnlyKeys(value, resultKeys))
}
