import { createMcpHandler } from 'nitro-mcp'
import { createMcpTestClient } from 'nitro-mcp/testing'
import { describe, expect, it } from 'vitest'
import plainSchema from '../../docs/snippets/plain-schema.ts'
import rollDice from '../../docs/snippets/roll-dice.ts'
import wizard from '../../docs/snippets/wizard.ts'

// The guide shows this file as a test, so it has to pass as one.
import '../../docs/snippets/whoami.test.ts'

const handler = createMcpHandler({
  name: 'snippets',
  version: '1.0.0',
  stateKey: 'a key for this test, long enough',
  tools: [
    { name: 'roll-dice', definition: rollDice },
    { name: 'greet', definition: plainSchema },
    { name: 'wizard', definition: wizard },
  ],
})

describe('the code in the guide', () => {
  it('rolls dice, and answers a wrong number as the guide says', async () => {
    await using client = await createMcpTestClient(handler)
    const { structuredContent } = await client.callTool({ name: 'roll-dice', arguments: { dice: 3 } })
    expect(structuredContent).toEqual({ rolls: [expect.any(Number), expect.any(Number), expect.any(Number)], total: expect.any(Number) })
    const refused = await client.callTool({ name: 'roll-dice', arguments: { dice: 30 } })
    expect(refused).toMatchObject({ isError: true, content: [{ text: 'Invalid arguments:\n- dice: Too big: expected number to be <=20' }] })
  })

  it('takes plain JSON Schema', async () => {
    await using client = await createMcpTestClient(handler)
    expect(await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).toMatchObject({ content: [{ text: 'Hello, Ada!' }] })
    expect(await client.callTool({ name: 'greet', arguments: { name: '' } })).toMatchObject({ isError: true })
  })

  it('plans a trip in two rounds, and takes no for an answer in each', async () => {
    const plan = async (city: object | 'decline', nights: object | 'decline') => {
      await using client = await createMcpTestClient(handler, { answers: { city: city as 'decline', nights: nights as 'decline' }, capabilities: { elicitation: { form: {} } } })
      const { content } = await client.callTool({ name: 'wizard' })
      return content
    }
    expect(await plan({ name: 'Lisbon' }, { count: 3 })).toEqual([{ type: 'text', text: '3 nights in Lisbon: have a good time.' }])
    expect(await plan('decline', { count: 3 })).toEqual([{ type: 'text', text: 'No trip, then.' }])
    expect(await plan({ name: 'Lisbon' }, 'decline')).toEqual([{ type: 'text', text: 'No trip, then.' }])
  })

  it('fails a call with the text that the guide quotes when a question has no answer', async () => {
    await using client = await createMcpTestClient(handler, { capabilities: { elicitation: { form: {} } } })
    await expect(client.callTool({ name: 'wizard' })).rejects.toThrow('The question \'city\' (elicitation/create, form: "Where to?") has no answer. Give one to createMcpTestClient: answers: { "city": { "name": … }, or \'decline\', or \'cancel\' }')
  })
})
