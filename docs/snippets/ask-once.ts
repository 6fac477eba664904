import type { McpEvent } from 'nitro-mcp'
import { createMessage, getInputResponses, getMissingInputs, getSupportedInputs, inputRequired, mcpElicit } from 'nitro-mcp'

const questions = {
  size: mcpElicit({
    message: 'Which size?',
    requestedSchema: { type: 'object', properties: { size: { type: 'string', enum: ['s', 'm', 'l'] } }, required: ['size'] },
  }),
  colour: mcpElicit({
    message: 'Which colour?',
    requestedSchema: { type: 'object', properties: { colour: { type: 'string' } }, required: ['colour'] },
  }),
  slogan: createMessage({ messages: [{ role: 'user', content: { type: 'text', text: 'A slogan for a T-shirt' } }], maxTokens: 30 }),
}

export function no(event: McpEvent) {
  // #region no
  const answer = getInputResponses(event, questions).size
  if (!answer) return inputRequired(event, { inputRequests: questions }) // not asked yet
  if (answer.action === 'decline') return 'Nothing was ordered.' // said no
  if (answer.action === 'cancel') return 'Nothing was ordered: the form was closed.' // dismissed
  return `Ordered in ${answer.content?.size}.`
  // #endregion no
}

export function missing(event: McpEvent) {
  // #region missing
  const missing = getMissingInputs(event, questions)
  if (Object.keys(missing).length > 0) return inputRequired(event, { inputRequests: missing })
  // #endregion missing
}

export function degrade(event: McpEvent) {
  // #region degrade
  const answerable = getSupportedInputs(event, questions)
  const firstRound = event.context.mcp.inputResponses === undefined
  if (firstRound && Object.keys(answerable).length > 0) return inputRequired(event, { inputRequests: answerable })
  // from here on, every answer may be missing
  // #endregion degrade
}
