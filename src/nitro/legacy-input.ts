import type { LegacyInputOptions } from 'nitro-mcp'
import { isLongLived } from './long-lived.ts'

/**
 * Whether a 2025 client may be asked on the stream of its call: by what is stated, else by where the server will run, as the
 * answer has to reach the process that asked.
 */
export function resolveLegacyInput(stated: boolean | LegacyInputOptions | undefined, preset: string): boolean | LegacyInputOptions {
  return typeof stated === 'boolean' ? stated : isLongLived(preset) && (stated ?? true)
}
