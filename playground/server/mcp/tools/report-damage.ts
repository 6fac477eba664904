import { defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'
import { findBike, reportDamage } from '../../utils/shop'

const questions = {
  damage: mcpElicit({
    message: 'What is wrong with the bike?',
    requestedSchema: {
      type: 'object',
      properties: {
        parts: { type: 'array', title: 'Parts', items: { type: 'string', enum: ['brakes', 'chain', 'lights', 'tyres', 'frame'] }, minItems: 1 },
        rideable: { type: 'boolean', title: 'Still rideable', default: true },
        note: { type: 'string', title: 'Anything else', maxLength: 280 },
      },
      required: ['parts', 'rideable'],
    },
  }),
}

const Damage = z.object({
  parts: z.array(z.enum(['brakes', 'chain', 'lights', 'tyres', 'frame'])).min(1),
  rideable: z.boolean(),
  note: z.string().max(280).default(''),
})

export default defineTool({
  description: 'Puts a damaged bike on the list of the workshop.',
  annotations: { destructiveHint: false, openWorldHint: false },
  inputSchema: z.object({ bike: z.string().describe('The id of a bike, such as heron') }),
  outputSchema: z.object({ reported: z.boolean(), place: z.int().optional().describe('Place on the list of the workshop') }),

  handler({ bike: id }, event) {
    if (!findBike(id)) throw createError({ statusCode: 404, message: `There is no bike ${id}.` })

    const answer = getInputResponses(event, questions).damage
    if (!answer) return inputRequired(event, { inputRequests: questions })
    if (answer.action !== 'accept') return { reported: false }

    const damage = Damage.safeParse(answer.content)
    if (!damage.success) return inputRequired(event, { inputRequests: questions })
    return { reported: true, place: reportDamage({ bike: id, ...damage.data }) }
  },
})
