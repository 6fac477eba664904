import { McpError } from '../errors.ts'
import { isLogLevel, logLevelNames } from '../log-level.ts'
import { ErrorCode } from '../protocol.ts'
import type { Method } from './method.ts'

/** `logging/setLevel` of the 2025 revisions. Sessions are not stored, so the level is not kept: messages go out from `info` on. */
export const setLogLevel: Method = ({ params }) => {
  if (!isLogLevel(params.level)) throw new McpError(ErrorCode.InvalidParams, `level must be one of ${logLevelNames}.`)
  return '{}'
}
