import { defineTool, getInputResponses, inputRequired, mcpElicit } from 'nitro-mcp'
import { z } from 'zod'

declare function countRows(year: number): Promise<number>
declare function buildReport(year: number, options: { signal: AbortSignal, onPage: (page: number, of: number) => void }): Promise<string>

// #region report
const questions = {
  size: mcpElicit({
    message: 'That takes half an hour. Go on?',
    requestedSchema: { type: 'object', properties: { yes: { type: 'boolean' } }, required: ['yes'] },
  }),
}

export default defineTool({
  description: 'Builds the report of a year',
  inputSchema: z.object({ year: z.number().int() }),
  task: true,
  async handler({ year }, event) {
    const answer = getInputResponses(event, questions).size
    if (!answer && await countRows(year) > 100_000) return inputRequired(event, { inputRequests: questions })
    if (answer && !answer.content?.yes) return 'No report was built.'
    const { mcp } = event.context
    return buildReport(year, { signal: mcp.signal, onPage: (page, of) => mcp.progress(page, of, `Page ${page} of ${of}`) })
  },
})
// #endregion report
