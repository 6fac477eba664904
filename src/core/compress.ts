import type { Bytes } from './encoding.ts'

/** By raw DEFLATE (RFC 1951). `undefined` on a runtime that has no `CompressionStream`. */
export async function deflate(bytes: Bytes): Promise<Bytes | undefined> {
  if (typeof CompressionStream === 'undefined') return undefined
  return pump(bytes, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY)
}

/**
 * `undefined` for what is not DEFLATE, or has more than `limit` bytes: a few kilobytes could otherwise fill the memory.
 * Throws on a runtime that has no `DecompressionStream`.
 */
export async function inflate(bytes: Bytes, limit: number): Promise<Bytes | undefined> {
  if (typeof DecompressionStream === 'undefined') throw new Error('nitro-mcp: this state was compressed by another instance, and this runtime has no DecompressionStream. Run all instances on one runtime, or update it.')
  return pump(bytes, new DecompressionStream('deflate-raw'), limit).catch(() => undefined)
}

async function pump(bytes: Bytes, { readable, writable }: GenericTransformStream, limit: number): Promise<Bytes | undefined> {
  const writer = (writable as WritableStream<Bytes>).getWriter()
  // What goes wrong in here shows on the other end, where it is waited for.
  Promise.all([writer.write(bytes), writer.close()]).catch(() => {})
  const reader = (readable as ReadableStream<Uint8Array>).getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concat(chunks, size)
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    chunks.push(value)
  }
}

function concat(chunks: readonly Uint8Array[], size: number): Bytes {
  const all = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}
