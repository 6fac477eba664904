const brand = Symbol.for('nitro-mcp.error')

/**
 * An error meant for the client: `code`, `message` and `data` travel as the JSON-RPC error, unmasked.
 *
 * Use `-32602` for parameters the client can mend. Codes of your own belong outside -32768…-32000,
 * which the protocol keeps for itself (2026-07-28, basic/index, "Error codes").
 *
 * @example throw new McpError(-32602, 'No order has this number', { order: id })
 */
export class McpError extends Error {
  override readonly name = 'McpError'
  readonly code: number
  readonly data?: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    if (!Number.isSafeInteger(code)) throw new TypeError(`McpError: the code must be an integer, not ${String(code)}.`)
    this.code = code
    if (data !== undefined) this.data = data
    Object.defineProperty(this, brand, { value: true })
  }

  /** Tells an `McpError` by its brand: `instanceof` fails when a bundler has made two copies of this class. */
  static isError(value: unknown): value is McpError {
    return typeof value === 'object' && value !== null && brand in value
  }
}
