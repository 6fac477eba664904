import { createMessage, defineTool, getInputResponses, getSupportedInputs, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'

const questions = {
  taste: mcpElicit({
    message: 'What kind of day out?',
    requestedSchema: {
      type: 'object',
      properties: {
        hours: { type: 'integer', title: 'Hours in the saddle', minimum: 1, maximum: 8, default: 3 },
        hills: { type: 'boolean', title: 'Hills welcome', default: false },
      },
      required: ['hours'],
    },
  }),
  // The client's own model writes the words. Few clients offer this, and the tool does not depend on it.
  words: createMessage({
    messages: [{ role: 'user', content: { type: 'text', text: 'Two cheerful sentences that invite someone to a bike ride by the sea.' } }],
    maxTokens: 120,
  }),
}

export default defineTool({
  description: 'Suggests a tour from the shop. Asks for the rider’s taste where the client can ask; otherwise suggests the house tour.',
  annotations: { readOnlyHint: true, openWorldHint: false },

  handler(event) {
    // What this client can answer: both, one of them, or nothing at all.
    const answerable = getSupportedInputs(event, questions)
    const firstRound = event.context.mcp.inputResponses === undefined
    if (firstRound && Object.keys(answerable).length > 0) return inputRequired(event, { inputRequests: answerable })

    // From here on every answer may be missing, and each has something to stand in for it.
    const { taste, words } = getInputResponses(event, questions)
    const wish = taste?.action === 'accept' ? taste.content : undefined
    return `${textOf(words?.content) ?? 'Fresh air, flat water, good coffee at the end.'} We suggest ${tourFor(wish?.hours, wish?.hills)}.`
  },
})

function tourFor(hours: number = 3, hills: boolean = false): string {
  if (hills) return 'the lighthouse climb'
  return hours < 5 ? 'the harbour loop' : 'the whole bay'
}

function textOf(content: unknown): string | undefined {
  const text = z.object({ type: z.literal('text'), text: z.string() }).safeParse(content)
  return text.data?.text
}
