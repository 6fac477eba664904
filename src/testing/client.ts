import type { Client, ClientCapabilities, ClientContext } from '@modelcontextprotocol/client'
import { answerQuestion, capabilitiesOf, resultOf } from './answers.ts'
import type { Answers } from './answers.ts'
import { RoundRecorder } from './rounds.ts'
import type { Round } from './rounds.ts'

/** A handler of `createMcpHandler`, or anything that answers a web-standard request. */
export interface Fetchable {
  fetch(request: Request): Response | Promise<Response>
}

export interface McpTestClientOptions {
  /** Answers by the key of the question. Default `{}`: a client that cannot be asked. */
  answers?: Answers
  /** Sent with every request, such as `authorization`. */
  headers?: Record<string, string>
  /** `modern` speaks 2026-07-28, `legacy` speaks 2025-11-25, where a question has no key to answer it by. Default `modern`. */
  era?: 'modern' | 'legacy'
  /** Declared instead of what `answers` make possible: to try a client that says it can, or cannot, be asked. */
  capabilities?: ClientCapabilities
  /** Where the endpoint says it is; nothing is opened there. Default `http://localhost/mcp`. */
  url?: string | URL
}

/** The official client, connected. `await using` closes it at the end of the scope. */
export type McpTestClient = Client & AsyncDisposable & {
  /** Every interim result so far, oldest first. */
  readonly rounds: readonly Round[]
}

/**
 * Connects the official client (`@modelcontextprotocol/client`, to be installed beside) to a handler, in memory:
 * real requests and responses, no port.
 *
 * A call goes through all of its rounds by `answers` and gives the final result. It fails with an error that
 * names the key when a handler asks what has no answer, after 10 rounds (a handler that asks for ever), and with
 * `-32021` when it asks for a kind that the client did not declare: declared are the kinds that the answers can
 * satisfy, so with no answers a handler meets a client that cannot be asked.
 *
 * @example
 * await using client = await createMcpTestClient(handler, { answers: { username: { name: 'Ada' } } })
 * const result = await client.callTool({ name: 'whoami' })
 * expect(client.rounds).toHaveLength(1)
 */
export async function createMcpTestClient(handler: Fetchable, options: McpTestClientOptions = {}): Promise<McpTestClient> {
  const { answers = {}, headers = {}, era = 'modern', url = 'http://localhost/mcp' } = options
  const capabilities = options.capabilities ?? capabilitiesOf(answers)
  const official = await importClient()

  const client = new official.Client({ name: 'nitro-mcp-test', version: '0' }, {
    capabilities,
    versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
  })
  const keyOf = (context: ClientContext) => String(context.mcpReq.id)
  if (capabilities.elicitation) client.setRequestHandler('elicitation/create', (question, context) => answerQuestion(keyOf(context), question, answers, resultOf.elicitation))
  if (capabilities.sampling) client.setRequestHandler('sampling/createMessage', (question, context) => answerQuestion(keyOf(context), question, answers, resultOf.sampling))
  if (capabilities.roots) client.setRequestHandler('roots/list', (question, context) => answerQuestion(keyOf(context), question, answers, resultOf.roots))

  const recorder = new RoundRecorder()
  await client.connect(new official.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (input, init) => recorder.observe(init?.body, async () => handler.fetch(new Request(input, init))),
  }))
  return Object.assign(client, { rounds: recorder.rounds, [Symbol.asyncDispose]: () => client.close() })
}

async function importClient() {
  try {
    return await import('@modelcontextprotocol/client')
  }
  catch (cause) {
    throw new Error('nitro-mcp/testing drives the official client, which could not be loaded. Install it: npm install --save-dev @modelcontextprotocol/client', { cause })
  }
}
