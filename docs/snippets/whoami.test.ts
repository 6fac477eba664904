import { createMcpHandler } from 'nitro-mcp'
import { createMcpTestClient } from 'nitro-mcp/testing'
import { expect, it } from 'vitest'
import whoami from './whoami.ts'

const handler = createMcpHandler({ name: 'shop', version: '1.0.0', tools: [{ name: 'whoami', definition: whoami }] })

it('greets whoever answers', async () => {
  await using client = await createMcpTestClient(handler, { answers: { username: { name: 'Ada' } } })
  const result = await client.callTool({ name: 'whoami' })

  expect(result.content).toEqual([{ type: 'text', text: 'Hello, Ada!' }])
  expect(client.rounds).toHaveLength(1)
})

it('takes no for an answer', async () => {
  await using client = await createMcpTestClient(handler, { answers: { username: 'decline' } })
  const result = await client.callTool({ name: 'whoami' })

  expect(result.content).toEqual([{ type: 'text', text: 'Hello, stranger.' }])
})
