import type { McpHandler } from 'nitro-mcp'
import { legacyRequest, modernRequest, type RpcOptions } from './rpc.ts'

export interface OpenedStream {
  response: Response
  /** The next message, `undefined` at the end; comments are skipped. */
  next(): Promise<unknown>
  /** All messages to the end. */
  rest(): Promise<unknown[]>
  /** All that is left, as it stands on the wire. */
  text(): Promise<string>
  cancel(): Promise<void>
}

/** Posts a request and reads its reply event by event; a JSON reply reads as its one message. */
export async function openStream(handler: Pick<McpHandler, 'fetch'>, method: string, params: Record<string, unknown>, options: RpcOptions & { era?: 'modern' | 'legacy', signal?: AbortSignal } = {}): Promise<OpenedStream> {
  const { era = 'modern', signal } = options
  const request = era === 'modern' ? modernRequest(method, params, options) : legacyRequest(method, params, options)
  const response = await handler.fetch(new Request(request, { signal }))
  return readStream(response)
}

export function readStream(response: Response): OpenedStream {
  const isStream = response.headers.get('content-type') === 'text/event-stream'
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''
  const next = async (): Promise<unknown> => {
    for (;;) {
      const end = isStream ? buffer.indexOf('\n\n') : -1
      if (end >= 0) {
        const event = buffer.slice(0, end)
        buffer = buffer.slice(end + 2)
        if (event.startsWith('data: ')) return JSON.parse(event.slice(6))
        continue
      }
      const { done, value } = await reader.read()
      if (!done) {
        buffer += value
        continue
      }
      if (isStream || buffer === '') return undefined
      const message: unknown = JSON.parse(buffer)
      buffer = ''
      return message
    }
  }
  return {
    response,
    next,
    async rest() {
      const messages: unknown[] = []
      for (let message = await next(); message !== undefined; message = await next()) messages.push(message)
      return messages
    },
    async text() {
      for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) buffer += chunk.value
      return buffer
    },
    cancel: () => reader.cancel(),
  }
}
