import { expect, it } from 'vitest'
import { resolveLegacyInput } from '../../src/nitro/legacy-input.ts'

it.each(['nitro-dev', 'node-server', 'node_server', 'bun', 'deno-server', 'heroku', 'render-com'])('is on with the preset %s, which is one process', (preset) => {
  expect(resolveLegacyInput(undefined, preset)).toBe(true)
  expect(resolveLegacyInput({ timeoutMs: 5 }, preset)).toEqual({ timeoutMs: 5 })
  expect(resolveLegacyInput(false, preset)).toBe(false)
})

it.each(['node-cluster', 'node-listener', 'vercel', 'vercel-edge', 'netlify', 'netlify-edge', 'cloudflare-module', 'cloudflare_pages', 'aws-lambda', 'deno-deploy', 'azure-functions', 'zeabur', 'my-own'])('is off with the preset %s, unless the app says that it is one process', (preset) => {
  expect(resolveLegacyInput(undefined, preset)).toBe(false)
  expect(resolveLegacyInput({ timeoutMs: 5 }, preset)).toBe(false)
  expect(resolveLegacyInput(true, preset)).toBe(true)
})
