/** What flows cost an app's type check: many tools with rounds, compiled against the declarations as published. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const tsc = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc')
// Inside the repository, so that the package and zod resolve as they do for an app; the folder is ignored by git.
const parent = join(root, '.data')
let folder: string

beforeAll(() => {
  mkdirSync(parent, { recursive: true })
  folder = mkdtempSync(join(parent, 'type-scale-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** No two tools are alike, or the compiler would do the work once. */
const toolSource = (index: number) => `
import { defineRounds, defineTool, mcpElicit, mcpElicitUrl } from 'nitro-mcp'
import { z } from 'zod'

const flow = defineRounds()
  .ask({
    trip${index}: mcpElicit({ message: 'Where to?', schema: z.object({ city${index}: z.string(), nights: z.int().min(${index % 7}), kind: z.enum(['a${index}', 'b']) }) }),
    note: mcpElicit({ message: 'A note?', schema: z.object({ text${index}: z.string().optional() }), optional: true }),
  })
  .ask(({ trip${index}: trip }) => trip.nights > ${index} ? { deposit: mcpElicitUrl({ message: trip.city${index}, url: 'https://example.com/${index}' }) } : undefined)
  .ask(async ({ trip${index}: trip, deposit }) => ({
    confirm${index}: mcpElicit({ message: \`\${trip.kind} \${deposit}?\`, requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' }, why${index}: { type: 'string' } }, required: ['ok'] } }),
  }))

export default defineTool({
  description: 'Books ${index}',
  inputSchema: z.object({ shop${index}: z.string() }),
  handler: async ({ shop${index}: shop }, event) => {
    const round = await flow.enter(event)
    const quote = await round.once('quote', () => ({ total${index}: ${index} }))
    if (round.status === 'asking') return round.ask()
    if (round.status === 'refused') return \`\${round.key} \${round.action}\`
    const { trip${index}: trip, note, deposit, confirm${index}: confirm } = round.answers
    const city: string = trip.city${index}
    const kind: 'a${index}' | 'b' = trip.kind
    const paid: true | undefined = deposit
    const why: string | undefined = confirm.why${index}
    // @ts-expect-error -- what any would let through
    const wrong: number = trip.city${index}
    return { shop, city, kind, paid, why, wrong, note: note?.text${index}, total: quote.total${index} }
  },
})
`

interface Cost { instantiations: number, check: number, total: number, memory: number }

function costOf(tools: number): Cost {
  const project = mkdtempSync(join(folder, `${tools}-`))
  const files = Array.from({ length: tools }, (_, index) => `tool-${index}.ts`)
  for (const [index, file] of files.entries()) writeFileSync(join(project, file), toolSource(index))
  writeFileSync(join(project, 'base.ts'), 'export * from \'nitro-mcp\'\nexport * from \'zod\'\n')
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({
    compilerOptions: { target: 'ES2022', module: 'ESNext', moduleResolution: 'Bundler', strict: true, noUncheckedIndexedAccess: true, skipLibCheck: true, noEmit: true, types: [] },
    files: ['base.ts', ...files],
  }))
  const output = execFileSync(process.execPath, [tsc, '-p', project, '--extendedDiagnostics'], { encoding: 'utf8' })
  const read = (label: string) => {
    const found = new RegExp(`^${label}:\\s+([\\d.]+)`, 'm').exec(output)
    if (!found) throw new Error(`tsc printed no ${label}:\n${output}`)
    return Number(found[1])
  }
  return { instantiations: read('Instantiations'), check: read('Check time'), total: read('Total time'), memory: read('Memory used') }
}

test('200 tools with rounds are checked in a time that grows with their number', () => {
  const [none, half, all] = [costOf(0), costOf(100), costOf(200)]
  // A machine that is busy with something else is no fault of ours: the best of three counts.
  for (let again = 0; again < 2 && all.check > 2.5 * half.check; again++) {
    half.check = Math.min(half.check, costOf(100).check)
    all.check = Math.min(all.check, costOf(200).check)
  }
  for (const [tools, { instantiations, check, total, memory }] of [[0, none], [100, half], [200, all]] as const) {
    console.info(`${tools} tools: ${check} s to check, ${total} s in all, ${Math.round(memory / 1024)} MB, ${instantiations} instantiations`)
  }
  expect(all.check).toBeLessThanOrEqual(2.5 * half.check)
  // Times waver; the work counted does not.
  const [first, second] = [half.instantiations - none.instantiations, all.instantiations - half.instantiations]
  expect(first).toBeGreaterThan(1000)
  expect(second / first).toBeLessThan(1.05)
})
