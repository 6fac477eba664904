import { defineNuxtConfig } from 'nuxt/config'

// #region config
export default defineNuxtConfig({
  modules: ['nitro-mcp/nuxt'],
  compatibilityDate: '2026-07-01',
  nitro: {
    preset: 'cloudflare_module',
    cloudflare: { deployConfig: true, wrangler: { name: 'shop' } },
  },
})
// #endregion config
