import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const source = (path: string) => file(`./src/${path}/index.ts`)

/** The fast projects read the source; the others use the built package by its public name, as a user does. */
const sourceAlias = [
  // The source of `core`, with a look at every message that it sends.
  { find: /^nitro-mcp$/, replacement: file('./test/helpers/checked-core.ts') },
  { find: /^nitro-mcp\/h3$/, replacement: source('h3') },
  { find: /^nitro-mcp\/redeem$/, replacement: source('redeem') },
  { find: /^nitro-mcp\/testing$/, replacement: source('testing') },
]

/** Fails a test in which a message was sent that breaks the official schema. */
const wireCheck = file('./test/helpers/wire.setup.ts')

const fast = (name: string, include = [`test/${name}/**/*.test.ts`]) => ({
  resolve: { alias: sourceAlias },
  test: { name, include, testTimeout: 20_000, setupFiles: [wireCheck] },
})

/** These build and start real apps: one at a time, with time for a cold bundler. */
const built = (name: string) => ({
  test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout: 240_000, hookTimeout: 240_000, fileParallelism: false, setupFiles: [wireCheck] },
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
      built('conformance'),
    ],
  },
})
