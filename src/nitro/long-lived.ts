/**
 * Presets of one process that lives on between requests: replies may stay open, and what one request leaves in memory is there
 * for the next. Not those with several processes (`node_cluster`), nor those that leave it to their host (`node_listener`).
 */
const longLived = new Set([
  'nitro_dev', 'node_server', 'bun', 'deno_server',
  'alwaysdata', 'digital_ocean', 'flight_control', 'heroku', 'iis_handler', 'koyeb', 'platform_sh', 'render_com', 'zerops',
])

export function isLongLived(preset: string): boolean {
  return longLived.has(preset.replaceAll('-', '_'))
}
