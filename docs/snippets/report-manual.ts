import { defineTool, getElicitedContent, inputRequired, mcpElicit } from 'nitro-mcp'

declare function findExport(topic: string): Promise<string | undefined>
declare function exportAll(topic: string, signal: AbortSignal): Promise<string>

const questions = {
  topic: mcpElicit({ message: 'Export what?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } }),
}

export default defineTool({
  description: 'Exports a topic',
  // #region manual
  task: { start: 'manual' },
  async handler(event) {
    const topic = getElicitedContent(event, questions, 'topic')?.name
    if (!topic) return inputRequired(event, { inputRequests: questions }) // asked by the call
    const ready = await findExport(topic)
    if (ready) return ready // answers the call
    await event.context.mcp.startTask() // the client gets its task
    return exportAll(topic, event.context.mcp.signal) // and this is what the task comes to
  },
  // #endregion manual
})
