import type { LegacyInputOptions } from 'nitro-mcp'

/**
 * Presets of one process that lives on between requests. Not those with several (`node_cluster`), as an answer has to reach the
 * process that asked, nor those that leave it to their host (`node_listener`).
 */
const longLived = new Set([
  'nitro_dev', 'node_server', 'bun', 'deno_server',
  'alwaysdata', 'digital_ocean', 'flight_control', 'heroku', 'iis_handler', 'koyeb', 'platform_sh', 'render_com', 'zerops',
])

/** Whether a 2025 client may be asked on the stream of its call, by what is stated and by where the server will run. */
export function resolveLegacyInput(stated: boolean | LegacyInputOptions | undefined, preset: string): boolean | LegacyInputOptions {
  if (typeof stated === 'boolean') return stated
  return longLived.has(preset.replaceAll('-', '_')) && (stated ?? true)
}
