export type AttackName
  = 'state tampered'
    | 'state of another user'
    | 'state on another target'
    | 'state with other arguments'
    | 'state of an older round'
    | 'state replayed'
    | 'state expired'
    | 'answers without state'
    | 'every question declined'
    | 'every question cancelled'
    | 'content that does not fit'

/**
 * - `held`: nothing was got.
 * - `failed`: a fault of the target.
 * - `allowed`: got through, as the protocol has it; a fault only for some targets, and `happened` says how to stop it.
 * - `notApplicable`: the target has nothing to attack that way.
 * - `notRun`: something is missing, and `happened` says what.
 */
export type AttackVerdict = 'held' | 'failed' | 'allowed' | 'notApplicable' | 'notRun'

export interface Finding {
  readonly verdict: AttackVerdict
  /** What was sent and what came back, or why not. */
  readonly happened: string
}

export interface AttackResult extends Finding {
  readonly attack: AttackName
}

const words: Record<AttackVerdict, string> = { held: 'held', failed: 'FAILED', allowed: 'allowed', notApplicable: 'n/a', notRun: 'not run' }

/** What held. As a string, a table. */
export class AttackReport {
  readonly target: string
  readonly results: readonly AttackResult[]

  constructor(target: string, results: readonly AttackResult[]) {
    this.target = target
    this.results = results
  }

  get failed(): readonly AttackResult[] {
    return this.results.filter(({ verdict }) => verdict === 'failed')
  }

  get notRun(): readonly AttackResult[] {
    return this.results.filter(({ verdict }) => verdict === 'notRun')
  }

  /** Throws an error with the faults and the table. With `all`, also when an attack was not run: so that none is forgotten. */
  assert({ all = false }: { all?: boolean } = {}): void {
    const faults = all ? [...this.failed, ...this.notRun] : this.failed
    if (faults.length === 0) return
    throw new Error(`The ${this.target} does not hold: ${faults.map(({ attack, verdict }) => `${attack} (${words[verdict]})`).join(', ')}.\n${this}`)
  }

  toString(): string {
    const counts = Object.entries(words)
      .map(([verdict, word]) => [this.results.filter(result => result.verdict === verdict).length, word] as const)
      .filter(([count]) => count > 0)
    const width = Math.max(...this.results.map(({ attack }) => attack.length))
    return [
      `${this.target}: ${counts.map(([count, word]) => `${count} ${word}`).join(', ')}`,
      ...this.results.map(({ attack, verdict, happened }) => `  ${words[verdict].padEnd(7)}  ${attack.padEnd(width)}  ${happened}`),
    ].join('\n')
  }
}
