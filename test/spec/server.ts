import { createMcpHandler, definePrompt, defineResource, defineTool, inputRequired, McpError, mcpElicit, type McpHandler, type McpHandlerOptions } from 'nitro-mcp'

export const askName = { name: mcpElicit({ message: 'What is your name?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }) }

/** A small server with one of each, for the tests of the protocol. */
export function specServer(options: Partial<McpHandlerOptions> = {}): McpHandler {
  return createMcpHandler({
    name: 'spec',
    version: '1.0.0',
    instructions: 'Be brief.',
    tools: [
      defineTool({ name: 'echo', description: 'Says it back', inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }, handler: ({ text }) => text }),
      defineTool({ name: 'ask', handler: event => event.context.mcp.inputResponses ? 'answered' : inputRequired(event, { inputRequests: askName }) }),
      defineTool({ name: 'crash', handler: () => {
        throw new Error('password is hunter2')
      } }),
      defineTool({ name: 'refuse', handler: () => {
        throw new McpError(-32602, 'No such order', { order: 7 })
      } }),
      defineTool({ name: 'numbers', outputSchema: { type: 'array', items: { type: 'number' } }, handler: () => [1, 2, 3] }),
    ],
    prompts: [
      definePrompt({ name: 'greet', inputSchema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] }, complete: { who: value => ['Ada', 'Alan'].filter(name => name.startsWith(value)) }, handler: ({ who }) => `Greet ${who}` }),
      definePrompt({ name: 'ask', handler: event => event.context.mcp.inputResponses ? 'answered' : inputRequired(event, { inputRequests: askName }) }),
    ],
    resources: [
      defineResource({ name: 'about', uri: 'spec://about', handler: () => 'About' }),
      defineResource({ name: 'ask', uri: 'spec://ask', handler: event => event.context.mcp.inputResponses ? 'answered' : inputRequired(event, { inputRequests: askName }) }),
      defineResource({ name: 'order', uriTemplate: 'spec://orders/{id}', complete: { id: () => Array.from({ length: 150 }, (_, index) => String(index)) }, handler: ({ id }) => id === '0' ? undefined : `Order ${id}` }),
    ],
    onError: () => {},
    ...options,
  })
}
