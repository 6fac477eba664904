import { defineNuxtConfig } from 'nuxt/config'

export default defineNuxtConfig({
  modules: ['nitro-mcp/nuxt'],
  // #region storage
  nitro: {
    storage: { mcp: { driver: 'redis', url: 'redis://localhost:6379' } },
  },
  // #endregion storage
})
