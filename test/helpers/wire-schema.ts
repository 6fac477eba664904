import { Validator, type Schema } from '@cfworker/json-schema'
import schema20250326 from '../fixtures/schemas/2025-03-26.json' with { type: 'json' }
import schema20250618 from '../fixtures/schemas/2025-06-18.json' with { type: 'json' }
import schema20251125 from '../fixtures/schemas/2025-11-25.json' with { type: 'json' }
import schema20260728 from '../fixtures/schemas/2026-07-28.json' with { type: 'json' }

export type Revision = '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28'

type Json = Record<string, unknown>

interface Definition { properties?: Json & { method?: { const?: string }, error?: { allOf?: { properties?: { code?: { const?: number } } }[] } } }

/** The official schema of one revision, as `test/fixtures/schemas` holds it. */
export class WireSchema {
  static readonly #made = new Map<Revision, WireSchema>()

  readonly #root: object
  readonly #draft: '7' | '2020-12'
  readonly #definitions: Record<string, Definition>
  readonly #path: string
  readonly #validators = new Map<string, Validator>()
  readonly #byMethod = new Map<string, string>()
  readonly #byCode = new Map<number, string>()

  static of(revision: Revision): WireSchema {
    const made = this.#made.get(revision) ?? new WireSchema(revision)
    this.#made.set(revision, made)
    return made
  }

  private constructor(revision: Revision) {
    const root = { '2025-03-26': schema20250326, '2025-06-18': schema20250618, '2025-11-25': schema20251125, '2026-07-28': schema20260728 }[revision]
    this.#root = root
    this.#path = '$defs' in root ? '$defs' : 'definitions'
    this.#draft = '$defs' in root ? '2020-12' : '7'
    this.#definitions = ('$defs' in root ? root.$defs : root.definitions) as object as Record<string, Definition>
    for (const [name, { properties }] of Object.entries(this.#definitions)) {
      // Only a message names its method so; the unions have no properties.
      if (properties?.method?.const !== undefined) this.#byMethod.set(properties.method.const, name)
      for (const part of properties?.error?.allOf ?? []) {
        if (part.properties?.code?.const !== undefined) this.#byCode.set(part.properties.code.const, name)
      }
    }
  }

  has(name: string): boolean {
    return Object.hasOwn(this.#definitions, name)
  }

  /** The definition of a message by its method: a request or a notification. */
  messageOf(method: string): string | undefined {
    return this.#byMethod.get(method)
  }

  /** The definition of a method's complete result; methods without one of their own have the empty result. */
  resultOf(method: string): string {
    const request = this.#byMethod.get(method)
    const result = request?.replace(/Request$/, 'Result')
    return result !== undefined && this.has(result) ? result : this.has('EmptyResult') ? 'EmptyResult' : 'Result'
  }

  errorOf(code: unknown): string {
    return (typeof code === 'number' ? this.#byCode.get(code) : undefined) ?? (this.has('JSONRPCErrorResponse') ? 'JSONRPCErrorResponse' : 'JSONRPCError')
  }

  /** What breaks the definition, by path; empty when `value` is valid. */
  faults(name: string, value: unknown): string[] {
    let validator = this.#validators.get(name)
    if (!validator) {
      const schema = { [this.#path]: Reflect.get(this.#root, this.#path), $ref: `#/${this.#path}/${name}` } as Schema
      validator = new Validator(schema, this.#draft, false)
      this.#validators.set(name, validator)
    }
    const { valid, errors } = validator.validate(value)
    if (valid) return []
    // The outer errors only say that an inner one was found.
    return errors.filter(({ keyword }) => keyword !== '$ref' && keyword !== 'properties' && keyword !== 'items')
      .map(({ instanceLocation, error }) => `${name}${instanceLocation.slice(1)}: ${error}`)
  }
}
