import { batchReply, readBatch } from './batch.ts'
import { isProgressToken, type Envelope } from './envelope.ts'
import type { McpEvent } from './event.ts'
import { Exchange } from './exchange.ts'
import type { Inbound } from './inbound.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { legacyInputDefaults } from './legacy-input.ts'
import { holdRounds } from './legacy-rounds.ts'
import { mintSession, openSession, sessionScope, type LegacySession } from './legacy-session.ts'
import type { RpcMessage, RpcNotification, RpcRequest, RpcResponse } from './message.ts'
import type { Call, Method } from './methods/method.ts'
import { defaults, type McpHandlerOptions } from './options.ts'
import { PendingQuestions } from './pending-questions.ts'
import { ErrorCode, LEGACY_VERSIONS } from './protocol.ts'
import { emptyReply, errorReply, Refusal, type Reply, type RequestId } from './reply.ts'
import type { LegacyReach } from './request-context.ts'
import { sealKey, type SealKey } from './seal-key.ts'
import { stateKeySource } from './state-key-source.ts'

/** Gives the reply to one request. */
export type Replier = (request: RpcRequest, exchange: Exchange, session: LegacySession | undefined) => Promise<Reply>

const HEADER = 'mcp-session-id'

/**
 * The 2025 side of one endpoint. Sessions are not stored; what is held, on this process only, are the calls that run and the
 * questions that wait for an answer.
 */
export class LegacySide {
  readonly #options: McpHandlerOptions
  readonly #scope: string
  /** None when nothing is ever asked; then there are no sessions either. */
  readonly #questions: PendingQuestions | undefined
  readonly #running = new Map<string, Exchange>()

  constructor(options: McpHandlerOptions) {
    const { legacyInput = false } = options
    this.#options = options
    this.#scope = sessionScope(options.route ?? defaults.route)
    this.#questions = legacyInput === false ? undefined : new PendingQuestions({ ...legacyInputDefaults, ...legacyInput === true ? {} : legacyInput })
  }

  async answer(message: RpcMessage, inbound: Inbound, event: { context: object }, replyTo: Replier): Promise<Reply> {
    const isRequest = message.kind === 'request'
    // A client that begins anew may still send what it had.
    const session = isRequest && message.method === 'initialize' ? undefined : await this.#enter(inbound, event)
    if (session instanceof Refusal) return errorReply(session.status, session.error, isRequest ? message.id : undefined)
    if (!isRequest) {
      this.#take(message, session)
      return emptyReply(202)
    }
    return Exchange.run(inbound, 'legacy', exchange => this.#track(session, message.id, exchange, () => replyTo(message, exchange, session)))
  }

  /** One after another, since they share the event, which has one `context.mcp`. They are not cancelled one by one, as they share the stream. */
  async answerBatch(items: readonly unknown[], inbound: Inbound, event: { context: object }, replyTo: Replier): Promise<Reply> {
    const session = await this.#enter(inbound, event)
    if (session instanceof Refusal) return errorReply(session.status, session.error)
    const messages = readBatch(items, this.#versionOf(inbound, session))
    if (messages instanceof Refusal) return errorReply(messages.status, messages.error)
    const requests: RpcRequest[] = []
    for (const message of messages) {
      if (message.kind === 'request') requests.push(message)
      else this.#take(message, session)
    }
    if (requests.length === 0) return emptyReply(202)
    return Exchange.run(inbound, 'legacy', async (exchange) => {
      const replies: Reply[] = []
      for (const request of requests) replies.push(await replyTo(request, exchange, session))
      return batchReply(replies, exchange)
    })
  }

  /** The session that a request states. A token that this server did not sign has the client begin anew (basic/transports, "Session Management"). */
  async #enter(inbound: Inbound, event: { context: object }): Promise<LegacySession | Refusal | undefined> {
    const token = this.#questions && inbound.header(HEADER)
    if (!token) return undefined
    const keys = await this.#keys(event)
    if (keys.length === 0) return undefined
    return await openSession(token, keys) ?? new Refusal(404, ErrorCode.InvalidRequest, 'This Mcp-Session-Id is not known here: initialize again.')
  }

  /** The header that opens a session, on the reply to an `initialize`. */
  async mint(params: JsonObject, event: { context: object }): Promise<Record<string, string>> {
    const [key] = this.#questions ? await this.#keys(event) : []
    return key ? { [HEADER]: await mintSession(params, key) } : {}
  }

  envelope({ params }: RpcRequest, inbound: Inbound, session: LegacySession | undefined): Envelope {
    const token = isJsonObject(params._meta) ? params._meta.progressToken : undefined
    return {
      protocolVersion: this.#versionOf(inbound, session),
      clientCapabilities: session?.clientCapabilities ?? {},
      clientInfo: session?.clientInfo,
      logLevel: 'info',
      progressToken: isProgressToken(token) ? token : undefined,
    }
  }

  reach(event: McpEvent, session: LegacySession | undefined, exchange: Exchange): LegacyReach {
    if (!this.#questions) return 'off'
    if (!session) return this.#secrets(event).length > 0 ? 'no-session' : 'no-key'
    return exchange.streams ? 'open' : 'no-stream'
  }

  /** Runs a method; one that asks is run again with the answers. */
  run(call: Call, method: Method, session: LegacySession | undefined): Promise<string | Refusal> | string {
    return method(session && this.#questions ? holdRounds(call, method, session, this.#questions) : call)
  }

  /** What comes without an answer of its own: the answer to a question, or word that a call is not waited for any more. */
  #take(message: RpcNotification | RpcResponse, session: LegacySession | undefined): void {
    if (!session) return
    if (message.kind === 'response') return this.#questions?.answer(session.id, message)
    const { method, params } = message
    if (method === 'notifications/cancelled') this.#running.get(callKey(session, params.requestId))?.cancel()
  }

  /** Keeps a call cancellable while `work` goes on. Ids are unique within a session only, so there has to be one. */
  async #track<T>(session: LegacySession | undefined, id: RequestId, exchange: Exchange, work: () => Promise<T>): Promise<T> {
    if (!session) return work()
    const key = callKey(session, id)
    this.#running.set(key, exchange)
    try {
      return await work()
    }
    finally {
      if (this.#running.get(key) === exchange) this.#running.delete(key)
    }
  }

  /** As it was settled, else as the header states it; a client that says nothing is of the oldest (2025-06-18, basic/transports). */
  #versionOf(inbound: Inbound, session: LegacySession | undefined): string {
    return session?.protocolVersion ?? (inbound.header('mcp-protocol-version')?.trim() || LEGACY_VERSIONS.at(-1)!)
  }

  async #keys(event: { context: object }): Promise<SealKey[]> {
    return Promise.all(this.#secrets(event).map(secret => sealKey(secret, this.#scope)))
  }

  /** The one that signs first. None when the keys can't be read: then nothing is known of a client, and nothing can be asked. */
  #secrets(event: { context: object }): string[] {
    const source = stateKeySource(this.#options, event as McpEvent)
    try {
      return [source.current(), ...source.previous()]
    }
    catch {
      // Told in full by whatever seals or opens a state, and by the build.
      return []
    }
  }
}

/** With the type of the id: 1 is not "1". */
function callKey({ id }: LegacySession, requestId: unknown): string {
  return `${id} ${JSON.stringify(requestId)}`
}
