/** One HTTP request as the engine reads it; a host adapter makes it from whatever its platform has. */
export interface Inbound {
  readonly method: string
  /** `host[:port]` as the client addressed it. */
  readonly host: string
  /** `name` in lower case; several values of one header come joined by `, `. */
  header(name: string): string | null
  /** The body, or `undefined` when it has more than `limit` bytes. Must not buffer more than that. */
  text(limit: number): Promise<string | undefined>
  /** Aborts when the client goes away, where the platform tells. Asked for at most twice per request, and only when needed. */
  signal(): AbortSignal
}

export function inboundOfRequest(request: Request): Inbound {
  return new RequestInbound(request)
}

class RequestInbound implements Inbound {
  readonly method: string
  readonly #request: Request

  constructor(request: Request) {
    this.method = request.method
    this.#request = request
  }

  get host(): string {
    return this.header('host') ?? new URL(this.#request.url).host
  }

  header(name: string): string | null {
    return this.#request.headers.get(name)
  }

  text(limit: number): Promise<string | undefined> {
    return readText(this.#request, limit)
  }

  signal(): AbortSignal {
    return this.#request.signal
  }
}

async function readText(request: Request, limit: number): Promise<string | undefined> {
  const declared = request.headers.get('content-length')
  if (declared === null) return request.body ? readStream(request.body, limit) : ''
  if (Number(declared) > limit) return undefined
  const text = await request.text()
  // A request made in memory may declare less than it carries.
  return text.length > limit ? undefined : text
}

/** Reads a stream of bytes as UTF-8; `undefined`, and the stream cancelled, past `limit` bytes. */
async function readStream(stream: ReadableStream<Uint8Array>, limit: number): Promise<string | undefined> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.byteLength
    if (size > limit) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}
