/** A multiple of three, so that the texts of two chunks can be joined; few enough to be passed as arguments. */
const CHUNK = 0x6000

/** Standard Base64 with padding (RFC 4648, section 4). */
export function encodeBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK)))
  }
  return text
}
