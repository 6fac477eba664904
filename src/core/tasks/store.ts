import { isJsonObject, type JsonObject } from '../json.ts'
import { isAnswered, isTerminal, questionsOf, statusOf, type Answer, type TaskRecord, type TaskView } from './record.ts'
import { MemoryTaskStorage, type TaskStorage } from './storage.ts'

/** A version-4 UUID: 122 random bits. Nothing else gets as far as the storage, so that no id can name another item in it. */
const idPattern = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

const SWEEP_INTERVAL_MS = 30_000

const MAX_READS = 20

const READ_AGAIN_MS = 10

/** More than the writes of two instances are apart that saw the same last answer. */
const CLAIM_SETTLE_MS = 50

/**
 * Tasks in a storage without transactions. Each task is some items: its record, which only the run that holds it writes; one
 * mark of its cancellation; one item per answer. So instances that write at once don't undo each other, and what a task is
 * follows from the items alone. Within this instance, work on one task is done one after the other.
 */
export class TaskStore {
  /** Whether other instances may see the same tasks. */
  readonly shared: boolean
  readonly #storage: TaskStorage
  readonly #queues = new Map<string, Promise<unknown>>()
  /** When the tasks that were made here end, for storages that know no expiry. */
  readonly #expiries = new Map<string, number>()
  #swept = 0

  constructor(storage?: TaskStorage) {
    this.shared = storage !== undefined
    this.#storage = storage ?? new MemoryTaskStorage()
  }

  async create(record: TaskRecord): Promise<void> {
    await this.#sweep()
    await this.write(record)
    this.#expiries.set(record.taskId, expiryOf(record))
  }

  /** `undefined` for what is no id, is not there, or has expired. */
  async read(taskId: unknown): Promise<TaskRecord | undefined> {
    if (typeof taskId !== 'string' || !idPattern.test(taskId)) return undefined
    const record = await this.#get<TaskRecord>(taskId, 'record')
    // A storage that does not tell upper from lower case may find a record by another spelling.
    if (record?.taskId !== taskId) return undefined
    if (Date.now() < expiryOf(record)) return record
    await this.#remove(record)
    return undefined
  }

  /** Never brings back a task that has expired. */
  async write(record: TaskRecord): Promise<void> {
    if (Date.now() < expiryOf(record)) await this.#set(record, 'record', record)
  }

  async view(record: TaskRecord): Promise<TaskView> {
    // A mark beside an end can only have come from another instance, in the same moment.
    if (!this.shared && isTerminal(record.phase.status)) return { record, cancelledAt: undefined, answers: [] }
    const [cancelledAt, ...answers] = await Promise.all([
      this.cancelledAt(record),
      ...questionsOf(record).map((_, index) => this.#get<Answer>(record.taskId, answerItem(record, index))),
    ])
    return { record, cancelledAt, answers }
  }

  async cancelledAt({ taskId }: TaskRecord): Promise<number | undefined> {
    return (await this.#get<{ at: number }>(taskId, 'cancelled'))?.at
  }

  /** Gives whether it was this that cancelled it: a task that has ended stays as it is. */
  cancel({ taskId }: TaskRecord): Promise<boolean> {
    return this.exclusive(taskId, async () => {
      const record = await this.read(taskId)
      if (!record || isTerminal(statusOf(await this.view(record)))) return false
      await this.#set(record, 'cancelled', { at: Date.now() })
      return true
    })
  }

  /** Takes in what answers an open question. Gives the task as it is then, or `undefined` if there is nothing to go on with. */
  answer({ taskId }: TaskRecord, responses: Readonly<Record<string, unknown>>): Promise<TaskView | undefined> {
    return this.exclusive(taskId, async () => {
      const record = await this.read(taskId)
      if (!record) return undefined
      const before = await this.view(record)
      if (isTerminal(statusOf(before))) return undefined
      const given = questionsOf(record).map(({ key }, index) => before.answers[index] ? undefined : ownObject(responses, key))
      await Promise.all(given.map((value, index) => value && this.#set(record, answerItem(record, index), { at: Date.now(), value })))
      // Read again, as another instance may have taken in the rest in the meantime.
      const view = await this.view(record)
      return isAnswered(view) ? view : undefined
    })
  }

  /**
   * Hands an answered task to a run, which may then write; `undefined` when another was faster. A storage has no "only if it is
   * not there", so across instances the last to write wins, once each had the time to see who that is.
   */
  async claim(view: TaskView, run: string): Promise<TaskRecord | undefined> {
    const { taskId, round } = view.record
    const claimed = await this.exclusive(taskId, async () => {
      const record = await this.read(taskId)
      if (record?.phase.status !== 'input_required' || record.round !== round || await this.cancelledAt(record) !== undefined) return undefined
      const next: TaskRecord = { ...record, run, round: round + 1, phase: { status: 'working' }, statusMessage: undefined, updatedAt: Date.now() }
      await this.write(next)
      return next
    })
    if (claimed && this.shared) {
      await sleep(CLAIM_SETTLE_MS)
      if ((await this.read(taskId))?.run !== run) return undefined
    }
    // Only to tidy up: an answer of an earlier round is never read again.
    if (claimed) await this.#removeAnswers(view.record).catch(() => {})
    return claimed
  }

  /** Changes a task on behalf of a run, unless it is not the run's any more, has ended, or was cancelled. */
  async update(taskId: string, run: string, change: (record: TaskRecord) => Partial<TaskRecord>): Promise<void> {
    await this.exclusive(taskId, async () => {
      const record = await this.read(taskId)
      if (!record || record.run !== run || isTerminal(statusOf(await this.view(record)))) return
      await this.write({ ...record, ...change(record), updatedAt: Date.now() })
    })
  }

  /** One after the other, per task. */
  exclusive<T>(taskId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(taskId) ?? Promise.resolve()).then(work, work)
    const settled = turn.then(() => {}, () => {}).then(() => {
      if (this.#queues.get(taskId) === settled) this.#queues.delete(taskId)
    })
    this.#queues.set(taskId, settled)
    return turn
  }

  async #sweep(): Promise<void> {
    const now = Date.now()
    if (now - this.#swept < SWEEP_INTERVAL_MS) return
    this.#swept = now
    const expired = [...this.#expiries].filter(([, expiry]) => expiry <= now)
    await Promise.all(expired.map(([taskId]) => {
      this.#expiries.delete(taskId)
      return this.read(taskId)
    }))
  }

  /** A storage of files may give half of what another instance writes at this moment, so what can't be read is read again. */
  async #get<Item extends object>(taskId: string, item: string): Promise<Item | undefined> {
    for (let tries = 1; ; tries++) {
      const found = await this.#storage.getItem(keyOf(taskId, item))
      const value = typeof found === 'string' ? parseJson(found) : found
      // Written by this class, as such an item.
      if (isJsonObject(value)) return value as Item
      if (found === null || found === undefined) return undefined
      if (tries === MAX_READS) throw new Error(`nitro-mcp: the ${item} of a task can't be read from its storage.`)
      await sleep(READ_AGAIN_MS)
    }
  }

  async #set(record: TaskRecord, item: string, value: object): Promise<void> {
    const ttl = Math.max(1, Math.ceil((expiryOf(record) - Date.now()) / 1000))
    await this.#storage.setItem(keyOf(record.taskId, item), JSON.stringify(value), { ttl })
  }

  async #remove(record: TaskRecord): Promise<void> {
    await this.#removeAnswers(record)
    await Promise.all(['cancelled', 'record'].map(item => this.#storage.removeItem(keyOf(record.taskId, item))))
  }

  async #removeAnswers(record: TaskRecord): Promise<void> {
    await Promise.all(questionsOf(record).map((_, index) => this.#storage.removeItem(keyOf(record.taskId, answerItem(record, index)))))
  }
}

export function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}

export function expiryOf({ createdAt, ttlMs }: TaskRecord): number {
  return createdAt + ttlMs
}

/** No item is the folder of another: in a storage of files that could not be. */
function keyOf(taskId: string, item: string): string {
  return `${taskId}:${item}`
}

function answerItem({ round }: TaskRecord, index: number): string {
  return `answer-${round}-${index}`
}

function ownObject(map: Readonly<Record<string, unknown>>, key: string): JsonObject | undefined {
  const value = Object.hasOwn(map, key) ? map[key] : undefined
  return isJsonObject(value) ? value : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  }
  catch {
    return undefined
  }
}
