export default defineNuxtConfig({
  modules: ['nitro-mcp/nuxt'],

  runtimeConfig: {
    // The address customers know the shop by, for links that leave the app: NUXT_SITE_URL.
    siteUrl: '',
  },

  compatibilityDate: '2026-07-01',

  mcp: {
    name: 'harbour-bikes',
    title: 'Harbour Bikes',
    version: '1.0.0',
    instructions: 'The back office of a small bike hire shop. Look for a free bike with find-bikes before you book one.',
  },
})
