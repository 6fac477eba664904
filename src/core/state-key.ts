import { encodeUtf8 } from './encoding.ts'
import { MIN_SECRET_BYTES } from './seal-key.ts'

/**
 * The key of the states, from a runtime config value, without the whitespace around it. Throws a plain `Error`
 * (so masked on the wire, told in full in the log) that names `variable` and never shows the value. There is no
 * fallback: a random key would break every flow that another instance, or the next start, has to continue.
 */
export function checkStateKey(value: unknown, variable: string): string {
  if (value === undefined || value === null) throw missing(variable)
  if (typeof value === 'number' || typeof value === 'boolean') {
    throw fault(variable, `was read as a ${typeof value}, since a value of digits, true or false in the environment is converted. Use a key with letters too.`)
  }
  if (typeof value !== 'string') throw fault(variable, `must be a string, not ${Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`}.`)
  const key = value.trim()
  if (key === '') throw missing(variable)
  const { length } = encodeUtf8(key)
  if (length < MIN_SECRET_BYTES) throw fault(variable, `has ${length} bytes; it needs at least ${MIN_SECRET_BYTES}.`)
  return key
}

/**
 * Keys that open states but seal none, for rotation: an array, or a string separated by commas or whitespace (a JSON
 * array too). Empty means none. Every entry is checked as by {@link checkStateKey}.
 */
export function parsePreviousStateKeys(value: unknown, variable: string): string[] {
  return listOf(value, variable).map((entry, index) => checkStateKey(entry, `${variable}, entry ${index + 1},`))
}

function listOf(value: unknown, variable: string): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const text = value.trim()
  // Nitro 2 parses such a value of the environment, Nitro 3 hands over its text.
  return text.startsWith('[') ? parseList(text, variable) : text.split(/[\s,]+/).filter(Boolean)
}

function parseList(text: string, variable: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list
  }
  catch {
    // The parser's message quotes the text, and with it a key.
  }
  throw new Error(`nitro-mcp: ${variable} starts like a JSON array but is none. Write the keys with commas between them.`)
}

function missing(variable: string): Error {
  return fault(variable, 'is not set. Sealed states need a key that all instances share.')
}

function fault(variable: string, what: string): Error {
  return new Error(`nitro-mcp: ${variable} ${what} Make one with: openssl rand -base64 32`)
}
