import type { Client, ClientCapabilities, ClientContext } from '@modelcontextprotocol/client'
import { capabilitiesOf, resultOf } from './answers.ts'
import type { Answers } from './answers.ts'
import { endlessMessage } from './endless.ts'
import { RoundRecorder } from './rounds.ts'
import type { Round } from './rounds.ts'
import { Script } from './script.ts'

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
  /** How many rounds one call may take, before it fails: a handler may ask for ever. Default 10. */
  maxRounds?: number
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
 * names the key when a handler asks what has no answer, and when it still asks after `maxRounds`; and with `-32021` when it asks for a kind that the client did not declare: declared are the kinds that the answers can
 * satisfy, so with no answers a handler meets a client that cannot be asked.
 *
 * @example
 * await using client = await createMcpTestClient(handler, { answers: { username: { name: 'Ada' } } })
 * const result = await client.callTool({ name: 'whoami' })
 * expect(client.rounds).toHaveLength(1)
 */
export async function createMcpTestClient(handler: Fetchable, options: McpTestClientOptions = {}): Promise<McpTestClient> {
  const { answers = {}, headers = {}, era = 'modern', maxRounds = 10, url = 'http://localhost/mcp' } = options
  const capabilities = options.capabilities ?? capabilitiesOf(answers)
  const official = await importClient()

  const client = new official.Client({ name: 'nitro-mcp-test', version: '0' }, {
    capabilities,
    inputRequired: { maxRounds },
    versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
  })
  const script = new Script(answers)
  const keyOf = (context: ClientContext) => String(context.mcpReq.id)
  if (capabilities.elicitation) client.setRequestHandler('elicitation/create', (question, context) => script.answer(keyOf(context), question, resultOf.elicitation))
  if (capabilities.sampling) client.setRequestHandler('sampling/createMessage', (question, context) => script.answer(keyOf(context), question, resultOf.sampling))
  if (capabilities.roots) client.setRequestHandler('roots/list', (question, context) => script.answer(keyOf(context), question, resultOf.roots))

  const recorder = new RoundRecorder()
  // Kept as long as the client: Node forgets to pass an abort on when a Request between was collected, and a stream stays open.
  const requests = new Set<Request>()
  const send = (request: Request) => {
    requests.add(request)
    return handler.fetch(request)
  }
  await client.connect(new official.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (input, init) => recorder.observe(init?.body, async () => send(new Request(input, init))),
  }))
  /** The client's own error tells how many rounds it took; the question that repeats is what an author looks for. */
  const naming = <Params, Options, Result>(call: (params: Params, options?: Options) => Promise<Result>) => (params: Params, options?: Options): Promise<Result> =>
    call.call(client, params, options).catch((error: unknown) => {
      if (!official.SdkError.isInstance(error) || error.code !== official.SdkErrorCode.InputRequiredRoundsExceeded) throw error
      throw new official.SdkError(error.code, endlessMessage(recorder.rounds, maxRounds), error.data)
    })
  client.callTool = naming(client.callTool)
  client.getPrompt = naming(client.getPrompt)
  client.readResource = naming(client.readResource)
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
