import type { ClientCapabilities } from './capabilities.ts'
import { McpError } from './errors.ts'
import { isJsonObject } from './json.ts'
import { ErrorCode } from './protocol.ts'

/** A capability of the client, and the member of it that is needed. */
export type CapabilityPath = readonly [name: string, member?: string]

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as Record<string, unknown>)[key] : undefined
}

/** Only an object declares: `elicitation: true` says nothing (2026-07-28, schema `ClientCapabilities`). */
export function declaresCapability(capabilities: ClientCapabilities, [name, member]: CapabilityPath): boolean {
  const value = own(capabilities, name)
  if (!isJsonObject(value)) return false
  if (member === undefined || isJsonObject(own(value, member))) return true
  // Before there were modes, `elicitation: {}` meant a form, and it still does when no mode is named.
  return name === 'elicitation' && member === 'form' && own(value, 'form') === undefined && own(value, 'url') === undefined
}

/** `-32021` for all of them at once. */
export function missingCapabilityError(paths: readonly CapabilityPath[]): McpError {
  const required: Record<string, Record<string, object>> = {}
  for (const [name, member] of paths) {
    if (!Object.hasOwn(required, name)) Object.defineProperty(required, name, { value: {}, enumerable: true })
    if (member !== undefined) required[name]![member] = {}
  }
  const names = [...new Set(paths.map(path => path.join('.')))].join(', ')
  return new McpError(
    ErrorCode.MissingRequiredClientCapability,
    `This needs a client that declares ${names}, which this request did not.`,
    { requiredCapabilities: required },
  )
}

/** Throws `-32021` when no key of this name is declared; its value is not looked at. */
export function requireClientCapability(capabilities: ClientCapabilities, name: string): void {
  if (!Object.hasOwn(capabilities, name)) throw missingCapabilityError([[name]])
}
