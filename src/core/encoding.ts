const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const codes = Uint8Array.from(alphabet, letter => letter.charCodeAt(0))

const NOT_A_DIGIT = 64
const digits = new Uint8Array(128).fill(NOT_A_DIGIT)
for (let value = 0; value < alphabet.length; value++) digits[alphabet.charCodeAt(value)] = value

const encoder = new TextEncoder()
/** `fatal`: a replaced byte would make two inputs one. `ignoreBOM` keeps a leading U+FEFF. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export type Bytes = Uint8Array<ArrayBuffer>

/** Lone surrogates become U+FFFD: where that could make two texts one, pass JSON, which escapes them. */
export function encodeUtf8(text: string): Bytes {
  return encoder.encode(text)
}

/** `undefined` for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  }
  catch {
    return undefined
  }
}

/** Base64url without padding (RFC 4648, section 5). */
export function encodeBase64url(bytes: Uint8Array): string {
  // Letters as bytes, decoded at once: much faster than a text that grows letter by letter.
  const letters = new Uint8Array(Math.ceil(bytes.length * 4 / 3))
  let at = 0
  for (let index = 0; index < bytes.length; index += 3) {
    const group = bytes[index]! << 16 | (bytes[index + 1] ?? 0) << 8 | (bytes[index + 2] ?? 0)
    // What is past the end of a typed array is not written.
    letters[at++] = codes[group >> 18]!
    letters[at++] = codes[group >> 12 & 63]!
    letters[at++] = codes[group >> 6 & 63]!
    letters[at++] = codes[group & 63]!
  }
  return decoder.decode(letters)
}

/**
 * `undefined` for anything that {@link encodeBase64url} does not write: padding, whitespace, another
 * alphabet, an impossible length, or unused trailing bits that are not zero. So one value has one text,
 * and a text can be compared or remembered instead of its value.
 */
export function decodeBase64url(text: string): Bytes | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor(text.length * 6 / 8))
  let buffer = 0
  let bits = 0
  let at = 0
  for (let index = 0; index < text.length; index++) {
    const digit = digits[text.charCodeAt(index)] ?? NOT_A_DIGIT
    if (digit === NOT_A_DIGIT) return undefined
    buffer = (buffer << 6 | digit) & 0x3FFF
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[at++] = buffer >> bits & 255
    }
  }
  return (buffer & (1 << bits) - 1) === 0 ? bytes : undefined
}
