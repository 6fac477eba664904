// Brings the hooks of Nuxt's server, which are typed apart from the rest.
import type {} from '@nuxt/nitro-server'
import type { NuxtModule } from '@nuxt/schema'
import type { McpOptions } from 'nitro-mcp/nitro'
import { join } from 'node:path'
import { addServerImports, defineNuxtModule } from '@nuxt/kit'
import mcp from 'nitro-mcp/nitro'

export interface ModuleOptions extends McpOptions {
  /**
   * Whether server code may use `defineTool` and the other functions of `nitro-mcp` without importing them. Explicit imports
   * work either way. Default `true`.
   */
  autoImports?: boolean
}

/** All that a definition is written with: the values that `nitro-mcp` exports for authors. */
const authorNames = [
  'defineTool', 'definePrompt', 'defineResource',
  'inputRequired', 'mcpElicit', 'mcpElicitUrl', 'createMessage', 'listRoots',
  'getInputResponses', 'getMissingInputs', 'getElicitedContent',
  'canRequestInput', 'getSupportedInputs', 'defineRequestState', 'defineRounds', 'McpError',
]

const autoImported = [...authorNames.map(name => ({ name, from: 'nitro-mcp' })), { name: 'useMcpNotify', from: '#nitro-mcp' }]

const module: NuxtModule<ModuleOptions> = defineNuxtModule<ModuleOptions>({
  meta: { name: 'nitro-mcp', configKey: 'mcp', compatibility: { nuxt: '>=3.17.0' } },
  defaults: {},
  setup({ autoImports = true, ...options }, nuxt) {
    // The Nitro module declares them with its other types.
    if (autoImports) addServerImports(autoImported.map(item => ({ ...item, dtsDisabled: true })))
    nuxt.hook('nitro:config', (config) => {
      config.modules ||= []
      config.modules.push(mcp(options))
    })
    // The app's own tsconfig covers the server folder as well.
    nuxt.hook('prepare:types', ({ references }) => {
      references.push({ path: join(nuxt.options.buildDir, 'types/nitro-mcp.d.ts') })
    })
  },
})

export default module
