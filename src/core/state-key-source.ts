import type { McpEvent } from './event.ts'
import type { McpHandlerOptions } from './options.ts'
import type { StateKeySource } from './request-context.ts'
import { checkStateKey, parsePreviousStateKeys } from './state-key.ts'

type KeyOptions = Pick<McpHandlerOptions, 'stateKey' | 'previousStateKeys' | 'stateKeyVariable'>

/** Reads the configured keys when a state is sealed or opened, with the event: some runtimes know their environment only then. */
export function stateKeySource({ stateKey, previousStateKeys, stateKeyVariable: variable = 'stateKey' }: KeyOptions, event: McpEvent): StateKeySource {
  return {
    current: () => checkStateKey(typeof stateKey === 'function' ? stateKey(event) : stateKey, variable),
    previous: () => parsePreviousStateKeys(typeof previousStateKeys === 'function' ? previousStateKeys(event) : previousStateKeys, `the previous keys of ${variable}`),
  }
}
