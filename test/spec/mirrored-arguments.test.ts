import { describe, expect, it } from 'vitest'
import { defineTool } from 'nitro-mcp'
import { z } from 'zod'
import { legacy, modern } from '../helpers/rpc.ts'
import { proves } from '../helpers/proves.ts'
import { specServer } from './server.ts'

const inputSchema = {
  type: 'object',
  properties: {
    'region': { 'type': 'string', 'x-mcp-header': 'Region' },
    'limit': { 'type': 'integer', 'x-mcp-header': 'Limit' },
    'dry': { 'type': 'boolean', 'x-mcp-header': 'Dry-Run' },
    'shop': { type: 'object', properties: { id: { 'type': 'string', 'x-mcp-header': 'Shop' } } },
    'x-mcp-header': { type: 'string' },
  },
} as const

const server = specServer({ tools: [defineTool({ name: 'search', inputSchema, handler: args => JSON.stringify(args) })] })
const call = (args: object, headers: Record<string, string> = {}) => modern(server, 'tools/call', { name: 'search', arguments: args }, { headers })

describe('arguments that are repeated in headers', () => {
  it.each([
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: 'eu' }, { 'mcp-param-region': '  eu ' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    [{ region: 'ünï' }, { 'mcp-param-region': '=?base64?w7xuw68=?=' }],
    [{ region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
    [{ region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42' }],
    [{ limit: 42 }, { 'mcp-param-limit': '42.0' }],
    [{ limit: -1 }, { 'mcp-param-limit': '-1' }],
    [{ dry: false }, { 'mcp-param-dry-run': 'false' }],
    [{ shop: { id: 's1' } }, { 'mcp-param-shop': 's1' }],
    [{}, {}],
    [{ 'region': undefined, 'x-mcp-header': 'x' }, {}],
    [{}, { 'mcp-param-region': 'eu', 'mcp-param-unknown': 'x' }],
  ])('%j with %j is accepted', proves('params/equal', 'params/absent', 'params/numbers', 'params/nested', 'params/unknown'), async (args, headers) => {
    expect(await call(args, headers as Record<string, string>)).toMatchObject({ status: 200, body: { result: { resultType: 'complete' } } })
  })

  it.each([
    [{ region: 'eu' }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'EU' }],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu, eu' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }],
    [{ region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!bG8=?=' }],
    [{ limit: 42 }, { 'mcp-param-limit': '0x2a' }],
    [{ limit: 42 }, { 'mcp-param-limit': '43' }],
    [{ dry: true }, { 'mcp-param-dry-run': '1' }],
    [{ shop: { id: 's1' } }, {}],
  ])('%j with %j is refused with -32020 and 400', proves('params/missing', 'params/differs', 'params/encoded-badly'), async (args, headers) => {
    expect(await call(args, headers as Record<string, string>)).toMatchObject({ status: 400, body: { id: 1, error: { code: -32020 } } })
  })

  it('of the wrong type are bad arguments, not bad headers', async () => {
    expect((await call({ region: ['eu'] })).body?.result).toMatchObject({ isError: true })
  })

  it('of null are not looked for', async () => {
    expect((await call({ region: null }, { 'mcp-param-region': 'eu' })).body?.result).toMatchObject({ isError: true })
  })

  it('are not checked for 2025 clients', async () => {
    expect((await legacy(server, 'tools/call', { name: 'search', arguments: { region: 'eu' } })).body?.result).toMatchObject({ content: [{ text: '{"region":"eu"}' }] })
  })

  it('keep their mark in the list', async () => {
    expect((await modern(server, 'tools/list')).body?.result?.tools).toMatchObject([{ inputSchema }])
  })

  it('can be marked in a zod schema', async () => {
    const zod = specServer({ tools: [defineTool({ name: 'search', inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }), handler: ({ region }) => region })] })
    expect((await modern(zod, 'tools/call', { name: 'search', arguments: { region: 'eu' } })).body?.error?.code).toBe(-32020)
  })
})

describe('a mark that makes clients drop the tool is refused when the tool is defined', () => {
  const define = (properties: Record<string, object>, rest: object = {}) => () => defineTool({ inputSchema: { type: 'object', properties, ...rest }, handler: () => 'x' })
  it.each([
    ['an empty name', define({ a: { 'type': 'string', 'x-mcp-header': '' } }), /must be a header name/],
    ['a name with a space', define({ a: { 'type': 'string', 'x-mcp-header': 'My Region' } }), /must be a header name/],
    ['a line break', define({ a: { 'type': 'string', 'x-mcp-header': 'a\r\nb' } }), /must be a header name/],
    ['a number', define({ a: { 'type': 'number', 'x-mcp-header': 'A' } }), /type must be string, integer or boolean, not "number"/],
    ['an object', define({ a: { 'type': 'object', 'x-mcp-header': 'A' } }), /type must be/],
    ['one name twice', define({ a: { 'type': 'string', 'x-mcp-header': 'A' }, b: { 'type': 'string', 'x-mcp-header': 'a' } }), /two properties have/],
    ['an item of an array', define({ a: { type: 'array', items: { 'type': 'string', 'x-mcp-header': 'A' } } }), /can't be reached by properties alone/],
    ['a branch', define({}, { anyOf: [{ properties: { a: { 'type': 'string', 'x-mcp-header': 'A' } } }] }), /can't be reached/],
    ['a definition', define({}, { $defs: { a: { 'type': 'string', 'x-mcp-header': 'A' } } }), /can't be reached/],
  ])('%s', proves('params/annotation'), (_, run, message) => {
    expect(run).toThrow(message)
  })
})
