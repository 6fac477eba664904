import { defineRounds, defineTool, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'

// #region skip
const survey = defineRounds()
  .ask({
    visit: mcpElicit({ message: 'How was it?', schema: z.object({ stars: z.int().min(1).max(5) }) }),
    name: mcpElicit({ message: 'Who are you?', schema: z.object({ name: z.string() }), optional: true }),
  })
  .ask(({ visit }) => {
    if (visit.stars > 2) return
    return { why: mcpElicit({ message: 'What went wrong?', schema: z.object({ text: z.string().min(10) }) }) }
  })
// #endregion skip

export default defineTool({
  description: 'Asks how it was.',
  async handler(event) {
    const round = await survey.enter(event)
    // #region unsupported
    if (round.status === 'asking') {
      if (round.unsupported) return 'Tell me in the chat how it was: this client shows no forms.'
      return round.ask()
    }
    // #endregion unsupported
    if (round.status === 'refused') return 'Never mind.'
    const { visit, name, why } = round.answers
    return `${name?.name ?? 'Somebody'}: ${visit.stars} stars. ${why?.text ?? ''}`.trim()
  },
})

// #region titles
export const size = mcpElicit({
  message: 'Which size?',
  schema: z.object({
    size: z.union([z.literal('s').meta({ title: 'Small' }), z.literal('l').meta({ title: 'Large' })]).default('s'),
    extras: z.array(z.enum(['lock', 'helmet'])).max(2).meta({ title: 'Extras' }),
    code: z.string().regex(/^[A-Z]{3}$/, 'three capital letters').optional(),
  }),
})
// #endregion titles

// #region id
export const signUp = defineRounds({ id: 'sign-up' })
  .ask({ who: mcpElicit({ message: 'Your name?', schema: z.object({ name: z.string() }) }) })
// #endregion id
