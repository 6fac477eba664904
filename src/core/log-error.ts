import type { ErrorSource } from './server.ts'

/** Where errors go that nobody else wants. */
export function logError(error: unknown, { method, name, file }: ErrorSource): void {
  console.error(`[nitro-mcp] ${method}${name === undefined ? '' : ` "${name}"`}${file === undefined ? '' : ` (${file})`} failed:`, error)
}
