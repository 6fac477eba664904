import { bodyReadByH3, type NodeEvent, type NodeRequest } from './node-event.ts'

/** The body as text, `undefined` past `limit` bytes. Looks first where the platform, or another handler, may have put it. */
export async function readBody(event: NodeEvent, limit: number): Promise<string | undefined> {
  const { req } = event.node
  if (Number(req.headers['content-length']) > limit) return undefined
  const read = event._requestBody ?? event.web?.request?.body ?? await req[bodyReadByH3] ?? req.rawBody ?? req.body
  if (read === undefined || read === null) return readNodeStream(req, limit)
  if (read instanceof ReadableStream) return readWebStream(read, limit)
  const text = await textOf(read)
  return text.length > limit ? undefined : text
}

async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array || body instanceof ArrayBuffer || body instanceof Blob) return new Response(body as BodyInit).text()
  // Some platforms parse JSON on their own.
  return JSON.stringify(body)
}

function readNodeStream(req: NodeRequest, limit: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const body = new BoundedText(limit)
    req.on('data', (chunk) => {
      if (body.add(chunk)) return
      req.pause?.()
      resolve(undefined)
    })
    req.on('end', () => resolve(body.end()))
    req.on('error', reject)
    // A client that goes away in the middle of its body ends nothing.
    req.on('close', () => reject(new Error('The client closed the connection before the body was complete.')))
  })
}

async function readWebStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<string | undefined> {
  const body = new BoundedText(limit)
  const reader = stream.getReader()
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    if (body.add(chunk.value)) continue
    await reader.cancel()
    return undefined
  }
  return body.end()
}

class BoundedText {
  readonly #decoder = new TextDecoder()
  readonly #limit: number
  #size = 0
  #text = ''

  constructor(limit: number) {
    this.#limit = limit
  }

  /** `false`, and nothing kept, past the limit. */
  add(chunk: Uint8Array): boolean {
    this.#size += chunk.byteLength
    if (this.#size > this.#limit) return false
    this.#text += this.#decoder.decode(chunk, { stream: true })
    return true
  }

  end(): string {
    return this.#text + this.#decoder.decode()
  }
}
