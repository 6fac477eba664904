// What Nuxt writes into .nuxt/ of an app: the options under `mcp`, and the type of the event.
import type {} from '@nuxt/nitro-server'
import type {} from 'nitro-mcp/h3'
import type { ModuleOptions } from 'nitro-mcp/nuxt'

declare module '@nuxt/schema' {
  interface NuxtConfig {
    mcp?: Partial<ModuleOptions>
  }
}
