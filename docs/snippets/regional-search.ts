import { defineTool } from 'nitro-mcp'
import { z } from 'zod'

export default defineTool({
  description: 'Searches the orders of one region.',
  inputSchema: z.object({
    region: z.enum(['eu', 'us']).meta({ 'x-mcp-header': 'Region' }),
    text: z.string(),
  }),
  handler: ({ region, text }) => `Nothing in ${region} for ${text}.`,
})
