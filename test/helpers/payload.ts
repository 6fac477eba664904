import { randomBytes } from 'node:crypto'

/** A payload of exactly so many bytes of JSON, which hardly compresses. */
export function payloadOf(bytes: number): { text: string } | string {
  const [overhead, wrap] = bytes > 12 ? [11, (text: string) => ({ text })] as const : [2, (text: string) => text] as const
  return wrap(randomBytes(bytes).toString('base64url').slice(0, bytes - overhead))
}
