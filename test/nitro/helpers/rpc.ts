/** One JSON-RPC request of the 2025 era, which needs no client. The timeout is short: Nitro may hang a request while it swaps its dev worker. */
export async function rpc(url: string, method: string, params: object = {}): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept': 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    redirect: 'error',
    signal: AbortSignal.timeout(3000),
  })
  const text = await response.text()
  const { result } = (response.ok ? JSON.parse(text) : {}) as { result?: unknown }
  if (result === undefined) throw new Error(`${response.status} ${text}`)
  return result
}

export async function toolNames(url: string): Promise<string[]> {
  const { tools } = await rpc(url, 'tools/list') as { tools: { name: string }[] }
  return tools.map(({ name }) => name)
}

/** The text that a tool answers with. */
export async function callTool(url: string, name: string, args: object = {}): Promise<string> {
  const { content } = await rpc(url, 'tools/call', { name, arguments: args }) as { content: { text: string }[] }
  return content.map(({ text }) => text).join('\n')
}
