import { defineRounds, defineTool, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'

// #region flow
const booking = defineRounds()
  .ask({
    trip: mcpElicit({
      message: 'Where to?',
      schema: z.object({ city: z.string().min(2), nights: z.int().min(1).max(30) }),
    }),
  })
  .ask(async ({ trip }, { once }) => {
    const offer = await once('offer', () => makeOffer(trip.city, trip.nights))
    return {
      confirm: mcpElicit({
        message: `${trip.nights} nights in ${trip.city} for ${offer.total} euro. Book it?`,
        schema: z.object({ ok: z.literal(true, 'tick it, or close this form') }),
      }),
    }
  })

export default defineTool({
  description: 'Books a trip.',
  async handler(event) {
    const round = await booking.enter(event)
    if (round.status === 'asking') return round.ask()
    if (round.status === 'refused') return `Nothing was booked: "${round.key}" got a no.`
    const { trip } = round.answers
    const offer = await round.once('offer', () => makeOffer(trip.city, trip.nights))
    return `Booked as ${offer.id}: ${trip.nights} nights in ${trip.city}, ${offer.total} euro.`
  },
})
// #endregion flow

/** Changes by the minute, as prices do: what was offered must not. */
async function makeOffer(city: string, nights: number) {
  return { id: crypto.randomUUID().slice(0, 8), total: nights * (80 + city.length + new Date().getMinutes()) }
}
