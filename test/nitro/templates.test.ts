import type { DefinitionEntry } from '../../src/nitro/definitions.ts'
import { describe, expect, it } from 'vitest'
import { renderRuntime } from '../../src/nitro/runtime-template.ts'
import { renderHandler, renderRegistry, renderTypes } from '../../src/nitro/templates.ts'

const entry = (kind: DefinitionEntry['kind'], name: string, rest: Partial<DefinitionEntry> = {}): DefinitionEntry => ({
  kind, name, title: name.toUpperCase(), file: `server/mcp/${kind}/${name}.ts`, fullPath: `/app/server/mcp/${kind}/${name}.ts`, lazy: true, ...rest,
})

describe('the registry', () => {
  it('imports a file on its first call, or with the server', () => {
    expect(renderRegistry([
      entry('tools', 'pay'),
      entry('tools', 'it\'s', { lazy: false }),
      entry('resources', 'prices', { uri: 'shop://prices' }),
      entry('resources', 'order', { lazy: false, uri: undefined }),
    ])).toBe(`import definition0 from "/app/server/mcp/tools/it's.ts";
import definition1 from "/app/server/mcp/resources/order.ts";
export const tools = [
  { "name":"pay","title":"PAY","file":"server/mcp/tools/pay.ts", load: () => import("/app/server/mcp/tools/pay.ts").then(module => module.default) },
  { "name":"it's","title":"IT'S","file":"server/mcp/tools/it's.ts", definition: definition0 },
]

export const prompts = []

export const resources = [
  { "name":"prices","title":"PRICES","file":"server/mcp/resources/prices.ts","uri":"shop://prices", load: () => import("/app/server/mcp/resources/prices.ts").then(module => module.default) },
  { "name":"order","title":"ORDER","file":"server/mcp/resources/order.ts", definition: definition1 },
]

export const principal = undefined
`)
  })

  it('is three empty lists without definitions', () => {
    expect(renderRegistry([])).toBe('export const tools = []\n\nexport const prompts = []\n\nexport const resources = []\n\nexport const principal = undefined\n')
  })

  it('names the file that knows the principal, and fails for one that can not be used', () => {
    const file = { file: 'server/mcp/principal.ts', fullPath: '/app/it\'s/principal.ts' }
    expect(renderRegistry([], file)).toMatch(/\n\nexport \{ default as principal \} from "\/app\/it's\/principal\.ts"\n$/)
    expect(renderRegistry([], { ...file, fault: 'It "fails".' })).toMatch(/\n\nexport const principal = \(\) => \{\n {2}throw new Error\("It \\"fails\\"\."\)\n\}\n$/)
  })
})

describe('the handler', () => {
  const options = { name: 'shop', version: '1.0.0', route: '/mcp', dir: 'mcp', principal: 'server/who.ts', taskStorage: 'mcp:tasks', origin: ['https://chat.example.com'] }

  it('reads the keys of each request with its event in Nitro 2', () => {
    expect(renderHandler({ options, majorVersion: 2, stateKeyVariable: 'NITRO_MCP_STATE_KEY', dev: false })).toBe(`import { createMcpHandler } from 'nitro-mcp'
import { defineMcpEventHandler } from 'nitro-mcp/h3'
import { useRuntimeConfig } from 'nitropack/runtime'
import { bus } from '#nitro-mcp'
import { useStorage } from 'nitropack/runtime'
import { principal, prompts, resources, tools } from '#nitro-mcp/registry'

const configOf = event => useRuntimeConfig(event).mcp ?? {}

const handler = createMcpHandler({
  ...{"name":"shop","version":"1.0.0","route":"/mcp","origin":["https://chat.example.com"]},
  tools,
  prompts,
  resources,
  bus,
  principal,
  stateKey: event => configOf(event).stateKey,
  previousStateKeys: event => configOf(event).previousStateKeys,
  taskStorage: useStorage("mcp:tasks"),
  stateKeyVariable: "NITRO_MCP_STATE_KEY",
  dev: false,
})

for (const signal of ['SIGTERM', 'SIGINT']) {
  if (globalThis.process?.listenerCount?.(signal) > 0) globalThis.process.once(signal, () => handler.close())
}

export default defineMcpEventHandler(handler)
`)
  })

  it('has another runtime in Nitro 3', () => {
    const code = renderHandler({ options, majorVersion: 3, stateKeyVariable: 'NITRO_MCP_STATE_KEY', dev: false })
    expect(code).toContain(`import { useRuntimeConfig } from 'nitro/runtime-config'\n`)
    expect(code).toContain('const configOf = event => useRuntimeConfig().mcp ?? {}\n')
    expect(code).toContain(`import { useStorage } from 'nitro/storage'\n`)
    expect(code).not.toContain('nitropack')
  })

  it('falls back to the key made for dev, in dev only', () => {
    const render = (dev: boolean) => renderHandler({ options, majorVersion: 2, stateKeyVariable: 'X', dev, devStateKey: 'made-for-dev' })
    expect(render(true)).toContain('stateKey: event => configOf(event).stateKey || "made-for-dev",')
    expect(render(true)).toContain('dev: true,')
    expect(render(false)).not.toContain('made-for-dev')
  })
})

it('waits for no signal where nobody listens', () => {
  expect(renderHandler({ options: { name: 'shop', version: '1', route: '/mcp', dir: 'mcp', taskStorage: 'mcp', subscriptions: false }, majorVersion: 2, stateKeyVariable: 'X', dev: false })).not.toContain('SIGTERM')
})

describe('what routes import', () => {
  it('carries notifications in memory', () => {
    expect(renderRuntime()).toBe(`import { createMcpBus, createMcpNotify } from 'nitro-mcp'

export const bus = createMcpBus()

const notify = createMcpNotify(bus)

export const useMcpNotify = () => notify
`)
  })

  it('carries them by the bus of the app', () => {
    expect(renderRuntime('/app/server/mcp/bus.ts')).toBe(`import { createMcpNotify } from 'nitro-mcp'
import bus from "/app/server/mcp/bus.ts";

export { bus }

const notify = createMcpNotify(bus)

export const useMcpNotify = () => notify
`)
  })
})

it('types the event by the h3 of the Nitro that runs, and what needs no import', () => {
  expect(renderTypes(2, [{ name: 'defineTool', from: 'nitro-mcp' }, { name: 'useMcpNotify', from: '#nitro-mcp' }])).toBe(`// Generated by nitro-mcp
/// <reference path="./nitro-mcp-runtime.d.ts" />
import type {} from 'nitro-mcp/nitro'

type AppEvent = NonNullable<Parameters<typeof import('nitropack/runtime').useRuntimeConfig>[0]>

declare module 'nitro-mcp' {
  interface McpRegister { event: AppEvent }
}

declare global {
  const defineTool: typeof import('nitro-mcp').defineTool
  const useMcpNotify: typeof import('#nitro-mcp').useMcpNotify
}
`)
  expect(renderTypes(3, [])).toContain(`type AppEvent = import('nitro/h3').H3Event\n`)
})
