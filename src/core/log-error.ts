import type { ErrorSource } from './server.ts'

/** Where errors go that nobody else wants. */
export function logError(error: unknown, { method, name, file, principal }: ErrorSource): void {
  const details = [name === undefined ? '' : ` "${name}"`, file === undefined ? '' : ` (${file})`, principal === undefined ? '' : ` for ${JSON.stringify(principal)}`]
  console.error(`[nitro-mcp] ${method}${details.join('')} failed:`, error)
}

/** A report must not fail what it reports on, nor end the process: an error of its own goes to the console. */
export function safeReport(onError: (error: unknown, source: ErrorSource) => unknown): (error: unknown, source: ErrorSource) => void {
  return (error, source) => {
    const fail = (fault: unknown) => {
      logError(error, source)
      console.error('[nitro-mcp] onError failed as well:', fault)
    }
    try {
      Promise.resolve(onError(error, source)).catch(fail)
    }
    catch (fault) {
      fail(fault)
    }
  }
}
