import { defineRounds, defineTool, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'
import { findBike, reportDamage } from '../../utils/shop'

/** The schema is the form, the check of the answer and its type. The second round is asked only when it has to be. */
const report = defineRounds()
  .ask({
    damage: mcpElicit({
      message: 'What is wrong with the bike?',
      schema: z.object({
        parts: z.array(z.enum(['brakes', 'chain', 'lights', 'tyres', 'frame'])).min(1).meta({ title: 'Parts' }),
        rideable: z.boolean().default(true).meta({ title: 'Still rideable' }),
        note: z.string().max(280).default('').meta({ title: 'Anything else' }),
      }),
    }),
  })
  .ask(({ damage }) => damage.rideable
    ? undefined
    : { pickup: mcpElicit({ message: 'Where does the bike stand?', schema: z.object({ place: z.string().trim().min(3) }), optional: true }) })

export default defineTool({
  description: 'Puts a damaged bike on the list of the workshop.',
  annotations: { destructiveHint: false, openWorldHint: false },
  inputSchema: z.object({ bike: z.string().describe('The id of a bike, such as heron') }),
  outputSchema: z.object({
    reported: z.boolean(),
    place: z.int().optional().describe('Place on the list of the workshop'),
    fetchedFrom: z.string().optional().describe('Where the workshop fetches the bike'),
  }),

  async handler({ bike: id }, event) {
    if (!findBike(id)) throw createError({ statusCode: 404, message: `There is no bike ${id}.` })

    const round = await report.enter(event)
    if (round.status === 'asking') return round.ask()
    if (round.status === 'refused') return { reported: false }

    const { damage, pickup } = round.answers
    return { reported: true, place: reportDamage({ bike: id, ...damage }), fetchedFrom: pickup?.place }
  },
})
