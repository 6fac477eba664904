import { describeState, heading, indent, tamper } from './print.mjs'

const tool = 'book-bike'

/**
 * Plays one tool to its end on the modern wire. The client could answer by itself (`inputRequired.autoFulfill`);
 * here each round is driven by hand, because showing them is the point.
 */
export async function play(endpoint, answer) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const client = new Client(
    { name: 'nitro-mcp-demo', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(endpoint)))

  try {
    let request = { name: tool, arguments: {} }
    for (let round = 1; ; round++) {
      console.log(heading(round === 1 ? `Round 1: the client calls ${tool}` : `Round ${round}: the same call again, with the answer${request.requestState ? ' and the state' : ''}`))
      const result = await client.callTool(request, { allowInputRequired: true })
      if (result.resultType !== 'input_required') {
        console.log(indent(result.content.map(block => block.text ?? `[${block.type}]`).join('\n')))
        break
      }
      const inputResponses = {}
      for (const [key, input] of Object.entries(result.inputRequests ?? {})) inputResponses[key] = await answer(input)
      console.log(describeState(result.requestState))
      request = { name: tool, arguments: {}, inputResponses, ...(result.requestState && { requestState: result.requestState }) }
    }
    if (request.requestState) await playForgery(client, request)
  }
  finally {
    await client.close()
  }
}

/** The last round once more, with a state that somebody has changed. */
async function playForgery(client, request) {
  console.log(heading('The last round once more, with the price in the state changed to 1 euro'))
  const refused = await client.callTool({ ...request, requestState: tamper(request.requestState) }).then(
    () => undefined,
    error => error,
  )
  if (refused?.code !== -32602) throw new Error('A forged state should have been refused with -32602.', { cause: refused })
  console.log(indent(`Refused: ${refused.code} ${refused.message}`))
}
