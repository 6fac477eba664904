import { defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'

const questions = {
  username: mcpElicit({
    message: 'What is your name?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  }),
}

export default defineTool({
  description: 'Says hello',
  handler(event) {
    const answer = getInputResponses(event, questions).username
    if (!answer) return inputRequired(event, { inputRequests: questions })
    return answer.action === 'accept' ? `Hello, ${answer.content?.name}!` : 'Hello, stranger.'
  },
})
