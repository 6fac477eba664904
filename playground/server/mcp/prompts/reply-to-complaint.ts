import { definePrompt, getInputResponses, inputRequired, mcpElicit, McpError } from 'nitro-mcp'
import { z } from 'zod'
import { findBooking } from '../../utils/shop'

const questions = {
  stance: mcpElicit({
    message: 'How shall we answer?',
    requestedSchema: {
      type: 'object',
      properties: {
        complaint: { type: 'string', title: 'What the rider complains about' },
        refund: { type: 'integer', title: 'Refund in percent', minimum: 0, maximum: 100, default: 0 },
      },
      required: ['complaint'],
    },
  }),
}

export default definePrompt({
  description: 'Drafts a reply to a rider who complained. Asks what happened and what the shop offers.',
  inputSchema: z.object({ booking: z.string().describe('The number of the booking') }),

  handler({ booking: id }, event) {
    const booking = findBooking(id)
    if (!booking) throw new McpError(-32602, `There is no booking ${id}`)

    const answer = getInputResponses(event, questions).stance
    if (!answer) return inputRequired(event, { inputRequests: questions })

    // A refusal still gives a usable prompt, only a vaguer one.
    const { complaint, refund } = (answer.action === 'accept' ? answer.content : undefined) ?? {}
    const offer = typeof refund === 'number' && refund > 0 ? `Offer ${refund} % of ${booking.total} euro back.` : 'Offer no money.'
    return `Write to ${booking.rider}, who complained about ${complaint ?? 'their hire'}. Be brief and kind. ${offer}`
  },
})
