import type { ErrorSource } from './server.ts'

/** Where errors go that nobody else wants. */
export function logError(error: unknown, { method, name, file, principal }: ErrorSource): void {
  const details = [name === undefined ? '' : ` "${name}"`, file === undefined ? '' : ` (${file})`, principal === undefined ? '' : ` for ${JSON.stringify(principal)}`]
  console.error(`[nitro-mcp] ${method}${details.join('')} failed:`, error)
}
