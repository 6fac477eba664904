import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { discover } from '../../src/nitro/discover.ts'
import { findBus } from '../../src/nitro/bus.ts'
import { isLongLived } from '../../src/nitro/long-lived.ts'
import { run } from '../hosts/build.ts'
import { modernClient } from '../hosts/clients.ts'
import { startServer } from '../hosts/server.ts'
import { createApp } from './helpers/app.ts'

describe('instances that share the bus of server/mcp/bus.ts', () => {
  const app = resolve(import.meta.dirname, '../fixtures/listen')
  const bin = (name: string) => resolve(import.meta.dirname, '../../node_modules/.bin', name)
  const env = { NODE_ENV: 'production', VITEST: '', TEST: '' }
  let temp: string
  const start = () => startServer(join(app, '.output/server/index.mjs'), { env: { NITRO_BUS_FILE: join(temp, 'bus') } })

  beforeAll(async () => {
    temp = await mkdtemp(join(tmpdir(), 'nitro-mcp-bus-'))
  })
  afterAll(() => rm(temp, { recursive: true, force: true }))

  it('compile', async () => {
    await run(bin('nitropack'), ['prepare'], { cwd: app, env })
    await run(bin('tsc'), ['--noEmit', '-p', '.'], { cwd: app, env })
  })

  it('tell each other of changes, by routes and by tools', async () => {
    await run(bin('nitropack'), ['build'], { cwd: app, env: { ...env, NITRO_PRESET: 'node-server' } })
    await using here = await start()
    await using there = await start()
    await using listener = await modernClient(`${here.origin}/mcp`)
    const heard: string[] = []
    listener.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri))
    listener.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'))
    const subscription = await listener.listen({ toolsListChanged: true, resourceSubscriptions: ['shop://orders/7'] })

    await fetch(`${there.origin}/orders/8`, { method: 'PUT' })
    await fetch(`${there.origin}/orders/7`, { method: 'PUT' })
    await using caller = await modernClient(`${there.origin}/mcp`)
    await caller.callTool({ name: 'rename' })
    await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['shop://orders/7', 'tools'])

    await listener.listen({ toolsListChanged: true })
    await expect(listener.listen({ toolsListChanged: true })).rejects.toMatchObject({ code: -32603, message: expect.stringContaining('All 2 subscriptions of this server are taken') })
    await subscription.close()
    await expect.poll(() => listener.listen({ toolsListChanged: true }).then(() => 'listening', () => 'refused'), { timeout: 10_000 }).toBe('listening')
  })
})

describe('the bus file', () => {
  it('is the app\'s own before one of a layer, and no stray', async () => {
    await using app = await createApp({ 'layer/mcp/bus.ts': '', 'layer/mcp/busses.ts': '', 'server/mcp/bus.mts': '', 'server/mcp/tools/bus.txt': '' })
    const find = async (...folders: string[]) => {
      const { strays } = await discover(app.dir, folders.map(folder => join(app.dir, folder)))
      const found = findBus(app.dir, strays)
      return { busFile: found.busFile, strays: found.strays.map(({ file }) => file) }
    }
    expect(await find('server/mcp', 'layer/mcp')).toEqual({ busFile: join(app.dir, 'server/mcp/bus.mts'), strays: ['server/mcp/tools/bus.txt', 'layer/mcp/busses.ts'] })
    expect((await find('none', 'layer/mcp')).busFile).toBe(join(app.dir, 'layer/mcp/bus.ts'))
    expect(await find('none')).toEqual({ busFile: undefined, strays: [] })
  })
})

it('knows the presets on which a reply can stay open, and takes no other for one', () => {
  expect(['node-server', 'node_server', 'nitro-dev', 'bun'].filter(isLongLived)).toHaveLength(4)
  expect(['vercel', 'aws-lambda', 'cloudflare_module', 'netlify-edge', 'node-cluster', 'of-our-own'].filter(isLongLived)).toEqual([])
})
