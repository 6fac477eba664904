import type { Question } from './answers.ts'

/** One interim result: what a handler asked, and what the client replied. */
export interface Round {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly name: string
  readonly questions: Readonly<Record<string, Question>>
  /** The state that travels, as the client sees it; `undefined` when none was sent. */
  readonly state: string | undefined
  /** By key, as sent; `undefined` until the client sends the call again, and for good if a question could not be answered. */
  readonly answers: Readonly<Record<string, unknown>> | undefined
}

type Open<T> = { -readonly [K in keyof T]: T[K] }

interface Message {
  method?: string
  params?: { name?: string, uri?: string, requestState?: string, inputResponses?: Record<string, unknown> }
  result?: { resultType?: string, inputRequests?: Record<string, Question>, requestState?: string }
}

/** Reads the rounds off the wire: the client resolves them inside a call, and shows none. */
export class RoundRecorder {
  readonly rounds: Open<Round>[] = []

  /** Call before the request is sent. Returns the response to hand on. */
  async observe(body: unknown, send: () => Promise<Response>): Promise<Response> {
    const request = typeof body === 'string' ? JSON.parse(body) as Message : {}
    this.#answered(request)
    const response = await send()
    const type = response.headers.get('content-type') ?? ''
    if (type.startsWith('application/json')) this.#asked(request, await response.clone().json() as Message)
    else if (type.startsWith('text/event-stream') && response.body) return this.#observeStream(request, response, response.body)
    return response
  }

  /** A retry is a new request: only the state and the name tie it to its round. */
  #answered({ method, params }: Message): void {
    if (params?.inputResponses === undefined && params?.requestState === undefined) return
    const round = this.rounds.find(round => round.answers === undefined
      && round.method === method && round.name === nameOf(params) && round.state === params.requestState)
    if (round) round.answers = params.inputResponses ?? {}
  }

  #asked({ method = '', params }: Message, { result }: Message): void {
    if (result?.resultType !== 'input_required') return
    this.rounds.push({ method, name: nameOf(params), questions: result.inputRequests ?? {}, state: result.requestState, answers: undefined })
  }

  #observeStream(request: Message, response: Response, body: ReadableStream<Uint8Array>): Response {
    const decoder = new TextDecoder()
    let pending = ''
    const tap = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        const lines = (pending + decoder.decode(chunk, { stream: true })).split(/\r?\n/)
        pending = lines.pop() ?? ''
        for (const line of lines) {
          if (/^data: ?\{/.test(line)) this.#asked(request, JSON.parse(line.slice(5)) as Message)
        }
        controller.enqueue(chunk)
      },
    })
    return new Response(body.pipeThrough(tap), response)
  }
}

const nameOf = (params: Message['params']) => params?.name ?? params?.uri ?? ''
