import type { Problem } from './definitions.ts'
import type { Found } from './discover.ts'
import { KINDS } from './discover.ts'

const code = /\.[cm]?[jt]sx?$/

/** Warns of what was probably meant to be a definition but is none. */
export function nearMisses({ strays, empty }: Pick<Found, 'strays' | 'empty'>): Problem[] {
  const messages = new Set(empty.map(folder => `${folder} holds no definition.`))
  for (const { file, path } of strays) {
    const [first = '', ...rest] = path.split('/')
    const parent = file.slice(0, file.length - path.length)
    const places = KINDS.map(kind => parent + kind).join(', ')
    const meant = KINDS.find(kind => isNear(first, kind))
    if (rest.length === 0) messages.add(`${file} is ignored: definitions go in ${places}.`)
    else if ((KINDS as readonly string[]).includes(first)) messages.add(`${file} is ignored: ${code.test(path) ? 'only .ts, .mts, .js and .mjs are read' : 'it is no script'}. Files and folders that begin with "_" are left alone.`)
    else messages.add(`${parent}${first} is ignored.${meant ? ` Did you mean ${parent}${meant}?` : ` Definitions go in ${places}.`}`)
  }
  return [...messages].map(message => ({ level: 'warn', message }))
}

/** Whether one name is a slip of another: case, a missing or extra letter, a wrong one, or two swapped. */
export function isNear(given: string, meant: string): boolean {
  const a = given.toLowerCase()
  if (a === meant) return given !== meant
  if (Math.abs(a.length - meant.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === meant[start]) start++
  const [restA, restB] = [a.slice(start), meant.slice(start)]
  return restA.slice(1) === restB
    || restA === restB.slice(1)
    || restA.slice(1) === restB.slice(1)
    || (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
}
