import { defineNuxtConfig } from 'nuxt/config'

// #region config
export default defineNuxtConfig({
  modules: ['nitro-mcp/nuxt'],
  mcp: { name: 'shop', version: '1.0.0' },
})
// #endregion config
