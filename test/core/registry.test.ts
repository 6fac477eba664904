import { describe, expect, it } from 'vitest'
import { createMcpHandler, defineResource, defineTool } from 'nitro-mcp'
import { proves } from '../helpers/proves.ts'
import { modern } from '../helpers/rpc.ts'

const server = { name: 'test', version: '1.0.0' }
const tool = (name?: string) => defineTool({ name, handler: () => 'x' })

describe('createMcpHandler', () => {
  it('tells everything that is wrong with its definitions at once, by file or place', proves('tools/names'), () => {
    expect(() => createMcpHandler({
      ...server,
      tools: [
        tool(),
        tool('twice'),
        { name: 'twice', file: 'server/mcp/tools/twice.ts', definition: tool() },
        { name: 'bad name!', file: 'server/mcp/tools/bad.ts', load: async () => tool() },
        tool('x'.repeat(65)),
        { name: 'other', file: 'server/mcp/tools/other.ts', definition: defineResource({ uri: 'a://b', handler: () => 'x' }) as unknown as ReturnType<typeof tool> },
      ],
      resources: [defineResource({ name: 'a', uri: 'a://b', handler: () => 'x' }), defineResource({ name: 'b', uri: 'a://b', handler: () => 'x' })],
    })).toThrowErrorMatchingInlineSnapshot(`
      [TypeError: nitro-mcp can't serve these definitions:
      - tools[0]: a tool that is not discovered from a file needs a name.
      - server/mcp/tools/twice.ts: the tool name "twice" is taken by tools[1].
      - server/mcp/tools/bad.ts: the tool name "bad name!" is refused by clients. Use 1 to 64 of A-Z a-z 0-9 _ . -
      - tools[4]: the tool name "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" is refused by clients. Use 1 to 64 of A-Z a-z 0-9 _ . -
      - server/mcp/tools/other.ts: not a tool. Its default export must be what defineTool() returns.
      - b: the resource URI "a://b" is taken by a.]
    `)
  })

  it('takes the name that the definition states over that of its file', async () => {
    const handler = createMcpHandler({ ...server, tools: [{ name: 'from-file', definition: tool('stated') }, { name: 'plain', title: 'Plain', definition: tool() }] })
    expect((await modern(handler, 'tools/list')).body?.result?.tools).toMatchObject([{ name: 'stated' }, { name: 'plain', title: 'Plain' }])
  })

  it('loads only the file it calls, and once', async () => {
    const loaded: string[] = []
    const lazy = (name: string) => ({ name, load: async () => {
      loaded.push(name)
      return tool()
    } })
    const handler = createMcpHandler({ ...server, tools: [lazy('a'), lazy('b')] })
    expect(loaded).toEqual([])
    await modern(handler, 'tools/call', { name: 'b' })
    await modern(handler, 'tools/call', { name: 'b' })
    expect(loaded).toEqual(['b'])
  })

  it('reports a file whose default export is no definition', async () => {
    const errors: unknown[] = []
    const handler = createMcpHandler({ ...server, onError: error => errors.push(error), tools: [{ name: 'a', file: 'server/mcp/tools/a.ts', load: async () => undefined as unknown as ReturnType<typeof tool> }] })
    expect((await modern(handler, 'tools/call', { name: 'a' })).body?.result).toMatchObject({ isError: true })
    expect(String(errors[0])).toContain('server/mcp/tools/a.ts: not a tool. Its default export must be what defineTool() returns.')
  })

  it.each([
    [{ name: '' }, /name must be/],
    [{ version: undefined }, /version must be/],
    [{ maxBodySize: 0 }, /maxBodySize/],
    [{ maxBodySize: Number.NaN }, /maxBodySize/],
    [{ route: 'mcp' }, /route must begin/],
  ])('refuses %j', (option, message) => {
    expect(() => createMcpHandler({ ...server, ...option } as Parameters<typeof createMcpHandler>[0])).toThrow(message)
  })

  it('says what to do with an event that has no web Request', async () => {
    await expect(createMcpHandler(server)({} as Parameters<ReturnType<typeof createMcpHandler>>[0])).rejects.toThrow(/defineMcpEventHandler/)
  })
})
