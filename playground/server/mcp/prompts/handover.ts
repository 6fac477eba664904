import { z } from 'zod'

// Auto-imports again, as in find-bikes.ts.
// #region prompt
export default definePrompt({
  description: 'Talks a rider through the handover of a bike.',
  inputSchema: z.object({
    bike: z.string().describe('The id of the bike'),
    language: z.enum(['English', 'German', 'Portuguese']).default('English'),
  }),
  complete: { bike: value => allBikes().map(bike => bike.id).filter(id => id.startsWith(value)) },
  handler({ bike: id, language }) {
    const bike = findBike(id)
    if (!bike) throw new McpError(-32602, `There is no bike ${id}`)
    return `Explain to a new rider, in ${language} and in at most six sentences, how to ride and lock ${bike.name}, a ${bike.kind} bike.`
  },
})
// #endregion prompt
