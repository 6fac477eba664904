/** Least severe first (RFC 5424, as server/utilities/logging has them). */
const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const

export type LogLevel = typeof levels[number]

export function isLogLevel(value: unknown): value is LogLevel {
  return levels.includes(value as LogLevel)
}

export function reachesLevel(level: LogLevel, threshold: LogLevel): boolean {
  return levels.indexOf(level) >= levels.indexOf(threshold)
}

export const logLevelNames: string = levels.join(', ')
