import { readStream } from '../core/inbound.ts'
import { bodyReadByH3, type NodeEvent, type NodeRequest } from './node-event.ts'

/** The body as text, `undefined` past `limit` bytes. Looks first where the platform, or another handler, may have put it. */
export async function readBody(event: NodeEvent, limit: number): Promise<string | undefined> {
  const { req } = event.node
  if (Number(req.headers['content-length']) > limit) return undefined
  const read = event._requestBody ?? event.web?.request?.body ?? await req[bodyReadByH3] ?? req.rawBody ?? req.body
  if (read === undefined || read === null) return readNodeStream(req, limit)
  if (read instanceof ReadableStream) return readStream(read, limit)
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
    const decoder = new TextDecoder()
    let size = 0
    let text = ''
    req.on('data', (chunk) => {
      size += chunk.byteLength
      if (size > limit) {
        req.pause?.()
        resolve(undefined)
        return
      }
      text += decoder.decode(chunk, { stream: true })
    })
    req.on('end', () => resolve(text + decoder.decode()))
    req.on('error', reject)
    // A client that goes away in the middle of its body ends nothing.
    req.on('close', () => reject(new Error('The client closed the connection before the body was complete.')))
  })
}
