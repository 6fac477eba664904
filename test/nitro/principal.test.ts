import { join } from 'pathe'
import { describe, expect, it } from 'vitest'
import { discover } from '../../src/nitro/discover.ts'
import { nearMisses } from '../../src/nitro/near-misses.ts'
import { findPrincipal } from '../../src/nitro/principal.ts'
import { createApp } from './helpers/app.ts'

const who = 'export default event => event.context.user?.id'

async function find(files: Record<string, string>, stated?: string, layers: string[] = []) {
  await using app = await createApp(files)
  const folders = ['server/mcp', ...layers.map(layer => `layers/${layer}/server/mcp`)].map(folder => join(app.dir, folder))
  const { strays, empty } = await discover(app.dir, folders)
  const { principal, problems, strays: rest } = await findPrincipal(app.dir, stated, strays)
  const list = (level: string) => [...problems, ...nearMisses({ strays: rest, empty })].filter(problem => problem.level === level).map(({ message }) => message)
  const { file, fault } = principal ?? {}
  if (principal) expect(principal.fullPath).toBe(join(app.dir, principal.file))
  return { file, fault, errors: list('error'), warnings: list('warn') }
}

const none = { fault: undefined, errors: [], warnings: [] }

describe('the file that says who the principal is', () => {
  it.each(['principal.ts', 'principal.mts', 'principal.js', 'principal.mjs'])('is found as server/mcp/%s, and not taken for a stray', async (name) => {
    expect(await find({ [`server/mcp/${name}`]: who })).toEqual({ ...none, file: `server/mcp/${name}` })
  })

  it('need not be', async () => {
    expect(await find({ 'server/mcp/tools/principal.ts': who })).toEqual({ ...none, file: undefined })
  })

  it('is the one of the app before that of a layer, and that of a nearer layer before that of a further one', async () => {
    const files = { 'layers/near/server/mcp/principal.ts': who, 'layers/far/server/mcp/principal.ts': who }
    expect(await find({ ...files, 'server/mcp/principal.mjs': who }, undefined, ['near', 'far'])).toEqual({ ...none, file: 'server/mcp/principal.mjs' })
    expect(await find(files, undefined, ['near', 'far'])).toEqual({ ...none, file: 'layers/near/server/mcp/principal.ts' })
  })

  it.each(['server/auth/who.ts', './server/auth/who', '/server/auth/../auth/who.ts'.slice(1)])('is the one that the option names, as %s', async (stated) => {
    expect(await find({ 'server/auth/who.ts': who }, stated)).toEqual({ ...none, file: 'server/auth/who.ts' })
  })

  it('may be anywhere in the folder when the option names it', async () => {
    expect(await find({ 'server/mcp/who.ts': who }, 'server/mcp/who.ts')).toEqual({ ...none, file: 'server/mcp/who.ts' })
  })
})

describe('problems', () => {
  it('are told when it is not there, or exports nothing by default', async () => {
    const missing = 'mcp.principal names server/who.ts, which is no file that can be read.'
    expect(await find({}, 'server/who.ts')).toEqual({ file: 'server/who.ts', fault: missing, errors: [missing], warnings: [] })
    expect((await find({ 'server/who/x.ts': who }, 'server/who')).errors).toEqual(['mcp.principal names server/who, which is no file that can be read.'])
    const empty = 'server/mcp/principal.ts: it has no default export. Write: export default (event) => …, which returns the id of the user, or undefined.'
    expect(await find({ 'server/mcp/principal.ts': 'export const principal = () => 1' })).toEqual({ file: 'server/mcp/principal.ts', fault: empty, errors: [empty], warnings: [] })
  })

  it('are told of a second one, and of a slip in the name', async () => {
    expect((await find({ 'server/mcp/principal.js': who, 'server/mcp/principal.ts': who })).warnings).toEqual(['server/mcp/principal.ts is ignored, since there is server/mcp/principal.js.'])
    expect((await find({ 'server/mcp/principal.ts': who, 'server/who.ts': who }, 'server/who.ts')).warnings).toEqual(['server/mcp/principal.ts is ignored, since mcp.principal names server/who.ts.'])
    for (const name of ['principle.ts', 'Principal.ts', 'principals.ts']) {
      const { file, warnings } = await find({ [`server/mcp/${name}`]: who })
      expect([file, warnings]).toEqual([undefined, [`server/mcp/${name} is ignored. Did you mean principal.ts?`]])
    }
  })
})
