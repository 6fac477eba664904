import { defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'
import { findBooking, removeBooking } from '../../utils/shop'

export default defineTool({
  description: 'Cancels a booking for good. Asks the person first.',
  annotations: { destructiveHint: true, idempotentHint: true, openWorldHint: false },
  inputSchema: z.object({ booking: z.string().describe('A booking number, such as B-1001') }),

  handler({ booking: id }, event) {
    const booking = findBooking(id)
    // An error made with createError is told to the model, which can then try another number; any other is masked.
    if (!booking) throw createError({ statusCode: 404, message: `There is no booking ${id}.` })

    const questions = {
      confirm: mcpElicit({
        message: `Cancel ${id}, ${booking.bike} for ${booking.rider} from ${booking.from}? This cannot be undone.`,
        requestedSchema: {
          type: 'object',
          properties: { ok: { type: 'boolean', title: 'Yes, cancel it' } },
          required: ['ok'],
        },
      }),
    }
    const answer = getInputResponses(event, questions).confirm
    if (!answer) return inputRequired(event, { inputRequests: questions })

    // Three ways to say no: declined, dismissed, and sent with the box unticked. None of them is asked again.
    if (answer.action === 'decline') return `${id} stands: the cancellation was declined.`
    if (answer.action === 'cancel') return `${id} stands: the question was dismissed.`
    if (answer.content?.ok !== true) return `${id} stands: it was not confirmed.`

    removeBooking(id)
    return `${id} is cancelled.`
  },
})
