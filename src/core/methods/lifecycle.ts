import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol.ts'
import { modernCapabilities } from '../server.ts'
import { stampResult } from '../stamp.ts'
import type { Method } from './method.ts'

/** `server/discover` (2026-07-28). Only modern versions are listed: the others can't be served to a request with `_meta`. */
export const discover: Method = ({ server }) => {
  return stampResult(server, 'modern', { supportedVersions: [MODERN_VERSION], capabilities: modernCapabilities(server), instructions: server.instructions }, server.listHints)
}

/** `initialize` of the 2025 revisions, without a session: an unknown version is answered with the newest of them. */
export const initialize: Method = ({ server, params }) => {
  const { capabilities, instructions, info } = server
  const asked = params.protocolVersion
  const protocolVersion = LEGACY_VERSIONS.find(version => version === asked) ?? LEGACY_VERSIONS[0]
  return stampResult(server, 'legacy', { protocolVersion, capabilities, serverInfo: info, instructions })
}

export const ping: Method = () => '{}'
