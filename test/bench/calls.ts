/**
 * What a call costs: `tools/call` in memory, against a bare handler that parses and replies, and against the official server.
 * One process, one run: the contenders take turns in small batches, so that a slow moment of the machine hits all of them.
 *
 * npm run build && npm run bench
 */
import { createMcpHandler as createOfficialHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { createMcpHandler, defineTool } from 'nitro-mcp'
import { z } from 'zod'

type Fetch = (request: Request) => Response | Promise<Response>
interface Contender { name: string, fetch: Fetch, schema: Schema, tools: number, perBatch: number }
type Schema = 'zod' | 'json'

const rounds = Number(process.argv[2] ?? 60)
const text = 'Hello, Ada!'
const zodInput = z.object({ name: z.string() })
const jsonInput = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const
const toolName = (index: number) => `greet-${index}`
const greet = ({ name }: { name: string }) => `Hello, ${name}!`

/** The last of the tools, so that a search in order would show. */
function newRequest(tools: number): Request {
  const body = JSON.stringify({
    jsonrpc: '2.0', id: 1, method: 'tools/call',
    params: {
      name: toolName(tools - 1), arguments: { name: 'Ada' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    },
  })
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'accept': 'application/json, text/event-stream', 'content-type': 'application/json', 'content-length': String(body.length),
      'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': toolName(tools - 1),
    },
    body,
  })
}

const bare: Fetch = async (request) => {
  const { id } = await request.json() as { id: number }
  return Response.json({
    jsonrpc: '2.0', id,
    result: { resultType: 'complete', content: [{ type: 'text', text }], _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'bench', version: '1' } } },
  })
}

function ours(tools: number, schema: Schema): Fetch {
  const names = Array.from({ length: tools }, (_, index) => toolName(index))
  const handler = createMcpHandler({
    name: 'bench', version: '1',
    tools: schema === 'zod'
      ? names.map(name => defineTool({ name, description: 'Greets', inputSchema: zodInput, handler: greet }))
      : names.map(name => defineTool({ name, description: 'Greets', inputSchema: jsonInput, handler: args => greet(args as { name: string }) })),
  })
  return request => handler.fetch(request)
}

function official(tools: number, schema: Schema): Fetch {
  const input = schema === 'zod' ? zodInput : fromJsonSchema<{ name: string }>(jsonInput)
  const handler = createOfficialHandler(() => {
    const server = new McpServer({ name: 'bench', version: '1' })
    for (let index = 0; index < tools; index++) {
      server.registerTool(toolName(index), { description: 'Greets', inputSchema: input }, args => ({ content: [{ type: 'text', text: greet(args as { name: string }) }] }))
    }
    return server
  })
  return request => handler.fetch(request)
}

const contenders: Contender[] = (['zod', 'json'] as const).flatMap(schema => [1, 1000].flatMap(tools => [
  { name: 'bare handler', fetch: bare, schema, tools, perBatch: 200 },
  { name: 'nitro-mcp', fetch: ours(tools, schema), schema, tools, perBatch: 200 },
  { name: 'official server', fetch: official(tools, schema), schema, tools, perBatch: tools === 1 ? 20 : 1 },
]))

/** The requests are made beforehand: a host has them ready, and making one costs more than answering it. */
async function runBatch({ fetch, tools, perBatch }: Contender): Promise<number> {
  const requests = Array.from({ length: perBatch }, () => newRequest(tools))
  const start = performance.now()
  for (const request of requests) await (await fetch(request)).text()
  return (performance.now() - start) * 1000 / perBatch
}

async function checkAnswer({ name, fetch, tools }: Contender): Promise<void> {
  const answer = await (await fetch(newRequest(tools))).json() as { result?: { content?: { text?: string }[] } }
  if (answer.result?.content?.[0]?.text !== text) throw new Error(`${name} answers wrongly: ${JSON.stringify(answer)}`)
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

for (const contender of contenders) {
  await checkAnswer(contender)
  for (let batch = 0; batch < 10; batch++) await runBatch(contender)
}
const times = new Map(contenders.map(contender => [contender, [] as number[]]))
for (let round = 0; round < rounds; round++) {
  for (const contender of contenders) times.get(contender)!.push(await runBatch(contender))
}

console.log(`Node ${process.version}, ${rounds} batches, medians\n`)
console.log('input  tools  handler            us/call      calls/s    to bare')
let base = 1
for (const [{ name, schema, tools }, samples] of times) {
  const microseconds = median(samples)
  if (name === 'bare handler') base = microseconds
  const cells = [schema.padEnd(5), String(tools).padStart(6), ` ${name.padEnd(16)}`, microseconds.toFixed(1).padStart(9), Math.round(1e6 / microseconds).toLocaleString('en').padStart(12), `${(microseconds / base).toFixed(2)}x`.padStart(10)]
  console.log(cells.join(' '))
}
