import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { resolveDefinitions } from '../../src/nitro/definitions.ts'
import { discover } from '../../src/nitro/discover.ts'
import { misspeltFolders } from '../../src/nitro/folders.ts'
import { isNear, nearMisses } from '../../src/nitro/near-misses.ts'
import { createApp } from './helpers/app.ts'

const tool = `export default defineTool({ description: 'x', handler: () => 'ok' })`
const named = (name: string) => `export default defineTool({ name: '${name}', handler: () => 'ok' })`
const computed = `export default defineTool({ name: NAME, handler: () => 'ok' })`
const resource = (uri: string) => `export default defineResource({ uri: '${uri}', handler: () => 'ok' })`

/** Discovers in `server/mcp` of the app and of the layers named. */
async function find(files: Record<string, string>, layers: string[] = []) {
  await using app = await createApp(files)
  const servers = ['server', ...layers.map(layer => `layers/${layer}/server`)].map(folder => join(app.dir, folder))
  const found = await discover(app.dir, servers.map(server => join(server, 'mcp')))
  const { entries, problems } = resolveDefinitions(found.files)
  const warnings = [...misspeltFolders(app.dir, servers, 'mcp'), ...nearMisses(found)]
  const list = (level: string) => [...problems, ...warnings].filter(problem => problem.level === level).map(problem => problem.message)
  return { entries, errors: list('error'), warnings: list('warn'), notices: list('info') }
}

describe('discovery', () => {
  it('finds the scripts of each kind, by kind and path, and leaves out what is no definition', async () => {
    const { entries, errors, warnings } = await find({
      'server/mcp/tools/zoo.ts': tool,
      'server/mcp/tools/admin/delete-user.mts': tool,
      'server/mcp/tools/Alpha.js': tool,
      'server/mcp/tools/alpha2.mjs': tool,
      'server/mcp/prompts/hello.ts': `export default definePrompt({ handler: () => 'x' })`,
      'server/mcp/resources/prices.ts': resource('shop://prices'),
      'server/mcp/tools/_shared.ts': 'export const x = 1',
      'server/mcp/tools/_lib/deep/x.ts': 'export const x = 1',
      'server/mcp/_schemas/x.ts': 'export const x = 1',
      'server/mcp/tools/.hidden.ts': '',
      'server/mcp/tools/zoo.test.ts': '',
      'server/mcp/tools/zoo.spec.mts': '',
      'server/mcp/tools/types.d.ts': '',
      'server/api/hello.ts': '',
    })
    expect(entries.map(({ kind, name, title, file, lazy, uri }) => [kind, name, title, file, lazy, uri])).toEqual([
      ['tools', 'alpha', 'Alpha', 'server/mcp/tools/Alpha.js', true, undefined],
      ['tools', 'admin-delete-user', 'Admin Delete User', 'server/mcp/tools/admin/delete-user.mts', true, undefined],
      ['tools', 'alpha2', 'Alpha2', 'server/mcp/tools/alpha2.mjs', true, undefined],
      ['tools', 'zoo', 'Zoo', 'server/mcp/tools/zoo.ts', true, undefined],
      ['prompts', 'hello', 'Hello', 'server/mcp/prompts/hello.ts', true, undefined],
      ['resources', 'prices', 'Prices', 'server/mcp/resources/prices.ts', true, 'shop://prices'],
    ])
    expect([...errors, ...warnings]).toEqual([])
  })

  it('finds nothing in an app without the folder', async () => {
    expect(await find({ 'package.json': '{}' })).toEqual({ entries: [], errors: [], warnings: [], notices: [] })
  })

  it('loads a file with the server when its name or URI can not be read, and says so of names', async () => {
    const { entries, notices } = await find({
      'server/mcp/tools/pay.ts': computed,
      'server/mcp/resources/order.ts': `export default defineResource({ uriTemplate: 'shop://orders/{id}', handler: () => 'x' })`,
      'server/mcp/resources/prices.ts': `export default defineResource({ uri: URI, handler: () => 'x' })`,
    })
    expect(entries.map(({ name, lazy }) => [name, lazy])).toEqual([['pay', false], ['order', false], ['prices', false]])
    expect(notices).toEqual(['server/mcp/tools/pay.ts: loaded with the server, as its name can\'t be read from the source. To load it on its first call, write defineTool({ … }) as the default export, with a plain string as its name or none.'])
  })
})

describe('layers', () => {
  const layered = {
    'server/mcp/tools/search.ts': named('find'),
    'server/mcp/tools/book.ts': computed,
    'server/mcp/resources/a.ts': resource('shop://prices'),
    'layers/base/server/mcp/tools/find.ts': tool,
    'layers/base/server/mcp/tools/book.ts': tool,
    'layers/base/server/mcp/tools/search.ts': tool,
    'layers/base/server/mcp/resources/b.ts': resource('shop://prices'),
    'layers/far/server/mcp/tools/search.ts': tool,
    'layers/far/server/mcp/tools/extra.ts': tool,
  }

  it('give way to the app, and to layers before them, by name and URI', async () => {
    const { entries, errors } = await find(layered, ['base', 'far'])
    expect(errors).toEqual([])
    expect(entries.map(({ name, file }) => `${name} ${file}`)).toEqual([
      'book server/mcp/tools/book.ts',
      'find server/mcp/tools/search.ts',
      'a server/mcp/resources/a.ts',
      'search layers/base/server/mcp/tools/search.ts',
      'extra layers/far/server/mcp/tools/extra.ts',
    ])
  })
})

describe('problems', () => {
  it('are all found at once, each with its file', async () => {
    const { entries, errors } = await find({
      'server/mcp/tools/none.ts': `export const tool = defineTool({})`,
      'server/mcp/tools/pay.ts': tool,
      'server/mcp/tools/Pay.ts': tool,
      'server/mcp/tools/other.ts': named('pay'),
      'server/mcp/tools/[id].ts': tool,
      'server/mcp/tools/spaced.ts': named('two words'),
      [`server/mcp/tools/${'x'.repeat(65)}.ts`]: tool,
      'server/mcp/prompts/misplaced.ts': tool,
      'server/mcp/resources/a.ts': resource('shop://a'),
      'server/mcp/resources/b.ts': resource('shop://a'),
    })
    expect(entries.map(entry => entry.name)).toEqual(['pay', 'a'])
    expect(errors).toEqual([
      'server/mcp/tools/[id].ts: clients refuse the name "[id]". Use 1 to 64 of A-Z a-z 0-9 _ . - in the names of the file and its folders.',
      'server/mcp/tools/none.ts: it has no default export. Write: export default defineTool({ … }).',
      'server/mcp/tools/other.ts: the name "pay" is taken by server/mcp/tools/Pay.ts.',
      'server/mcp/tools/pay.ts: the name "pay" is taken by server/mcp/tools/Pay.ts.',
      'server/mcp/tools/spaced.ts: clients refuse the name "two words". Use 1 to 64 of A-Z a-z 0-9 _ . - in its name.',
      `server/mcp/tools/${'x'.repeat(65)}.ts: clients refuse the name "${'x'.repeat(65)}". Use 1 to 64 of A-Z a-z 0-9 _ . - in the names of the file and its folders.`,
      'server/mcp/prompts/misplaced.ts: it defines a tool, so it belongs in the folder tools.',
      'server/mcp/resources/b.ts: the URI "shop://a" is taken by server/mcp/resources/a.ts.',
    ])
  })

  it('leaves a name that only the running definition knows to the server', async () => {
    const { entries, errors } = await find({ 'server/mcp/tools/pay.ts': computed, 'server/mcp/tools/Pay.ts': computed })
    expect(errors).toEqual([])
    expect(entries.map(entry => entry.name)).toEqual(['pay', 'pay'])
  })
})

describe('near misses', () => {
  it('are named with what was probably meant', async () => {
    const { warnings } = await find({
      'server/mcp/tool/a.ts': tool,
      'server/mcp/Resources/a.ts': tool,
      'server/mcp/promtps/a.ts': tool,
      'server/mcp/lib/a.ts': tool,
      'server/mcp/whoami.ts': tool,
      'server/mcp/tools/data.json': '{}',
      'server/mcp/tools/old.cjs': '',
    })
    expect(warnings).toEqual([
      'server/mcp/tools holds no definition.',
      'server/mcp/Resources is ignored. Did you mean server/mcp/resources?',
      'server/mcp/lib is ignored. Definitions go in server/mcp/tools, server/mcp/prompts, server/mcp/resources.',
      'server/mcp/promtps is ignored. Did you mean server/mcp/prompts?',
      'server/mcp/tool is ignored. Did you mean server/mcp/tools?',
      'server/mcp/tools/data.json is ignored: it is no script. Files and folders that begin with "_" are left alone.',
      'server/mcp/tools/old.cjs is ignored: only .ts, .mts, .js and .mjs are read. Files and folders that begin with "_" are left alone.',
      'server/mcp/whoami.ts is ignored: definitions go in server/mcp/tools, server/mcp/prompts, server/mcp/resources.',
    ])
  })

  it('include an empty folder and a misspelt one beside the server folder\'s others', async () => {
    expect((await find({ 'server/mcp/tools/_x.ts': '' })).warnings).toEqual(['server/mcp/tools holds no definition.'])
    expect((await find({ 'server/mpc/tools/a.ts': tool })).warnings).toEqual(['server/mpc is ignored. Did you mean server/mcp?'])
    expect((await find({ 'server/mpc/x.ts': '', 'server/mcp/tools/a.ts': tool })).warnings).toEqual([])
  })

  it.each(['tool', 'toolss', 'tolls', 'TOOLS', 'otols', 'too1s'])('%s is near tools', name => expect(isNear(name, 'tools')).toBe(true))
  it.each(['tools', 'utils', 'to', 'prompts', 'lootsy'])('%s is not', name => expect(isNear(name, 'tools')).toBe(false))
})
