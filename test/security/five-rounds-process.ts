/**
 * One instance of an app for one request: the app of `five-rounds.test.ts`, with the keys and the log that its environment
 * names. It answers its parent, and waits to be killed.
 */
import { appendFileSync } from 'node:fs'
import { createMcpHandler, defineRequestState, defineTool, getInputResponses, inputRequired, mcpElicit } from '../../src/core/index.ts'

interface Progress {
  answers: string[]
  /** What was worked out in a round, once, and is carried from then on. */
  receipts: string[]
}

const ROUNDS = 5
const state = defineRequestState<Progress>()
const question = { next: mcpElicit({ message: 'What next?', requestedSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] } }) }

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
    const progress = await state.open(event) ?? { answers: [], receipts: [] }
    const answer = getInputResponses(event, question).next
    if (answer?.action === 'accept') {
      progress.answers.push(String(answer.content?.text))
      progress.receipts.push(work(progress.answers.length))
    }
    if (progress.answers.length === ROUNDS) return { answers: progress.answers, receipts: progress.receipts }
    return inputRequired(event, { inputRequests: question, requestState: await state.seal(progress, event) })
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
