import type { Exchange } from './exchange.ts'
import { readMessage, type RpcMessage } from './message.ts'
import { ErrorCode } from './protocol.ts'
import { Refusal, type Reply } from './reply.ts'

/** The only revision with batches: it brought them, and the next one took them away. */
export const BATCH_VERSION = '2025-03-26'

/** One body must not make for thousands of results. */
const MAX_MESSAGES = 100

/** The messages of a batch, all of them or none. */
export function readBatch(items: readonly unknown[], version: string): RpcMessage[] | Refusal {
  if (version !== BATCH_VERSION) return refuse(`Batches belong to ${BATCH_VERSION}: post one message at a time.`)
  if (items.length === 0) return refuse('A batch needs a message.')
  if (items.length > MAX_MESSAGES) return refuse(`A batch may hold ${MAX_MESSAGES} messages, not ${items.length}.`)
  const messages: RpcMessage[] = []
  for (const [index, item] of items.entries()) {
    const message = readMessage(item, version)
    if (message.kind === 'unreadable') return refuse(`Message ${index} of the batch: ${message.refusal.error.message}`)
    if (message.era === 'modern') return refuse(`Message ${index} of the batch is of a later revision: post one message at a time.`)
    if (message.kind === 'request' && message.method === 'initialize') return refuse('initialize can not be part of a batch.')
    messages.push(message)
  }
  return messages
}

/** The replies of a batch as one array; on a stream each comes as an event of its own, as clients read one message an event. */
export function batchReply(replies: readonly Reply[], exchange: Exchange): Reply {
  const bodies = replies.map(reply => reply.body as string)
  const headers = { 'content-type': 'application/json' }
  if (!exchange.opened) return { status: 200, headers, body: `[${bodies.join(',')}]` }
  for (const body of bodies.slice(0, -1)) exchange.send(body)
  return { status: 200, headers, body: bodies.at(-1) }
}

function refuse(message: string): Refusal {
  return new Refusal(400, ErrorCode.InvalidRequest, message)
}
