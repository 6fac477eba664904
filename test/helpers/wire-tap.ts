import { wireFaults, type Posted } from './wire-faults.ts'

const violations: string[] = []

/** What was wrong with the messages that were sent since the last call. */
export function takeViolations(): string[] {
  return violations.splice(0)
}

/** Records what is wrong with the message, for the check after each test. */
export function checkMessage(text: string, posted: Posted): void {
  const faults = wireFaults(JSON.parse(text), posted)
  if (faults.length > 0) violations.push(`${faults.join('; ')} — in ${text}`)
}

/** Refusals that are made before the body is read, or understood. */
const unread = [403, 405, 413, 415]

/** The response as it is, its messages looked at on their way. `posted` is called once there is something to check. */
export async function checkResponse(response: Response, posted: () => Posted): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body) return response
  if (type.startsWith('text/event-stream')) {
    const { status, statusText, headers } = response
    return new Response(checkStream(response.body, posted), { status, statusText, headers })
  }
  if (type.startsWith('application/json')) {
    const text = await response.clone().text()
    // The endpoint is not alone on its host: a page of the app may answer as well.
    if (text.includes('"jsonrpc"')) checkMessage(text, readBy(response.status, posted()))
  }
  return response
}

/** What the server knew of the posted message when it answered with `status`. */
export function readBy(status: number, posted: Posted): Posted {
  return unread.includes(status) ? { versionHeader: posted.versionHeader } : posted
}

/** Passes the bytes on as they come, and reads no further than its own reader does. */
export function checkStream(stream: ReadableStream<Uint8Array>, posted: () => Posted): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let pending = ''
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      const events = (pending + decoder.decode(value, { stream: true })).split(/\r?\n\r?\n/)
      pending = events.pop() ?? ''
      for (const event of events) {
        const data = event.split(/\r?\n/).filter(line => line.startsWith('data:')).map(line => line.slice(5).trimStart()).join('\n')
        if (data !== '') checkMessage(data, posted())
      }
      controller.enqueue(value)
    },
    cancel: reason => reader.cancel(reason),
  }, { highWaterMark: 0 })
}

/** What is posted, kept as it is read: the body is neither read ahead nor buffered twice. */
export function tapRequest(request: Request): () => Posted {
  let text = ''
  const { body } = request
  const tapped = body && tapBody(body, chunk => text += chunk)
  Object.defineProperties(request, {
    body: { get: () => tapped },
    text: { value: () => tapped ? new Response(tapped).text() : Promise.resolve('') },
  })
  return () => ({ message: parse(text), versionHeader: request.headers.get('mcp-protocol-version') })
}

function tapBody(body: ReadableStream<Uint8Array>, onText: (text: string) => void): ReadableStream<Uint8Array> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  const decoder = new TextDecoder()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      reader ??= body.getReader()
      const { done, value } = await reader.read()
      if (done) return controller.close()
      onText(decoder.decode(value, { stream: true }))
      controller.enqueue(value)
    },
    cancel: reason => reader ? reader.cancel(reason) : body.cancel(reason),
  }, { highWaterMark: 0 })
}

export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
