import { createConfigForNuxt } from '@nuxt/eslint-config'

export default createConfigForNuxt({
  features: { tooling: true, stylistic: { braceStyle: 'stroustrup' } },
})
  .append({ ignores: ['**/dist/**', '**/.nuxt/**', '**/.nitro/**', '**/.output/**'] })
