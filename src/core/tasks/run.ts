import type { McpEvent } from '../event.ts'
import type { Exchange } from '../exchange.ts'
import { rpcErrorOf } from '../handler-error.ts'
import { checkInputRequired } from '../input-required.ts'
import { knownPrincipal } from '../principal.ts'
import { ErrorCode } from '../protocol.ts'
import { RequestContext, type RequestFacts, type TaskSeat } from '../request-context.ts'
import type { CallToolResult, Interim } from '../results.ts'
import { isInterimResult } from '../return-value.ts'
import type { Server } from '../server.ts'
import type { TaskSettings } from '../task-options.ts'
import { keepAlive } from './keep-alive.ts'
import { changeTo, type Outcome, type Settled } from './outcome.ts'
import { answersByName, type TaskCall, type TaskRecord, type TaskView } from './record.ts'
import { StatusMessages } from './status-messages.ts'
import { sleep } from './store.ts'
import { watchTask } from './watch.ts'

/** Before what could not be written is tried again. */
const RETRY_MS = 1000

/** Before a handler that only hands on a state is entered again. */
const PAUSE_MS = 250

/** What a run works with: one call of a tool, in one request. */
export interface Job {
  readonly server: Server
  readonly event: McpEvent
  readonly call: TaskCall
  /** Runs the tool once; only an `McpError` is thrown, anything else is a result by then. */
  readonly work: () => Promise<Interim<CallToolResult>>
}

/**
 * One stretch of a task on one instance: from its beginning, or from the answers to its questions, up to its next questions or
 * its end. Nothing waits for answers: what is needed to go on is in the record.
 */
export class TaskRun implements TaskSeat {
  readonly #job: Job
  readonly #token = globalThis.crypto.randomUUID()
  readonly #abort = new AbortController()
  #hear = () => {}
  readonly #messages: StatusMessages
  #record: TaskRecord | undefined
  #begin: (() => Promise<void>) | undefined
  #starting: Promise<boolean> | undefined
  #unwatch: (() => void) | undefined

  constructor(job: Job) {
    this.#job = job
    // Through a promise, as Cloudflare lets no request touch the AbortController of another, but goes on here in this one.
    void new Promise<void>(resolve => this.#hear = resolve).then(() => this.#abort.abort())
    this.#messages = new StatusMessages(statusMessage => this.#update(() => ({ statusMessage })))
  }

  get id(): string | undefined {
    return this.#record?.taskId
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  start(): Promise<boolean> {
    return this.#starting ??= Promise.resolve(this.#begin?.()).then(() => true)
  }

  progressed(message: string): void {
    if (this.#record) this.#messages.tell(message)
  }

  /** Aborts the handler; the record is the caller's. */
  cancel(): void {
    this.#hear()
  }

  /**
   * Runs a call that may become a task. `started` is called once it is one, with a record that can be read already; the
   * promise then ends with the run, as `undefined`. Before that, the tool answers the call itself.
   */
  async first(settings: TaskSettings, exchange: Exchange, started: (record: TaskRecord) => void): Promise<Interim<CallToolResult> | undefined> {
    const { event, server } = this.#job
    const { signal } = this
    this.#begin = async () => {
      const record = await this.#newRecord(settings)
      await server.tasks.store.create(record)
      this.#hold(record)
      started(record)
    }
    // Once it is a task, it does not matter whether the client that called still listens.
    const gone = () => this.#starting ?? this.cancel()
    exchange.signal.addEventListener('abort', gone, { once: true })
    if (exchange.signal.aborted) gone()
    event.context.mcp = RequestContext.through(event.context.mcp, { send: message => this.#record ? undefined : exchange.send(message), signal, task: this })
    const outcome = await this.#attempt()
    // The handler may not have waited for its start. One that failed is the handler's to tell.
    await this.#starting?.catch(() => {})
    if (this.#record) await this.#conclude(outcome)
    else if ('error' in outcome) throw outcome.error
    else return outcome.result
    return undefined
  }

  /** Enters the handler again, with the answers. Does nothing when another run has taken them up. */
  async resume(view: TaskView): Promise<void> {
    const { store } = this.#job.server.tasks
    const { phase } = view.record
    try {
      const record = await store.claim(view, this.#token)
      if (!record || phase.status !== 'input_required') return
      this.#hold(record)
      this.#enter({ inputResponses: answersByName(view), requestState: phase.requestState })
      await this.#conclude(await this.#attempt())
    }
    catch (error) {
      this.#report(error)
    }
  }

  async #newRecord({ ttlMs, pollIntervalMs }: TaskSettings): Promise<TaskRecord> {
    const { event, call } = this.#job
    const { audience, principal } = RequestContext.internalsOf(event.context.mcp)
    const now = Date.now()
    return {
      taskId: globalThis.crypto.randomUUID(),
      principal: await principal?.get() ?? null,
      audience,
      call,
      createdAt: now,
      updatedAt: now,
      ttlMs,
      pollIntervalMs,
      run: this.#token,
      round: 0,
      keys: [],
      phase: { status: 'working' },
    }
  }

  #hold(record: TaskRecord): void {
    const { store, running } = this.#job.server.tasks
    this.#record = record
    running.set(record.taskId, this)
    this.#unwatch = watchTask(store, record, () => this.cancel())
  }

  async #attempt(): Promise<Outcome> {
    try {
      return { result: await this.#job.work() }
    }
    catch (error) {
      return { error }
    }
  }

  /** Writes down what the handler came to. With a state and nothing to ask it goes on by itself, as there is no client to call again. */
  async #conclude(outcome: Outcome): Promise<void> {
    try {
      let phase = this.#phaseOf(outcome)
      while (phase.status === 'input_required' && !phase.requests && !this.signal.aborted) {
        // It waits for something, so it is not to spin.
        await sleep(PAUSE_MS)
        if (this.signal.aborted) break
        this.#enter({ inputResponses: undefined, requestState: phase.requestState })
        phase = this.#phaseOf(await this.#attempt())
      }
      this.#messages.stop()
      await this.#settle(phase)
    }
    catch (error) {
      this.#report(error)
    }
    finally {
      this.#unwatch?.()
      if (this.id) this.#job.server.tasks.running.delete(this.id)
    }
  }

  #phaseOf(outcome: Outcome): Settled {
    try {
      if ('error' in outcome) throw outcome.error
      const { result } = outcome
      if (!isInterimResult(result)) {
        // What JSON can't hold fails here, and not on its way to the storage.
        JSON.stringify(result)
        return { status: 'completed', result }
      }
      const { inputRequests: requests, requestState } = checkInputRequired(this.#job.event.context.mcp, result)
      return { status: 'input_required', requests, requestState }
    }
    catch (thrown) {
      return this.#failure(thrown)
    }
  }

  /** Tries twice: a task that ended but can't say so would be waited for until it expires. */
  async #settle(phase: Settled): Promise<void> {
    const write = () => this.#update(record => changeTo(phase, record))
    try {
      await write()
    }
    catch {
      await sleep(RETRY_MS)
      await write()
    }
  }

  #failure(thrown: unknown): Settled {
    const { error, deliberate } = rpcErrorOf(thrown, 'modern', this.#job.server.dev)
    if (!deliberate || error.code === ErrorCode.InternalError) this.#report(thrown)
    const { code, message, data } = error
    return { status: 'failed', error: { code, message, data } }
  }

  #report(error: unknown): void {
    const { server, call, event } = this.#job
    server.report(error, { method: 'tools/call', name: call.tool, file: server.registry.tools.get(call.tool)?.file, principal: knownPrincipal(event) })
  }

  async #update(change: (record: TaskRecord) => Partial<TaskRecord>): Promise<void> {
    if (this.id) await this.#job.server.tasks.store.update(this.id, this.#token, change)
  }

  /** The handler sees its own call again, as it was, with this round of it. */
  #enter({ inputResponses, requestState }: Pick<RequestFacts, 'inputResponses' | 'requestState'>): void {
    const { event, call } = this.#job
    const { notify } = event.context.mcp
    const internals = RequestContext.internalsOf(event.context.mcp)
    const { tool: name, protocolVersion, clientInfo, clientCapabilities } = call
    const facts: RequestFacts = { era: 'modern', protocolVersion, method: 'tools/call', name, clientInfo, clientCapabilities, inputResponses, requestState, progressToken: undefined, logLevel: undefined }
    const request = { method: 'tools/call', name, arguments: call.arguments }
    event.context.mcp = new RequestContext(facts, { send: () => {}, signal: this.signal, task: this }, notify, () => ({ ...internals, request }))
  }
}

/** Takes an answered task up, after the reply where the host allows it. */
export function resumeTask(job: Job, view: TaskView): void {
  keepAlive(job.event, new TaskRun(job).resume(view))
}
