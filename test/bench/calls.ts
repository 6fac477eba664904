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

function ours(count: number, schema: Schema): Fetch {
  const tools = Array.from({ length: count }, (_, index) => toolName(index)).map(name => schema === 'zod'
    ? defineTool({ name, description: 'Greets', inputSchema: zodInput, handler: greet })
    : defineTool({ name, description: 'Greets', inputSchema: jsonInput, handler: greet }))
  return createMcpHandler({ name: 'bench', version: '1', tools }).fetch
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
const samples = contenders.map(contender => ({ contender, times: [] as number[], ratios: [] as number[] }))
for (let round = 0; round < rounds; round++) {
  let bareTime = 0
  for (const { contender, times, ratios } of samples) {
    const time = await runBatch(contender)
    if (contender.fetch === bare) bareTime = time
    times.push(time)
    ratios.push(time / bareTime)
  }
}

console.log(`Node ${process.version}, medians of ${rounds} batches; "to bare" is to the bare batch just before\n`)
console.log('input  tools  handler            us/call      calls/s    to bare')
for (const { contender: { name, schema, tools }, times, ratios } of samples) {
  const time = median(times)
  const cells = [schema.padEnd(5), String(tools).padStart(6), ` ${name.padEnd(16)}`, time.toFixed(1).padStart(9), Math.round(1e6 / time).toLocaleString('en').padStart(12), `${median(ratios).toFixed(2)}x`.padStart(10)]
  console.log(cells.join(' '))
}
