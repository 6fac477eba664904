/** An app that uses every entry; only compiled (types.test.ts), against the declarations as published. */
import type { H3Event } from 'h3'
import { createMcpHandler, definePrompt, defineResource, defineRounds, defineTool, getInputResponses, inputRequired, McpError, mcpElicit, mcpElicitUrl } from 'nitro-mcp'
import { defineMcpEventHandler } from 'nitro-mcp/h3'
import mcp from 'nitro-mcp/nitro'
import nuxtModule from 'nitro-mcp/nuxt'
import { createMcpTestClient } from 'nitro-mcp/testing'
import type { NitroModule } from 'nitropack/types'
import type { NuxtModule } from '@nuxt/schema'
import { z } from 'zod'

const questions = {
  stay: mcpElicit({ message: 'For how long?', requestedSchema: { type: 'object', properties: { nights: { type: 'integer' }, note: { type: 'string' } }, required: ['nights'] } }),
}

export const book = defineTool({
  name: 'book',
  description: 'Books',
  inputSchema: z.object({ boat: z.string() }),
  handler({ boat }, event) {
    const path: string = event.path
    const answer = getInputResponses(event, questions).stay
    if (!answer) return inputRequired(event, { inputRequests: questions })
    if (answer.action !== 'accept' || !answer.content) throw new McpError(-32602, 'No stay')
    const nights: number = answer.content.nights
    const note: string | undefined = answer.content.note
    // @ts-expect-error -- the schema that asked has no such field
    void answer.content.days
    return `${boat} ${nights} ${note} ${path}`
  },
})

const flow = defineRounds()
  .ask({ stay: mcpElicit({ message: 'For how long?', schema: z.object({ nights: z.int() }) }), note: mcpElicit({ message: 'A note?', schema: z.object({ text: z.string() }), optional: true }) })
  .ask(({ stay }) => stay.nights > 7 ? { deposit: mcpElicitUrl({ message: 'Pay', url: 'https://example.com/' }) } : undefined)

export const moor = defineTool({
  name: 'moor',
  async handler(event) {
    const round = await flow.enter(event)
    if (round.status === 'asking') return round.ask()
    if (round.status === 'refused') return round.key
    const nights: number = round.answers.stay.nights
    const note: string | undefined = round.answers.note?.text
    const deposit: true | undefined = round.answers.deposit
    // @ts-expect-error -- nothing was asked by this key
    void round.answers.days
    return `${nights} ${note} ${deposit}`
  },
})

export const prompt = definePrompt({ name: 'log', description: 'Logs', handler: () => 'Write the log.' })
export const resource = defineResource({ name: 'rules', uri: 'harbour://rules', handler: () => 'Five knots.' })

export const handler = createMcpHandler({ name: 'harbour', version: '1.0.0', tools: [book], prompts: [prompt], resources: [resource] })
export const mounted: (event: H3Event) => unknown = defineMcpEventHandler(handler)
export const nitroModule: NitroModule = mcp({ name: 'harbour', version: '1.0.0' })
export const module: NuxtModule = nuxtModule

export async function play(): Promise<string> {
  await using client = await createMcpTestClient(handler, { answers: { stay: { nights: 3 } } })
  const { content } = await client.callTool({ name: 'book', arguments: { boat: 'Avocet' } })
  const keys: string[] = client.rounds.flatMap(({ questions }) => Object.keys(questions))
  return `${content.length} ${keys.length}`
}

// @ts-expect-error -- a name that is not a string: what an `any` would let through
defineTool({ name: 1, handler: () => '' })
// @ts-expect-error -- an option that does not exist
createMcpHandler({ name: 'harbour', version: '1.0.0', tols: [] })
