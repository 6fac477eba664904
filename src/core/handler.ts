import { createMcpBus } from './bus.ts'
import { cacheHints, uncached } from './cache-hints.ts'
import type { ServerCapabilities } from './capabilities.ts'
import { findMethod } from './dispatch.ts'
import { isProgressToken, nameOf, readEnvelope, type Envelope } from './envelope.ts'
import { McpError } from './errors.ts'
import type { EventLike, FetchEvent, McpEvent } from './event.ts'
import { Exchange } from './exchange.ts'
import { rpcErrorOf } from './handler-error.ts'
import { receive, withCors, type HttpPolicy } from './http.ts'
import { inboundOfRequest, type Inbound } from './inbound.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import { logError } from './log-error.ts'
import { readMessage, type RpcRequest } from './message.ts'
import { createMcpNotify, type McpNotify } from './notify.ts'
import { checkOptions, defaults, type McpHandlerOptions } from './options.ts'
import { originPolicy } from './origin.ts'
import { ErrorCode, LEGACY_VERSIONS, MAX_REQUEST_STATE_LENGTH, META } from './protocol.ts'
import { knownPrincipal, PrincipalSource } from './principal.ts'
import { createRegistry, type Registry } from './registry.ts'
import { emptyReply, errorReply, Refusal, responseOf, resultReply, type Reply } from './reply.ts'
import { RequestContext, type RequestFacts } from './request-context.ts'
import type { Server } from './server.ts'
import { stateKeySource } from './state-key-source.ts'
import { Subscriptions } from './subscriptions.ts'

/** One MCP endpoint. Holds no state of any client: every request stands alone. */
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
 * without sessions. Throws `TypeError` when an option or a definition can't be served, listing all that is wrong.
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

  constructor(options: McpHandlerOptions) {
    const { name, version, title, description, websiteUrl, icons, instructions, dev = false, onError = logError, bus = createMcpBus(), subscriptions = {} } = options
    const registry = createRegistry(options)
    this.#options = options
    this.notify = createMcpNotify(bus, onError)
    this.#policy = { origin: originPolicy(options.origin), maxBodySize: options.maxBodySize ?? defaults.maxBodySize }
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
    const message = readMessage(raw, inbound.header('mcp-protocol-version'))
    if (message.kind === 'notification') return emptyReply(202)
    if (message.kind === 'unreadable') return errorReply(message.refusal.status, message.refusal.error, message.id)
    return Exchange.run(inbound, message.era, exchange => this.#reply(message, inbound, event, exchange))
  }

  async #reply(message: RpcRequest, inbound: Inbound, event: { context: object }, exchange: Exchange): Promise<Reply> {
    try {
      const answer = await this.#run(message, inbound, event, exchange)
      return answer instanceof Refusal ? errorReply(answer.status, answer.error, message.id) : resultReply(message.id, answer)
    }
    catch (thrown) {
      return this.#fail(message, thrown, event)
    }
  }

  /** The order of the checks is that of the specification's precedence, as far as the official suite fixes it. */
  async #run(request: RpcRequest, inbound: Inbound, event: { context: object }, exchange: Exchange): Promise<string | Refusal> {
    const { era, id, method, params } = request
    const envelope = era === 'modern' ? readEnvelope(request, inbound) : legacyEnvelope(request, inbound)
    if (envelope instanceof Refusal) return envelope
    const run = findMethod(method, era, this.#server)
    if (!run) return new Refusal(era === 'modern' ? 404 : 200, ErrorCode.MethodNotFound, `Method not found: ${method}`)
    return run({ server: this.#server, era, id, params, exchange, event: this.#enter(request, envelope, exchange, event) })
  }

  /** Puts `context.mcp` on the host's event. */
  #enter({ era, method, params }: RpcRequest, envelope: Envelope, exchange: Exchange, event: { context: object }): McpEvent {
    const name = nameOf(method, params)
    const { inputResponses, requestState } = era === 'modern' && name !== undefined ? readRound(params) : noRound
    const { protocolVersion, clientInfo, clientCapabilities, progressToken, logLevel } = envelope
    const entered = event as McpEvent
    entered.context.mcp = new RequestContext({ era, protocolVersion, method, name, clientInfo, clientCapabilities, inputResponses, requestState, progressToken, logLevel }, exchange, this.notify, () => ({
      audience: this.#options.route ?? defaults.route,
      request: { method, name: name ?? '', arguments: params.arguments },
      stateKeys: stateKeySource(this.#options, entered),
      principal: this.#options.principal && new PrincipalSource(this.#options.principal, entered),
    }))
    return entered
  }

  #fail({ id, method, params, era }: RpcRequest, thrown: unknown, event: EventLike): Reply {
    const { error, deliberate } = rpcErrorOf(thrown, 'Internal error.', this.#server.dev)
    // An internal error that was told on purpose is still a mistake of the server's.
    if (!deliberate || error.code === ErrorCode.InternalError) this.#server.report(thrown, { method, ...this.#sourceOf(method, params), principal: knownPrincipal(event) })
    return errorReply(era === 'modern' && error.code === ErrorCode.MissingRequiredClientCapability ? 400 : 200, error, id)
  }

  #sourceOf(method: string, params: JsonObject): { name?: string, file?: string } {
    const name = nameOf(method, params)
    if (name === undefined) return {}
    const { prompts, resourcesByUri, tools } = this.#server.registry
    const slot = method === 'tools/call' ? tools.get(name) : method === 'prompts/get' ? prompts.get(name) : resourcesByUri.get(name)
    return { name, file: slot?.file }
  }
}

/** What a 2025 client declared at `initialize` is not kept, so nothing is known of it here. */
function legacyEnvelope({ params }: RpcRequest, inbound: Inbound): Envelope {
  const token = isJsonObject(params._meta) ? params._meta.progressToken : undefined
  return {
    protocolVersion: inbound.header('mcp-protocol-version')?.trim() || LEGACY_VERSIONS.at(-1)!,
    clientCapabilities: {},
    clientInfo: undefined,
    logLevel: 'info',
    progressToken: isProgressToken(token) ? token : undefined,
  }
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
