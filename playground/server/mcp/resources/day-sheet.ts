import { defineResource, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'
import { bookingsOn } from '../../utils/shop'

const questions = {
  day: mcpElicit({
    message: 'The sheet of which day?',
    requestedSchema: {
      type: 'object',
      properties: { date: { type: 'string', title: 'Day', format: 'date' } },
      required: ['date'],
    },
  }),
}

export default defineResource({
  uri: 'harbour-bikes://day-sheet',
  description: 'Who has which bike on a day. Asks for the day.',
  mimeType: 'text/plain',

  handler(event) {
    const answer = getInputResponses(event, questions).day
    if (!answer) return inputRequired(event, { inputRequests: questions })

    const date = z.iso.date().safeParse(answer.action === 'accept' ? answer.content?.date : undefined)
    if (!date.success) return 'No day was given, so here is no sheet.'
    const lines = bookingsOn(date.data).map(booking => `${booking.bike}: ${booking.rider} (${booking.id})`)
    return lines.length > 0 ? lines.join('\n') : `Nobody is out on ${date.data}.`
  },
})
