import { defineRequestState, defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'
import { bikeKinds, enterBooking, freeBikes, newBookingId } from '../../utils/shop'

/** What the last round must still know. The client carries it: it can read this, and cannot change it. */
interface Offer {
  booking: string
  rider: string
  bike: string
  from: string
  days: number
  /** In euro. */
  total: number
}

// No key here: it comes from NUXT_MCP_STATE_KEY, and is read in each request.
const offers = defineRequestState<Offer>({ ttlMs: 15 * 60_000 })

const tripForm = (message: string) => ({
  trip: mcpElicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        rider: { type: 'string', title: 'Name of the rider', minLength: 2 },
        kind: { type: 'string', title: 'Kind of bike', enum: ['city', 'touring', 'cargo'], default: 'city' },
        from: { type: 'string', title: 'First day', format: 'date' },
        days: { type: 'integer', title: 'Days', minimum: 1, maximum: 14, default: 1 },
      },
      required: ['rider', 'kind', 'from', 'days'],
    },
  }),
})

const offerForm = ({ bike, from, days, total }: Offer) => ({
  confirm: mcpElicit({
    message: `${bike}, from ${from} for ${days} day(s): ${total} euro. Book it?`,
    requestedSchema: {
      type: 'object',
      properties: { ok: { type: 'boolean', title: 'Book it' } },
      required: ['ok'],
    },
  }),
})

/** An answer is client input, whatever the form said: it is checked like any other. */
const Trip = z.object({
  rider: z.string().trim().min(2),
  kind: z.enum(bikeKinds),
  from: z.iso.date(),
  days: z.int().min(1).max(14),
})

export default defineTool({
  title: 'Book a bike',
  description: 'Books a bike for a rider. Asks for the trip, makes an offer, and books once the rider agrees.',
  annotations: { destructiveHint: false, openWorldHint: false },

  // This runs from the top in every round. Where it goes depends only on what the request brings.
  async handler(event) {
    const offer = await offers.open(event)

    if (!offer) {
      const form = tripForm('Which bike, and for how long?')
      const answer = getInputResponses(event, form).trip
      if (!answer) return inputRequired(event, { inputRequests: form })
      if (answer.action !== 'accept') return 'Nothing was booked: the rider gave no trip.'

      const trip = Trip.safeParse(answer.content)
      if (!trip.success) return inputRequired(event, { inputRequests: tripForm(`That does not fit. ${z.prettifyError(trip.error)}`) })

      const { rider, kind, from, days } = trip.data
      const bike = freeBikes(from, days, kind)[0]
      if (!bike) return inputRequired(event, { inputRequests: tripForm(`No ${kind} bike is free then. Another kind, or another day?`) })

      // The booking number is drawn now: a client that sends its last round twice still gets one booking.
      const made: Offer = { booking: newBookingId(), rider, bike: bike.id, from, days, total: bike.pricePerDay * days }
      return inputRequired(event, { inputRequests: offerForm(made), requestState: await offers.seal(made, event) })
    }

    const form = offerForm(offer)
    const answer = getInputResponses(event, form).confirm
    // No answer is not a no: ask again, and seal again, as a round without a state would begin the flow anew.
    if (!answer) return inputRequired(event, { inputRequests: form, requestState: await offers.seal(offer, event) })
    if (answer.action !== 'accept' || answer.content?.ok !== true) return 'Nothing was booked: the rider did not agree to the offer.'

    const { booking: id, ...terms } = offer
    const booking = enterBooking({ id, ...terms, depositSigned: false })
    if (!booking) return `Nothing was booked: ${offer.bike} has just been taken. Call book-bike again for another offer.`
    return `Booked as ${id}: ${booking.bike} for ${booking.rider}, from ${booking.from} for ${booking.days} day(s), ${booking.total} euro.`
  },
})
