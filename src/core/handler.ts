import { createMcpBus } from './bus.ts'
import { cacheHints, uncached } from './cache-hints.ts'
import type { ServerCapabilities } from './capabilities.ts'
import { findMethod } from './dispatch.ts'
import { nameOf, readEnvelope, type Envelope } from './envelope.ts'
import { McpError } from './errors.ts'
import type { EventLike, FetchEvent, McpEvent } from './event.ts'
import { Exchange } from './exchange.ts'
import { rpcErrorOf } from './handler-error.ts'
import { receive, withCors, type HttpPolicy } from './http.ts'
import { inboundOfRequest, type Inbound } from './inbound.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { LegacySide, type Replier } from './legacy.ts'
import type { LegacySession } from './legacy-session.ts'
import { logError, safeReport } from './log-error.ts'
import { readMessage, type RpcRequest } from './message.ts'
import { createMcpNotify, type McpNotify } from './notify.ts'
import { checkOptions, defaults, type McpHandlerOptions } from './options.ts'
import { originPolicy } from './origin.ts'
import { ErrorCode, MAX_REQUEST_STATE_LENGTH, META } from './protocol.ts'
import type { Call } from './methods/method.ts'
import { knownPrincipal, PrincipalSource } from './principal.ts'
import { createRegistry, type Registry } from './registry.ts'
import { emptyReply, errorReply, Refusal, responseOf, resultReply, type Reply } from './reply.ts'
import { RequestContext, type RequestFacts } from './request-context.ts'
import type { Server } from './server.ts'
import { stateKeySource } from './state-key-source.ts'
import { Subscriptions } from './subscriptions.ts'
import { TaskStore } from './tasks/store.ts'

/** One MCP endpoint. Holds no state of any client, but for the calls that run: every request stands alone. */
export interface McpHandler {
  /** For hosts whose event has a web `Request` in `req`, such as h3 v2. `nitro-mcp/h3` serves both majors of h3. */
  (event: FetchEvent): Promise<Response>
  /** For any web-standard runtime. */
  fetch(request: Request): Promise<Response>
  /** For host adapters: `event` is handed to the definitions, with `context.mcp` set. */
  handle(inbound: Inbound, event: { context: object }): Promise<Reply>
  /** Tells the clients that listen that something changed: for code outside of a request. */
  readonly notify: McpNotify
  /** For when the process is told to stop: ends the streams that listen, each with its closing result, and takes no more of them. Calls go on. */
  close(): void
}

/**
 * Serves tools, prompts and resources as one MCP endpoint over Streamable HTTP: revision 2026-07-28, and the revisions of 2025
 * without stored sessions. Throws `TypeError` when an option or a definition can't be served, listing all that is wrong.
 */
export function createMcpHandler(options: McpHandlerOptions): McpHandler {
  checkOptions(options)
  const engine = new Engine(options)
  const handle: McpHandler['handle'] = (inbound, event) => engine.handle(inbound, event)
  const serve = async (event: FetchEvent) => {
    if (typeof event?.req?.text !== 'function') throw new TypeError('This event has no web Request in event.req. With h3 v1, wrap the handler: defineMcpEventHandler(handler), from "nitro-mcp/h3".')
    return responseOf(await handle(inboundOfRequest(event.req), event))
  }
  return Object.assign(serve, { fetch: (request: Request) => serve({ req: request, context: {} }), handle, notify: engine.notify, close: () => engine.close() })
}

class Engine {
  readonly notify: McpNotify
  readonly #options: McpHandlerOptions
  readonly #policy: HttpPolicy
  readonly #server: Server
  readonly #legacy: LegacySide

  constructor(options: McpHandlerOptions) {
    const { name, version, title, description, websiteUrl, icons, instructions, dev = false, bus = createMcpBus(), subscriptions = {} } = options
    const registry = createRegistry(options)
    const onError = safeReport(options.onError ?? logError)
    this.#options = options
    this.notify = createMcpNotify(bus, onError)
    this.#policy = { origin: originPolicy(options.origin), maxBodySize: options.maxBodySize ?? defaults.maxBodySize }
    this.#legacy = new LegacySide(options)
    const info = { name, version, title, description, websiteUrl, icons }
    this.#server = {
      info,
      meta: JSON.stringify({ [META.serverInfo]: info }),
      instructions,
      capabilities: capabilitiesOf(registry),
      extensions: options.extensions,
      registry,
      listHints: dev ? uncached : cacheHints(options.cache, { ttlMs: 60_000, cacheScope: 'private' }, 'createMcpHandler: cache'),
      pageSize: options.pageSize ?? Infinity,
      subscriptions: subscriptions ? new Subscriptions(bus, subscriptions, onError) : undefined,
      tasks: { store: new TaskStore(options.taskStorage), running: new Map() },
      dev,
      report: onError,
    }
  }

  close(): void {
    this.#server.subscriptions?.close()
  }

  async handle(inbound: Inbound, event: { context: object }): Promise<Reply> {
    const received = await receive(inbound, this.#policy)
    const reply = received.reply ?? await this.#answer(received.message, inbound, event)
    return received.page ? withCors(reply, received.page) : reply
  }

  async #answer(raw: unknown, inbound: Inbound, event: { context: object }): Promise<Reply> {
    const replyTo: Replier = (request, exchange, session) => this.#reply(request, inbound, event, exchange, session)
    if (Array.isArray(raw)) return this.#legacy.answerBatch(raw, inbound, event, replyTo)
    const message = readMessage(raw, inbound.header('mcp-protocol-version'))
    if (message.kind === 'unreadable') return errorReply(message.refusal.status, message.refusal.error, message.id)
    if (message.era === 'legacy') return this.#legacy.answer(message, inbound, event, replyTo)
    if (message.kind !== 'request') return emptyReply(202)
    return Exchange.run(inbound, 'modern', exchange => replyTo(message, exchange, undefined))
  }

  async #reply(message: RpcRequest, inbound: Inbound, event: { context: object }, exchange: Exchange, session: LegacySession | undefined): Promise<Reply> {
    try {
      const answer = await this.#run(message, inbound, event, exchange, session)
      if (answer instanceof Refusal) return errorReply(answer.status, answer.error, message.id)
      const reply = resultReply(message.id, answer)
      return message.method === 'initialize' ? { ...reply, headers: { ...reply.headers, ...await this.#legacy.mint(message.params, event) } } : reply
    }
    catch (thrown) {
      return this.#fail(message, thrown, event)
    }
  }

  /** The order of the checks is that of the specification's precedence, as far as the official suite fixes it. */
  async #run(request: RpcRequest, inbound: Inbound, event: { context: object }, exchange: Exchange, session: LegacySession | undefined): Promise<string | Refusal> {
    const { era, id, method, params } = request
    const envelope = era === 'modern' ? readEnvelope(request, inbound) : this.#legacy.envelope(request, inbound, session)
    if (envelope instanceof Refusal) return envelope
    const run = findMethod(method, era, this.#server)
    if (!run) return new Refusal(era === 'modern' ? 404 : 200, ErrorCode.MethodNotFound, `Method not found: ${method}`)
    const call: Call = { server: this.#server, era, id, params, exchange, event: this.#enter(request, envelope, exchange, event, session) }
    return era === 'modern' ? run(call) : this.#legacy.run(call, run, session)
  }

  /** Puts `context.mcp` on the host's event. */
  #enter({ era, method, params }: RpcRequest, envelope: Envelope, exchange: Exchange, event: { context: object }, session: LegacySession | undefined): McpEvent {
    const name = nameOf(method, params)
    const { inputResponses, requestState } = era === 'modern' && name !== undefined ? readRound(params) : noRound
    const { protocolVersion, clientInfo, clientCapabilities, progressToken, logLevel } = envelope
    const entered = event as McpEvent
    entered.context.mcp = new RequestContext({ era, protocolVersion, method, name, clientInfo, clientCapabilities, inputResponses, requestState, progressToken, logLevel }, exchange, this.notify, () => ({
      audience: this.#options.route ?? defaults.route,
      request: { method, name: name ?? '', arguments: params.arguments },
      stateKeys: stateKeySource(this.#options, entered),
      legacyInput: era === 'legacy' ? this.#legacy.reach(entered, session, exchange) : undefined,
      principal: this.#options.principal && new PrincipalSource(this.#options.principal, entered),
    }))
    return entered
  }

  #fail({ id, method, params, era }: RpcRequest, thrown: unknown, event: EventLike): Reply {
    const { error, deliberate } = rpcErrorOf(thrown, era, this.#server.dev)
    // An internal error that was told on purpose is still a mistake of the server's.
    if (!deliberate || error.code === ErrorCode.InternalError) this.#server.report(thrown, { method, ...this.#sourceOf(method, params), principal: knownPrincipal(event) })
    return errorReply(era === 'modern' ? modernStatus(error.code) : 200, error, id)
  }

  #sourceOf(method: string, params: JsonObject): { name?: string, file?: string } {
    const name = nameOf(method, params)
    // The id of a task lets its holder read it, so it stays out of logs.
    if (name === undefined || method.startsWith('tasks/')) return {}
    const { prompts, resourcesByUri, tools } = this.#server.registry
    const slot = method === 'tools/call' ? tools.get(name) : method === 'prompts/get' ? prompts.get(name) : resourcesByUri.get(name)
    return { name, file: slot?.file }
  }
}

/** Errors of a method, or of what it runs, that have a status of their own (basic/transports/streamable-http). */
function modernStatus(code: number): number {
  if (code === ErrorCode.MissingRequiredClientCapability) return 400
  return code === ErrorCode.MethodNotFound ? 404 : 200
}

type Round = Pick<RequestFacts, 'inputResponses' | 'requestState'>

const noRound: Round = { inputResponses: undefined, requestState: undefined }

/** The answers and the state of a retry, checked for their shape only. */
function readRound({ inputResponses, requestState }: JsonObject): Round {
  if (inputResponses !== undefined && !(isJsonObject(inputResponses) && Object.values(inputResponses).every(isJsonObject))) {
    throw new McpError(ErrorCode.InvalidParams, 'inputResponses must map each key to a result object.')
  }
  if (requestState !== undefined && (typeof requestState !== 'string' || requestState.length > MAX_REQUEST_STATE_LENGTH)) {
    throw new McpError(ErrorCode.InvalidParams, 'Invalid request state')
  }
  return { inputResponses, requestState }
}

function capabilitiesOf({ tools, prompts, resources, templates }: Registry): ServerCapabilities {
  return {
    ...tools.size > 0 && { tools: {} },
    ...prompts.size > 0 && { prompts: {} },
    ...resources.size > 0 && { resources: {} },
    ...(prompts.size > 0 || templates.length > 0) && { completions: {} },
    ...(tools.size > 0 || prompts.size > 0 || resources.size > 0) && { logging: {} },
  }
}
