import { createMcpHandler } from 'nitro-mcp'
import { createMcpTestClient, type McpTestClientOptions } from 'nitro-mcp/testing'
import { describe, expect, it } from 'vitest'
import booking from '../../docs/snippets/booking.ts'
import plainSchema from '../../docs/snippets/plain-schema.ts'
import rollDice from '../../docs/snippets/roll-dice.ts'
import survey from '../../docs/snippets/survey.ts'
import wizard from '../../docs/snippets/wizard.ts'

// The guide shows these files as tests, so they have to pass as such.
import '../../docs/snippets/whoami.test.ts'
import '../../docs/snippets/wizard-attacks.test.ts'

const handler = createMcpHandler({
  name: 'snippets',
  version: '1.0.0',
  stateKey: 'a key for this test, long enough',
  tools: [
    { name: 'roll-dice', definition: rollDice },
    { name: 'greet', definition: plainSchema },
    { name: 'wizard', definition: wizard },
    { name: 'booking', definition: booking },
    { name: 'survey', definition: survey },
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

  it('books by a flow what was offered, and asks again until it is confirmed', async () => {
    const boxes = [false, true]
    await using client = await createMcpTestClient(handler, { answers: { trip: { city: 'Paris', nights: 2 }, confirm: () => ({ ok: boxes.shift() ?? true }) } })
    const { content } = await client.callTool({ name: 'booking' })
    expect(client.rounds).toHaveLength(3)
    const [, offered, again] = client.rounds.map(({ questions }) => JSON.stringify(questions))
    const [, total] = /for (\d+) euro/.exec(offered ?? '') ?? []
    expect(again).toContain(`for ${total} euro. Book it?\\n\\n- ok: tick it, or close this form`)
    expect(content).toEqual([{ type: 'text', text: expect.stringMatching(new RegExp(`^Booked as [\\da-f]{8}: 2 nights in Paris, ${total} euro\\.$`)) as string }])
  })

  it('takes a survey, with and without its optional parts, and without forms', async () => {
    const take = async (options: McpTestClientOptions) => {
      await using client = await createMcpTestClient(handler, options)
      const { content } = await client.callTool({ name: 'survey' })
      return content.map(block => block.type === 'text' ? block.text : '').join()
    }
    expect(await take({ answers: { visit: { stars: 5 }, name: { name: 'Ada' } } })).toBe('Ada: 5 stars.')
    expect(await take({ answers: { visit: { stars: 1 }, name: 'decline', why: { text: 'It rained all day.' } } })).toBe('Somebody: 1 stars. It rained all day.')
    expect(await take({ answers: { visit: 'cancel', name: 'cancel' }, capabilities: { elicitation: { form: {} } } })).toBe('Never mind.')
    for (const options of [{}, { era: 'legacy' }] as const) expect(await take(options)).toBe('Tell me in the chat how it was: this client shows no forms.')
  })

  it('fails a call with the text that the guide quotes when a question has no answer', async () => {
    await using client = await createMcpTestClient(handler, { capabilities: { elicitation: { form: {} } } })
    await expect(client.callTool({ name: 'wizard' })).rejects.toThrow('The question \'city\' (elicitation/create, form: "Where to?") has no answer. Give one to createMcpTestClient: answers: { "city": { "name": … }, or \'decline\', or \'cancel\' }')
  })
})
