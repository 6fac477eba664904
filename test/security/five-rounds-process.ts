/**
 * One instance of an app for one request: the app of `five-rounds.test.ts`, with the keys and the log that its environment
 * names. It answers its parent, and waits to be killed.
 */
import { appendFileSync } from 'node:fs'
import { createMcpHandler, defineRounds, defineTool, mcpElicit } from '../../src/core/index.ts'

const next = mcpElicit({ message: 'What next?', requestedSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } })

const journey = defineRounds().ask({ next1: next }).ask({ next2: next }).ask({ next3: next }).ask({ next4: next }).ask({ next5: next })

/** Leaves a line where every process can be seen to have run. */
function work(round: number): string {
  const receipt = `work of round ${round}`
  appendFileSync(process.env.WORK_LOG!, `${receipt} by ${process.pid}\n`)
  return receipt
}

const tool = defineTool({
  name: 'journey',
  description: 'Asks five times.',
  async handler(event) {
    const round = await journey.enter(event)
    const answers = Object.values(round.answers).map(answer => answer?.text)
    const receipts: string[] = []
    // Each entry names all the work up to its round; what an earlier process did is carried.
    for (let number = 0; number <= answers.length; number++) receipts.push(await round.once(`work${number}`, () => work(number)))
    if (round.status === 'asking') return round.ask()
    return { status: round.status, answers, receipts }
  },
})

const handler = createMcpHandler({
  name: 'test',
  version: '1',
  tools: [tool],
  stateKey: () => process.env.STATE_KEY,
  previousStateKeys: () => process.env.PREVIOUS_STATE_KEYS,
  principal: event => ('req' in event && event.req instanceof Request ? event.req.headers.get('x-user') : null) ?? undefined,
})

process.once('message', async ({ body, headers }: { body: string, headers: Record<string, string> }) => {
  const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', body, headers }))
  process.send?.({ pid: process.pid, reply: await response.json() })
})
// Nothing but a kill ends it.
setInterval(() => {}, 1000)
