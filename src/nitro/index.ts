import type { Nitro, NitroModule } from 'nitropack/types'
import type { McpOptions } from './options.ts'
import { setup } from './setup.ts'

export type { McpOptions } from './options.ts'
export type { McpRuntimeConfig } from './state-key.ts'

declare module 'nitropack/types' {
  interface NitroConfig {
    /** Options of nitro-mcp, for `modules: ['nitro-mcp/nitro']`. */
    mcp?: McpOptions
  }
  interface NitroOptions {
    mcp?: McpOptions
  }
}

/** The module, to be listed by name or called with options. */
export interface McpNitroModule extends NitroModule {
  /** Makes a module with options of its own: `modules: [mcp({ name: 'shop' })]`. */
  (options?: McpOptions): NitroModule
  /** What Nitro calls: the options are those under `mcp` in the config. */
  (nitro: Nitro): Promise<void>
}

/** Nitro calls a module that is a function with itself, so one function has to be both. */
function mcp(input?: McpOptions | Nitro): unknown {
  if (isNitro(input)) return setup(input, input.options.mcp ?? {})
  return { name: 'nitro-mcp', setup: (nitro: Nitro) => setup(nitro, { ...nitro.options.mcp, ...input }) }
}

function isNitro(input: McpOptions | Nitro | undefined): input is Nitro {
  return input !== undefined && 'hooks' in input && 'options' in input
}

Object.defineProperty(mcp, 'name', { value: 'nitro-mcp' })

export default Object.assign(mcp, { setup: mcp }) as McpNitroModule
