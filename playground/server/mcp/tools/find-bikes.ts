// `defineTool` and `freeBikes` are Nuxt auto-imports here: for a file this short they are what a Nuxt developer
// writes. The files that ask use explicit imports, so that you can see which names come from nitro-mcp.
import { z } from 'zod'

export default defineTool({
  description: 'Lists the bikes that are free on given days, with their prices.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  inputSchema: z.object({
    from: z.iso.date().describe('The first day, as 2027-05-01'),
    days: z.int().min(1).max(14).default(1),
    kind: z.enum(bikeKinds).optional(),
  }),
  outputSchema: z.object({
    bikes: z.array(z.object({ id: z.string(), name: z.string(), kind: z.enum(bikeKinds), total: z.number().describe('Euro for all days') })),
  }),
  handler({ from, days, kind }) {
    return {
      bikes: freeBikes(from, days, kind).map(({ id, name, kind, pricePerDay }) => ({ id, name, kind, total: pricePerDay * days })),
    }
  },
})
