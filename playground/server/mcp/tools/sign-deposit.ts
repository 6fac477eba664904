import { defineTool, getInputResponses, inputRequired, mcpElicitUrl } from 'nitro-mcp'
import { z } from 'zod'
import { findBooking } from '../../utils/shop'

export default defineTool({
  description: 'Has the rider sign the deposit for a booking, on a page of the shop.',
  annotations: { destructiveHint: false, idempotentHint: true, openWorldHint: false },
  inputSchema: z.object({ booking: z.string() }),
  outputSchema: z.object({ booking: z.string(), signed: z.boolean(), note: z.string() }),

  handler({ booking: id }, event) {
    const booking = findBooking(id)
    if (!booking) throw createError({ statusCode: 404, message: `There is no booking ${id}.` })
    if (booking.depositSigned) return { booking: id, signed: true, note: 'The deposit is signed.' }

    // Set NUXT_SITE_URL in production: the Host header, which the fallback reads, is the client's to choose.
    const site = useRuntimeConfig(event).siteUrl || getRequestURL(event).origin
    const questions = {
      deposit: mcpElicitUrl({
        message: `Please read and sign the deposit for ${id}.`,
        url: `${site}/deposit/${encodeURIComponent(id)}`,
      }),
    }

    const answer = getInputResponses(event, questions).deposit
    if (!answer) return inputRequired(event, { inputRequests: questions })
    if (answer.action !== 'accept') return { booking: id, signed: false, note: 'The rider does not want to sign now.' }

    // "accept" says that the rider agreed to open the page. Only our own books say whether something was signed there.
    return { booking: id, signed: false, note: 'The page is open, nothing is signed yet. Call sign-deposit again to look.' }
  },
})
