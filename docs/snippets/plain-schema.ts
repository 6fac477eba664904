import { defineTool } from 'nitro-mcp'

export default defineTool({
  description: 'Greets somebody.',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 1 } },
    required: ['name'],
  },
  handler: ({ name }) => `Hello, ${name}!`,
})
