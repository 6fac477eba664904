import ts from 'typescript'
import type { Era } from '../../src/core/protocol.ts'
import type { Requirement } from '../spec/requirements.ts'

/** One id in a `proves(...)` of a test. */
export interface Cited {
  readonly file: string
  readonly id: string
  /** `undefined`: all eras of the requirement. */
  readonly era?: string
  /** The test is one of `it.fails`. */
  readonly fails: boolean
  /** The same test has it already. */
  readonly again: boolean
}

/** All citations of a test file, read from its source, so that one file can be run alone. */
export function readCitations(file: string, source: string): Cited[] {
  const cited: Cited[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'proves') {
      const fails = ts.isCallExpression(node.parent) && /\.fails\b/.test(node.parent.expression.getText())
      const texts = node.arguments.map(argument => ts.isStringLiteral(argument) ? argument.text : argument.getText())
      for (const [index, text] of texts.entries()) {
        const [id = '', era] = text.split('@')
        cited.push({ file, id, ...era !== undefined && { era }, fails, again: texts.indexOf(text) !== index })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))
  return cited
}

/** What is wrong between the requirements and what the tests cite; empty when each is proved in each of its eras. */
export function coverageFaults(requirements: Readonly<Record<string, Requirement>>, pending: readonly string[], cited: readonly Cited[]): string[] {
  return [...cited.flatMap(citation => citationFaults(requirements, citation)), ...Object.entries(requirements).flatMap(([id, requirement]) => proofFaults(id, requirement, pending, cited))]
}

function citationFaults(requirements: Readonly<Record<string, Requirement>>, { file, id, era, fails, again }: Cited): string[] {
  const requirement = Object.hasOwn(requirements, id) ? requirements[id] : undefined
  if (!requirement) return [`${file} cites ${id}, which is none`]
  if (era !== undefined && !requirement.eras.includes(era as Era)) return [`${file} cites ${id} for the ${era} era, of which it is not`]
  if (again) return [`${file} cites ${id} twice in one test`]
  return fails && requirement.gap === undefined ? [`${id} is expected to fail in ${file}, and no known gap`] : []
}

function proofFaults(id: string, { eras, part, gap }: Requirement, pending: readonly string[], cited: readonly Cited[]): string[] {
  const own = cited.filter(citation => citation.id === id)
  if (gap !== undefined) {
    if (own.some(({ fails }) => !fails)) return [`${id} is proved, and a known gap`]
    return own.length === 0 ? [`${id} is a known gap without a test`] : []
  }
  // A failing test is told above.
  if (own.some(({ fails }) => fails)) return []
  if (own.length === 0) return part !== undefined && pending.includes(part) ? [] : [`${id} is not proved`]
  return eras.filter(era => !own.some(citation => citation.era === undefined || citation.era === era)).map(era => `${id} is not proved in the ${era} era`)
}
