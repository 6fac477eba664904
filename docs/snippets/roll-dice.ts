import { defineTool } from 'nitro-mcp'
import { z } from 'zod'

export default defineTool({
  description: 'Rolls dice and adds them up.',
  inputSchema: z.object({ dice: z.int().min(1).max(20).default(2) }),
  outputSchema: z.object({ rolls: z.array(z.int()), total: z.int() }),
  handler({ dice }) {
    const rolls = Array.from({ length: dice }, () => 1 + Math.floor(Math.random() * 6))
    return { rolls, total: rolls.reduce((sum, roll) => sum + roll) }
  },
})
