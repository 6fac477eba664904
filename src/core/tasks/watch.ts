import type { TaskRecord } from './record.ts'
import { expiryOf, type TaskStore } from './store.ts'

/** Calls `end` when the task expires, or was cancelled on another instance, which can only leave that in the storage. Gives what stops it. */
export function watchTask(store: TaskStore, record: TaskRecord, end: () => void): () => void {
  const look = async () => {
    try {
      if (await store.cancelledAt(record) !== undefined) end()
    }
    catch {
      // It is asked again.
    }
  }
  const expiry = setTimeout(end, expiryOf(record) - Date.now())
  // A cancellation that came before this could be told of it.
  void look()
  const poll = store.shared ? setInterval(() => void look(), record.pollIntervalMs) : undefined
  return () => {
    clearTimeout(expiry)
    clearInterval(poll)
  }
}
