/** A state that the server did not make. */
export interface Mutation {
  readonly what: string
  readonly state: string
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/**
 * The state changed in the ways that a client would try: blindly at its ends and in its middle, and, where it can be read
 * (JSON, plain or in Base64, whole or between dots), by another value in each of its fields. None equals the state.
 */
export function mutationsOf(state: string): Mutation[] {
  const middle = Math.floor(state.length / 2)
  const blind: Mutation[] = [
    ...[['first', 0], ['middle', middle], ['last', state.length - 1]].map(([name, at]) => ({ what: `its ${name} character changed`, state: changeAt(state, Number(at)) })),
    { what: 'its last character cut off', state: state.slice(0, -1) },
    { what: 'a character added', state: `${state}A` },
    { what: 'its halves swapped', state: state.slice(middle) + state.slice(0, middle) },
    { what: 'emptied', state: '' },
  ]
  const seen = new Set([state])
  return [...edited(state), ...unsigned(state), ...blind].filter(({ state }) => !seen.has(state) && seen.add(state))
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** By the highest of its six bits: the lowest may be padding, which a lenient decoder ignores. */
function changeAt(text: string, at: number): string {
  const index = alphabet.indexOf(text.charAt(at))
  const other = index < 0 ? (text.charAt(at) === 'A' ? 'B' : 'A') : alphabet.charAt(index ^ 32)
  return text.slice(0, at) + other + text.slice(at + 1)
}

/** Each field of each part that is JSON, one by one. */
function edited(state: string): Mutation[] {
  const whole = readJson(state)
  if (whole !== undefined) return variantsOf(whole, '').map(({ path, value }) => ({ what: `${path || 'its value'} changed`, state: JSON.stringify(value) }))
  const parts = state.split('.')
  return parts.flatMap((part, index) => {
    const text = fromBase64(part)
    const json = text === undefined ? undefined : readJson(text)
    if (json === undefined) return []
    return variantsOf(json, '').map(({ path, value }) => ({
      what: `${path || 'its value'} changed in what it encodes`,
      state: parts.with(index, toBase64(JSON.stringify(value), part)).join('.'),
    }))
  })
}

/** Of a token in parts, with what may be its signature left out; of a JWT, also with the algorithm that needs none. */
function unsigned(state: string): Mutation[] {
  const parts = state.split('.')
  if (parts.length < 2) return []
  const bare = parts.slice(0, -1)
  const header = readJson(fromBase64(parts[0] ?? '') ?? '')
  const noAlgorithm = typeof header === 'object' && header !== null && 'alg' in header
    ? [{ what: 'its algorithm set to "none"', state: [toBase64(JSON.stringify({ ...header, alg: 'none' }), parts[0] ?? ''), ...bare.slice(1), ''].join('.') }]
    : []
  return [{ what: 'its last part cut off', state: bare.join('.') }, { what: 'its last part emptied', state: [...bare, ''].join('.') }, ...noAlgorithm]
}

function variantsOf(json: Json, path: string): { path: string, value: Json }[] {
  switch (typeof json) {
    case 'boolean': return [{ path, value: !json }]
    case 'number': return [json + 1, json - 1, 0].map(value => ({ path, value }))
    case 'string': return [{ path, value: `${json}x` }, { path, value: '' }]
    case 'object': break
  }
  if (json === null) return [{ path, value: true }]
  if (Array.isArray(json)) return json.flatMap((item, index) => variantsOf(item, `${path}[${index}]`).map(({ path, value }) => ({ path, value: json.with(index, value) })))
  return Object.entries(json).flatMap(([key, item]) => variantsOf(item, path ? `${path}.${key}` : key).map(({ path, value }) => ({ path, value: { ...json, [key]: value } })))
}

function readJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  }
  catch {
    return undefined
  }
}

function fromBase64(text: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  }
  catch {
    return undefined
  }
}

/** In the alphabet and with the padding of `like`. */
function toBase64(text: string, like: string): string {
  const padded = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
  if (/[+/=]/.test(like)) return padded
  return padded.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
