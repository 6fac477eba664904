import type { Era } from '../../src/core/protocol.ts'
import type { RequirementId } from '../spec/requirements.ts'

/** A requirement in all of its eras, or in one of them. */
export type Citation = RequirementId | `${RequirementId}@${Era}`

declare module 'vitest' {
  interface TaskMeta {
    proves?: readonly Citation[]
  }
}

/**
 * The requirements that a test proves, as its options: `it('…', proves('http/post'), () => { … })`.
 * `test/spec/coverage.test.ts` reads these calls from the source, so the ids are written out.
 */
export function proves(...citations: readonly [Citation, ...Citation[]]): { meta: { proves: readonly Citation[] } } {
  return { meta: { proves: citations } }
}
