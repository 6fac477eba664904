import { expect, it } from 'vitest'
import { copyFixture } from './helpers/app.ts'
import { runHost } from './helpers/process.ts'

const check = `import type { H3Event } from 'h3'
import { defineTool } from 'nitro-mcp'

type IsAny<T> = 0 extends 1 & T ? true : false

export default defineTool({
  description: 'x',
  handler(event) {
    const isAny: IsAny<typeof event> = false
    const own: H3Event = event
    // @ts-expect-error the event has no such member
    void event.nothing
    const key: string = useRuntimeConfig(event).mcp.stateKey
    return \`\${own.path} \${event.context.mcp.era} \${isAny} \${key.length}\`
  },
})
`

it('gives handlers the event of the app and types the options in the config', async () => {
  await using app = await copyFixture('nitro')
  await app.write('server/mcp/tools/check.ts', check)
  expect(await runHost('nitropack', ['prepare'], app.dir)).toMatchObject({ code: 0 })
  expect(await runHost('tsc', ['--noEmit', '-p', '.'], app.dir)).toEqual({ code: 0, output: '' })

  await app.write('nitro.config.ts', `import { defineNitroConfig } from 'nitropack/config'
import mcp from 'nitro-mcp/nitro'

export const own = defineNitroConfig({ modules: [mcp, mcp(), mcp({ name: 'x', origin: '*' })] })
// @ts-expect-error the route is a string
mcp({ route: 1 })
export default defineNitroConfig({ mcp: { rout: '/x' } })
`)
  const { output } = await runHost('tsc', ['--noEmit', '-p', '.'], app.dir)
  expect(output).toContain(`nitro.config.ts(7,43): error TS2561: Object literal may only specify known properties, but 'rout' does not exist in type 'McpOptions'. Did you mean to write 'route'?`)
  expect(output.match(/error TS/g)).toHaveLength(1)
})
