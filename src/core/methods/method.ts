import type { McpEvent } from '../event.ts'
import type { Exchange } from '../exchange.ts'
import type { InputRequiredResult } from '../input-request.ts'
import type { JsonObject } from '../json.ts'
import type { Era } from '../protocol.ts'
import type { Refusal, RequestId } from '../reply.ts'
import type { Server } from '../server.ts'

/** One request, as a method sees it. */
export interface Call {
  readonly server: Server
  readonly era: Era
  readonly id: RequestId
  readonly params: JsonObject
  readonly event: McpEvent
  /** For what is sent before the result. */
  readonly exchange: Exchange
  /** For a 2025 client that can be asked: asks, and gives the result of the method run again. An interim result is not for its wire. */
  readonly ask?: (result: InputRequiredResult) => Promise<string | Refusal>
}

/**
 * One method of the protocol. Returns the result as JSON text, stamped for the era, or a refusal with an HTTP status of its own.
 * Throws an `McpError` for the client; any other error is masked.
 */
export type Method = (call: Call) => Promise<string | Refusal> | string
