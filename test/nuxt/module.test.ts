import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { fetch, setup, url, useTestContext } from '@nuxt/test-utils/e2e'
import { describe, expect, it } from 'vitest'
import { modernClient } from '../hosts/clients.ts'
import { filesWith } from '../nitro/helpers/app.ts'
import { callTool, rpc, toolNames } from '../nitro/helpers/rpc.ts'

const rootDir = fileURLToPath(new URL('../fixtures/nuxt', import.meta.url))
const key = 'leak-canary-0123456789-0123456789-0123456789'
// Before the build, as a careless environment has it.
process.env.NUXT_MCP_STATE_KEY = key

describe('a Nuxt app with the module', async () => {
  await setup({ rootDir, env: { NUXT_MCP_STATE_KEY: key } })
  const endpoint = () => url('/desk/mcp')

  it('serves the definitions of the app and its layer, the app\'s first', async () => {
    expect(await toolNames(endpoint())).toEqual(['opening-hours', 'renew-loan'])
    expect(await callTool(endpoint(), 'opening-hours')).toBe('Nine to five, says /mcp.')
    expect(await rpc(endpoint(), 'resources/read', { uri: 'library://rules' })).toMatchObject({ contents: [{ text: 'Quiet, please.' }] })
    expect(await rpc(endpoint(), 'prompts/get', { name: 'recommend' })).toMatchObject({ messages: [{ content: { text: 'Recommend me a book.' } }] })
  })

  it('answers with a slash at the end, below the base URL', async () => {
    expect(await callTool(url('/desk/mcp/'), 'opening-hours')).toBe('Nine to five, says /mcp/.')
  })

  it('asks by auto-imported functions, next to an imported one', async () => {
    await using client = await modernClient(endpoint(), { weeks: { weeks: 3 } })
    expect(await client.callTool({ name: 'renew-loan', arguments: { book: 'Emma' } })).toMatchObject({ content: [{ text: 'Emma is yours for 3 weeks, after 1 question.' }] })
    expect(client.rounds).toHaveLength(1)
  })

  it('goes on rendering pages', async () => {
    expect(await (await fetch('/desk/')).text()).toContain('Library desk')
  })

  it('stores nothing of a call, whatever the route rules say', async () => {
    const response = await fetch('/desk/mcp')
    expect(response.status).toBe(405)
    expect(response.headers.get('cache-control') ?? '').not.toContain('s-maxage')
    expect(response.headers.get('etag')).toBeNull()
  })

  it('has no key in any output, and nothing for the browser', async () => {
    const { nuxt } = useTestContext()
    const output = nuxt?.options.nitro.output?.dir ?? ''
    expect(await filesWith(join(output, 'server'), 'renew-loan')).not.toEqual([])
    expect(await filesWith(output, 'leak-canary')).toEqual([])
    expect(await filesWith(join(output, 'public'), /nitro-mcp|stateKey|modelcontextprotocol|"\/mcp"/)).toEqual([])
  })
})
