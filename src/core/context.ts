import type { ClientCapabilities, Implementation } from './capabilities.ts'
import { requireClientCapability } from './client-capability.ts'
import type { McpContext } from './event.ts'
import type { Inbound } from './inbound.ts'
import type { Era } from './protocol.ts'

export interface ContextFacts {
  readonly era: Era
  readonly protocolVersion: string
  readonly method: string
  readonly name: string | undefined
  readonly clientInfo: Implementation | undefined
  readonly clientCapabilities: ClientCapabilities
  readonly inputResponses: Readonly<Record<string, unknown>> | undefined
  readonly requestState: string | undefined
}

export function createContext(facts: ContextFacts, inbound: Inbound): McpContext {
  let signal: AbortSignal | undefined
  return {
    ...facts,
    // Most handlers never look, and on some hosts a signal costs listeners.
    get signal() {
      return signal ??= inbound.signal()
    },
    requireClientCapability: name => requireClientCapability(facts.clientCapabilities, name),
  }
}
