import type { Inbound, Reply } from 'nitro-mcp'
import { readBody } from './node-body.ts'
import type { NodeEvent, NodeResponse } from './node-event.ts'

export function inboundOfNode(event: NodeEvent): Inbound {
  const { req, res } = event.node
  const header = (name: string) => {
    const value = req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value ?? null
  }
  let signal: AbortSignal | undefined
  return {
    method: req.method ?? 'GET',
    host: header('host') ?? header(':authority') ?? '',
    header,
    text: limit => readBody(event, limit),
    signal: () => signal ??= signalOf(res),
  }
}

/** Writes status and headers; the body is returned to h3, which sends it. `null` is h3's word for "no body". */
export function sendToNode({ status, headers, body }: Reply, res: NodeResponse): string | ReadableStream<Uint8Array> | null {
  res.statusCode = status
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  return body instanceof ReadableStream ? paced(body, res) : body ?? null
}

/** h3 v1 writes on however little the client reads; held back here, what is unread stays where it is bounded. */
function paced(body: ReadableStream<Uint8Array>, res: NodeResponse): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      if (res.writableNeedDrain) await drained(res)
      const { done, value } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  }, { highWaterMark: 0 })
}

function drained(res: NodeResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      res.off?.('drain', over)
      res.off?.('close', over)
      resolve()
    }
    res.once?.('drain', over)
    res.once?.('close', over)
  })
}

/** Node tells of a client that went away only by closing the response early. */
function signalOf(res: NodeResponse): AbortSignal {
  const controller = new AbortController()
  const abort = () => {
    if (!res.writableFinished) controller.abort()
  }
  // It may have closed before anybody asked.
  if (res.destroyed) abort()
  else res.once?.('close', abort)
  return controller.signal
}
