import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (path: string) => fileURLToPath(new URL(`./src/${path}/index.ts`, import.meta.url))

/** The fast projects read the source; the others use the built package by its public name, as a user does. */
const sourceAlias = [
  { find: /^nitro-mcp$/, replacement: source('core') },
  { find: /^nitro-mcp\/h3$/, replacement: source('h3') },
  { find: /^nitro-mcp\/redeem$/, replacement: source('redeem') },
  { find: /^nitro-mcp\/testing$/, replacement: source('testing') },
]

const fast = (name: string, include = [`test/${name}/**/*.test.ts`]) => ({
  resolve: { alias: sourceAlias },
  test: { name, include, testTimeout: 20_000 },
})

/** These build and start real apps: one at a time, with time for a cold bundler. */
const built = (name: string) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 240_000, hookTimeout: 240_000, fileParallelism: false },
})

export default defineConfig({
  test: {
    projects: [
      fast('core'),
      fast('spec'),
      fast('security'),
      fast('redeem'),
      { test: { name: 'types', include: [], typecheck: { enabled: true, only: true, include: ['test/types/**/*.test-d.ts'], tsconfig: './test/types/tsconfig.json' } } },
      built('nitro'),
      built('hosts'),
      built('nuxt'),
      built('package'),
    ],
  },
})
