import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { copyFixture, filesWith } from '../nitro/helpers/app.ts'
import { runHost, serveDev } from '../nitro/helpers/process.ts'
import { callTool, toolNames } from '../nitro/helpers/rpc.ts'

const lines = (output: string) => output.split('\n').filter(line => line.includes('nitro-mcp]'))
const eventually = (assertion: () => unknown) => vi.waitFor(assertion, { timeout: 30_000, interval: 200 })

describe('nuxt generate', () => {
  it('makes a site without an endpoint and says so in one message', async () => {
    await using app = await copyFixture('nuxt')
    const generated = await runHost('nuxt', ['generate'], app.dir)
    expect(generated.code, generated.output).toBe(0)
    expect(lines(generated.output)).toEqual(['[warn] [nitro-mcp] A static site can\'t answer at /desk/mcp, so MCP is left out. Build for a server instead: `nuxt build`, or the preset of a server.'])
    const site = join(app.dir, '.output/public')
    expect(await filesWith(site, 'Library desk')).not.toEqual([])
    expect(await filesWith(site, /nitro-mcp|modelcontextprotocol/)).toEqual([])
    expect(existsSync(join(site, 'mcp'))).toBe(false)
  })
})

describe('nuxt dev', () => {
  it('has a key that survives a restart, and shows files of the app and of layers as they come and go', async () => {
    await using app = await copyFixture('nuxt')
    const keyFile = join(app.dir, '.nuxt/cache/nitro-mcp/state-key')
    let key: string
    {
      await using server = await serveDev('nuxt', app.dir)
      const endpoint = `${server.origin}/desk/mcp`
      await eventually(async () => expect(await toolNames(endpoint)).toEqual(['opening-hours', 'renew-loan']))
      expect(lines(server.output()).filter(line => line.includes('NUXT_MCP_STATE_KEY'))).toHaveLength(1)
      key = await readFile(keyFile, 'utf8')

      await app.write('server/mcp/tools/shelf/find.ts', `export default defineTool({ description: 'x', handler: () => 'Shelf 4' })`)
      await eventually(async () => expect(await callTool(endpoint, 'shelf-find')).toBe('Shelf 4'))

      await app.remove('server/mcp/tools/hours.ts')
      await eventually(async () => expect(await callTool(endpoint, 'opening-hours')).toBe('The layer does not know.'))
    }
    await using server = await serveDev('nuxt', app.dir)
    await eventually(async () => expect(await toolNames(`${server.origin}/desk/mcp`)).toContain('shelf-find'))
    expect(await readFile(keyFile, 'utf8')).toBe(key)
  })
})

describe('types', () => {
  const check = `type IsAny<T> = 0 extends 1 & T ? true : false
export const isTyped: IsAny<typeof defineTool> = false
export const isListed: IsAny<typeof McpError> = false
export default defineTool({
  description: 'x',
  handler(event) {
    const isAny: IsAny<typeof event> = false
    const own: import('h3').H3Event = event
    // @ts-expect-error the event has no such member
    void event.nothing
    const config: string = useRuntimeConfig(event).mcp.stateKey
    return \`\${own.path} \${getRequestHeader(event, 'x')} \${event.context.mcp.era} \${isAny} \${config.length}\`
  },
})
`

  it('are those of the app: its event, its runtime config, its options, and the auto-imports', async () => {
    await using app = await copyFixture('nuxt')
    await app.write('server/mcp/tools/check.ts', check)
    expect(await runHost('nuxt', ['prepare'], app.dir)).toMatchObject({ code: 0 })
    expect(await runHost('vue-tsc', ['-b', '--noEmit'], app.dir)).toEqual({ code: 0, output: '' })

    await app.write('nuxt.config.ts', (await readFile(join(app.dir, 'nuxt.config.ts'), 'utf8')).replace(`route: '/mcp'`, `route: 1, unknown: true`))
    const wrong = await runHost('vue-tsc', ['--noEmit', '-p', '.nuxt/tsconfig.node.json'], app.dir)
    expect(wrong.output).toContain('nuxt.config.ts')
    expect(wrong.output).toContain('Type \'number\' is not assignable to type \'string\'')
  })

  it('have no globals when auto-imports are off', async () => {
    await using app = await copyFixture('nuxt')
    await app.write('server/mcp/tools/check.ts', check)
    await app.write('nuxt.config.ts', (await readFile(join(app.dir, 'nuxt.config.ts'), 'utf8')).replace(`route: '/mcp'`, `autoImports: false`))
    expect(await runHost('nuxt', ['prepare'], app.dir)).toMatchObject({ code: 0 })
    const { code, output } = await runHost('vue-tsc', ['-b', '--noEmit'], app.dir)
    expect(code).not.toBe(0)
    expect(output).toContain(`Cannot find name 'defineTool'`)
    expect(output).not.toContain(`Cannot find name 'useRuntimeConfig'`)
  })
})
