const prefix = '=?base64?'
const suffix = '?='
const base64 = /^(?:[A-Z0-9+/]{4})*(?:[A-Z0-9+/]{2}==|[A-Z0-9+/]{3}=)?$/i

/**
 * The value of an `Mcp-*` header: optional white space trimmed, `=?base64?…?=` decoded as UTF-8.
 * `undefined` when the encoding is broken (basic/transports/streamable-http, "Value encoding").
 */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = raw.trim()
  if (!value.startsWith(prefix) || !value.endsWith(suffix) || value.length < prefix.length + suffix.length) return value
  const encoded = value.slice(prefix.length, -suffix.length)
  if (!base64.test(encoded)) return undefined
  try {
    const bytes = Uint8Array.from(atob(encoded), char => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  }
  catch {
    return undefined
  }
}
