import { kebabCase, splitByCase, upperFirst } from 'scule'

/** Clients refuse other names; 64 is what the strictest of them take. */
const NAME_PATTERN = /^[\w.-]{1,64}$/

const extension = /\.m?[jt]s$/

/**
 * The name of a definition in the file at `path`, relative to its folder of definitions: every part in kebab-case, joined by
 * a dash. `index.ts` takes the name of its folder.
 *
 * @example nameOf('admin/deleteUser.ts') // 'admin-delete-user'
 */
export function nameOf(path: string): string {
  const parts = path.replace(extension, '').split('/')
  if (parts.length > 1 && parts.at(-1) === 'index') parts.pop()
  return parts.map(part => kebabCase(part)).join('-')
}

/**
 * The words of a name, for people to read.
 *
 * @example titleOf('admin-delete-user') // 'Admin Delete User'
 */
export function titleOf(name: string): string {
  return splitByCase(name).filter(Boolean).map(word => upperFirst(word)).join(' ')
}

/** Whether clients accept this name. */
export function isValidName(name: string): boolean {
  return NAME_PATTERN.test(name)
}
