import { describe, expect, it } from 'vitest'
import { checkStateKey, parsePreviousStateKeys } from '../../src/core/state-key.ts'

const KEY = 'rTq1oPq7wqL3xJ0lq2iK9o2p5y8mJ6dYl1w4aBcDeFg='
const OTHER = 'Zm9yIHRoZSB0ZXN0cyBvZiByb3RhdGlvbiBvbmx5ISE='

const messageOf = (run: () => unknown): string => {
  try {
    run()
  }
  catch (error) {
    expect(Object.getPrototypeOf(error)).toBe(Error.prototype)
    return (error as Error).message
  }
  throw new Error('Nothing was thrown')
}

describe('checkStateKey', () => {
  it('gives the key without the whitespace around it', () => {
    expect(checkStateKey(KEY, 'NUXT_MCP_STATE_KEY')).toBe(KEY)
    expect(checkStateKey(` \t${KEY}\r\n`, 'NUXT_MCP_STATE_KEY')).toBe(KEY)
  })

  it.each(['', undefined, null, ' \n'])('names the variable and the remedy when the key is missing (%j)', (value) => {
    expect(messageOf(() => checkStateKey(value, 'NUXT_MCP_STATE_KEY'))).toBe(
      'nitro-mcp: NUXT_MCP_STATE_KEY is not set. Sealed states need a key that all instances share. Make one with: openssl rand -base64 32')
  })

  it('counts bytes, not characters, after trimming', () => {
    expect(checkStateKey('ü'.repeat(16), 'KEY')).toHaveLength(16)
    expect(checkStateKey('x'.repeat(32), 'KEY')).toHaveLength(32)
    expect(messageOf(() => checkStateKey(` ${'x'.repeat(31)} `, 'KEY'))).toContain('KEY has 31 bytes; it needs at least 32.')
  })

  it('says that the environment turned digits or a word into another type', () => {
    expect(messageOf(() => checkStateKey(1234567890123456, 'KEY'))).toContain('KEY was read as a number, since a value of digits')
    expect(messageOf(() => checkStateKey(true, 'KEY'))).toContain('KEY was read as a boolean')
    expect(messageOf(() => checkStateKey([KEY], 'KEY'))).toContain('must be a string, not an array')
    expect(messageOf(() => checkStateKey({}, 'KEY'))).toContain('must be a string, not a value of type object')
  })

  it('shows no key material in any message', () => {
    for (const value of ['short-secret', 8675309, ['short-secret'], { a: 'short-secret' }]) {
      expect(messageOf(() => checkStateKey(value, 'KEY'))).not.toMatch(/short-secret|8675309/)
    }
  })
})

describe('parsePreviousStateKeys', () => {
  it.each([undefined, null, '', '  \n', []])('takes %j as none', (value) => {
    expect(parsePreviousStateKeys(value, 'PREVIOUS')).toEqual([])
  })

  it.each([
    ['one', KEY, [KEY]],
    ['by commas', `${KEY},${OTHER}`, [KEY, OTHER]],
    ['by whitespace', ` ${KEY}\n${OTHER} `, [KEY, OTHER]],
    ['by both', `${KEY} , ${OTHER},`, [KEY, OTHER]],
    ['an array', [KEY, ` ${OTHER} `], [KEY, OTHER]],
    ['the text of a JSON array', JSON.stringify([KEY, OTHER]), [KEY, OTHER]],
    ['an entry with spaces, in an array', ['a passphrase with spaces in it, and long'], ['a passphrase with spaces in it, and long']],
  ])('reads %s', (_, value, keys) => {
    expect(parsePreviousStateKeys(value, 'PREVIOUS')).toEqual(keys)
  })

  it('checks every entry and names it', () => {
    expect(messageOf(() => parsePreviousStateKeys(`${KEY},short`, 'PREVIOUS'))).toContain('PREVIOUS, entry 2, has 5 bytes')
    expect(messageOf(() => parsePreviousStateKeys([''], 'PREVIOUS'))).toContain('PREVIOUS, entry 1, is not set')
    expect(messageOf(() => parsePreviousStateKeys([1], 'PREVIOUS'))).toContain('PREVIOUS, entry 1, was read as a number')
    expect(messageOf(() => parsePreviousStateKeys(42, 'PREVIOUS'))).toContain('PREVIOUS, entry 1, was read as a number')
  })

  it('says that a broken array is one, without quoting it', () => {
    const message = messageOf(() => parsePreviousStateKeys(`["${KEY}"`, 'PREVIOUS'))
    expect(message).toBe('nitro-mcp: PREVIOUS starts like a JSON array but is none. Write the keys with commas between them.')
  })
})
