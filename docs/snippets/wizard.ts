import { defineRequestState, defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'

const askCity = {
  city: mcpElicit({
    message: 'Where to?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  }),
}

const askNights = {
  nights: mcpElicit({
    message: 'For how many nights?',
    requestedSchema: { type: 'object', properties: { count: { type: 'integer', minimum: 1 } }, required: ['count'] },
  }),
}

// #region wizard
const trip = defineRequestState<{ city: string }>({ ttlMs: 5 * 60_000 })

export default defineTool({
  description: 'Plans a trip.',
  async handler(event) {
    const known = await trip.open(event)

    if (!known) {
      const answer = getInputResponses(event, askCity).city
      if (!answer) return inputRequired(event, { inputRequests: askCity })
      const city: unknown = answer.action === 'accept' ? answer.content?.name : undefined
      if (typeof city !== 'string' || city === '') return 'No trip, then.'
      return inputRequired(event, {
        inputRequests: askNights,
        requestState: await trip.seal({ city }, event),
      })
    }

    const answer = getInputResponses(event, askNights).nights
    const nights: unknown = answer?.action === 'accept' ? answer.content?.count : undefined
    if (typeof nights !== 'number' || !Number.isInteger(nights) || nights < 1) return 'No trip, then.'
    return `${nights} nights in ${known.city}: have a good time.`
  },
})
// #endregion wizard
