import { readFile, stat } from 'node:fs/promises'
import { join } from 'pathe'
import { expect, it, vi } from 'vitest'
import { modernClient } from '../hosts/clients.ts'
import { copyFixture } from './helpers/app.ts'
import { serveDev } from './helpers/process.ts'
import { callTool, toolNames } from './helpers/rpc.ts'

const fixtureTools = ['account-balance', 'redirect-parcel', 'track-parcel']
const tool = (answer: string, rest = '') => `import { defineTool } from 'nitro-mcp'
export default defineTool({ ${rest} description: 'x', handler: () => '${answer}' })
`
const eventually = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 20_000, interval: 150 })

it('shows every change of the files without a restart', async () => {
  await using app = await copyFixture('nitro')
  await using server = await serveDev('nitropack', app.dir)
  const url = `${server.origin}/mcp`
  const tools = (added: string[]) => eventually(async () => expect((await toolNames(url)).sort()).toEqual([...fixtureTools, ...added].sort()))
  const answer = (name: string, text: string) => eventually(async () => expect(await callTool(url, name)).toBe(text))
  await tools([])

  await app.write('server/mcp/tools/weigh.ts', tool('One kilo.'))
  await tools(['weigh'])
  await answer('weigh', 'One kilo.')

  await app.write('server/mcp/tools/weigh.ts', tool('Two kilos.'))
  await answer('weigh', 'Two kilos.')

  await app.write('server/mcp/tools/weigh.ts', tool('Two kilos.', `name: 'scales',`))
  await tools(['scales'])

  await app.move('server/mcp/tools/weigh.ts', 'server/mcp/tools/depot/van/weigh.ts')
  await app.write('server/mcp/tools/depot/van/weigh.ts', tool('Three kilos.'))
  await tools(['depot-van-weigh'])
  await answer('depot-van-weigh', 'Three kilos.')

  await app.write('server/mcp/tools/depot/van/weigh.ts', `export default defineTool({ handler: () => {`)
  await eventually(async () => expect(String(await toolNames(url).catch(error => error))).toContain('500 '))
  await app.write('server/mcp/tools/depot/van/weigh.ts', tool('Four kilos.'))
  await answer('depot-van-weigh', 'Four kilos.')

  await app.write('server/mcp/tools/broken.ts', 'export const nothing = 1')
  await eventually(() => expect(server.output()).toContain('server/mcp/tools/broken.ts: it has no default export.'))
  await tools(['depot-van-weigh'])

  await app.remove('server/mcp/tools/broken.ts')
  await app.remove('server/mcp/tools/depot')
  await tools([])
})

it('starts without a folder and sees it come', async () => {
  await using app = await copyFixture('nitro')
  await app.remove('server/mcp')
  await using server = await serveDev('nitropack', app.dir)
  await eventually(async () => expect(await (await fetch(server.origin)).text()).toBe('Parcel desk'))
  await app.write('server/mcp/tools/first.ts', tool('Here.'))
  await eventually(async () => expect(await callTool(`${server.origin}/mcp`, 'first')).toBe('Here.'))
})

it('seals states with a key made for dev, which a restart keeps', async () => {
  await using app = await copyFixture('nitro')
  let requestState: string | undefined
  {
    await using server = await serveDev('nitropack', app.dir)
    await eventually(() => toolNames(`${server.origin}/mcp`))
    expect(server.output().match(/Sealing states with a key made for dev, kept in the build folder\. In production, set NITRO_MCP_STATE_KEY\./g)).toHaveLength(1)
    await using client = await modernClient(`${server.origin}/mcp`, { address: { street: 'Quay 1' } })
    expect(await client.callTool({ name: 'redirect-parcel' })).toMatchObject({ content: [{ text: 'Goes to Quay 1 after step 1.' }] })
    requestState = client.rounds[0]?.state
  }
  const file = join(app.dir, '.nitro/cache/nitro-mcp/state-key')
  const key = await readFile(file, 'utf8')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await using server = await serveDev('nitropack', app.dir)
  const url = `${server.origin}/mcp`
  await eventually(() => toolNames(url))
  expect(await readFile(file, 'utf8')).toBe(key)
  expect(server.output()).not.toContain(key)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream', 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'redirect-parcel' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {
      name: 'redirect-parcel',
      requestState,
      inputResponses: { address: { action: 'accept', content: { street: 'Quay 2' } } },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    } }),
  })
  expect(await response.json()).toMatchObject({ result: { content: [{ text: 'Goes to Quay 2 after step 1.' }] } })
})
