import type { Stray } from './discover.ts'
import { resolve } from 'pathe'

const named = /^bus\.m?[jt]s$/

/** The `bus.ts` beside the folders of definitions, whose default export carries notifications: the app's own, else the first of a layer. */
export function findBus(rootDir: string, strays: readonly Stray[]): { busFile?: string, strays: readonly Stray[] } {
  const found = strays.filter(({ path }) => named.test(path))
  const [first] = found
  return { busFile: first && resolve(rootDir, first.file), strays: strays.filter(stray => !found.includes(stray)) }
}
