import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** A marker and the code block right after it: `<!-- snippet docs/snippets/whoami.ts#tool -->`. Without `#`, the whole file. */
const marked = /<!-- snippet (?<source>[^\s#]+)(?:#(?<region>\S+))? -->\n(?<fence>```|~~~)(?<info>[^\n]*)\n(?<code>(?:[^\n]*\n)*?)\k<fence>$/gm
const block = /^(?:```|~~~)(?:ts|js|mjs|vue)\b/gm

export interface Drift {
  /** The page, and the marker of the block in it. */
  readonly where: string
  readonly problem: string
}

/** The pages whose code blocks are held to files that compile. */
export function pages(root: string): string[] {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return ['README.md', 'SECURITY.md', ...docs.filter(path => path.endsWith('.md')).map(path => join('docs', path)).sort()]
}

/** The page with every marked block written anew from its file, and what was not in order. */
export function syncPage(root: string, page: string): { before: string, after: string, drifts: Drift[] } {
  const before = readFileSync(join(root, page), 'utf8')
  const drifts: Drift[] = []
  let found = 0
  const after = before.replace(marked, (whole, ...rest) => {
    const { source, region, fence, info, code } = rest.at(-1) as Record<string, string | undefined>
    found++
    const where = `${page}: ${source}${region ? `#${region}` : ''}`
    const wanted = extract(root, String(source), region)
    if (wanted === undefined) {
      drifts.push({ where, problem: 'there is no such file or region' })
      return whole
    }
    if (`${wanted}\n` !== code) drifts.push({ where, problem: 'the block differs from the file' })
    return `${whole.slice(0, whole.indexOf(String(fence)))}${fence}${info}\n${wanted}\n${fence}`
  })
  const blocks = before.match(block)?.length ?? 0
  if (blocks > found) drifts.push({ where: page, problem: `${blocks - found} code block(s) come from no file that compiles` })
  return { before, after, drifts }
}

/** The lines between `#region <name>` and `#endregion <name>`, without their common indentation; markers inside are left out. */
function extract(root: string, source: string, region: string | undefined): string | undefined {
  const file = join(root, source)
  if (relative(root, file).startsWith('..')) return undefined
  let lines: string[]
  try {
    lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  }
  catch {
    return undefined
  }
  if (region) {
    const start = lines.findIndex(line => line.trim() === `// #region ${region}`)
    const end = lines.findIndex(line => line.trim() === `// #endregion ${region}`)
    if (start < 0 || end < start) return undefined
    lines = lines.slice(start + 1, end)
  }
  lines = lines.filter(line => !/^\s*\/\/ #(?:end)?region /.test(line))
  const indents = lines.filter(line => line.trim()).map(line => line.search(/\S/))
  const margin = Math.min(...indents)
  return lines.map(line => line.slice(margin)).join('\n').trim()
}
