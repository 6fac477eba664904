import { negotiateVersion } from '../legacy-session.ts'
import { MODERN_VERSION } from '../protocol.ts'
import { modernCapabilities } from '../server.ts'
import { stampResult } from '../stamp.ts'
import { servesTasks, TASKS } from '../tasks/extension.ts'
import type { Method } from './method.ts'

/** `server/discover` (2026-07-28). Only modern versions are listed: the others can't be served to a request with `_meta`. */
export const discover: Method = async ({ server }) => {
  const extensions = { ...server.extensions, ...await servesTasks(server) && { [TASKS]: {} } }
  const capabilities = { ...modernCapabilities(server), ...Object.keys(extensions).length > 0 && { extensions } }
  return stampResult(server, 'modern', { supportedVersions: [MODERN_VERSION], capabilities, instructions: server.instructions }, server.listHints)
}

/** `initialize` of the 2025 revisions: an unknown version is answered with the newest of them. */
export const initialize: Method = ({ server, params }) => {
  const { instructions, info } = server
  const { resources, ...capabilities } = server.capabilities
  return stampResult(server, 'legacy', {
    protocolVersion: negotiateVersion(params.protocolVersion),
    capabilities: { ...capabilities, ...resources && { resources: { ...resources, subscribe: true } } },
    serverInfo: info,
    instructions,
  })
}

export const ping: Method = () => '{}'
