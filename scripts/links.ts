import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Relative links of the pages that lead nowhere, as `page: link`. */
export function brokenLinks(root: string, pages: readonly string[]): string[] {
  return pages.flatMap((page) => {
    const text = readFileSync(join(root, page), 'utf8')
    return [...text.matchAll(/\]\((?<link>[^)\s#]+)(?:#[^)\s]*)?\)/g)]
      .map(match => match.groups?.link ?? '')
      .filter(link => !/^[a-z]+:/.test(link) && !existsSync(join(root, dirname(page), link)))
      .map(link => `${page}: ${link}`)
  })
}
