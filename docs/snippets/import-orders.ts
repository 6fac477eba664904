import { defineTool } from 'nitro-mcp'
import { z } from 'zod'

export default defineTool({
  description: 'Imports orders from their files.',
  inputSchema: z.object({ files: z.array(z.string()) }),
  async handler({ files }, event) {
    const { progress, signal } = event.context.mcp
    for (const [index, file] of files.entries()) {
      if (signal.aborted) break
      await importOrders(file)
      progress(index + 1, files.length, `Imported ${file}`)
    }
    return `${files.length} files imported.`
  },
})

async function importOrders(file: string) {
  await fetch(`https://orders.example.com/import?file=${encodeURIComponent(file)}`, { method: 'POST' })
}
