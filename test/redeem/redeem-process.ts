/** Redeems what its parent sends, on the database at the path given: one of several instances. */
import { createDatabase } from 'db0'
import sqlite from 'db0/connectors/node-sqlite'
import { redeemInDatabase } from '../../src/redeem/index.ts'
import { makeEvent } from '../helpers/event.ts'

const database = createDatabase(sqlite({ path: process.argv[2] }))
// SQLite fails at once where another process writes, unless told to wait.
await database.exec('PRAGMA busy_timeout = 10000')
const redeem = redeemInDatabase(database)

process.once('message', async (ids: string[]) => {
  const answers: boolean[] = []
  for (const id of ids) answers.push(await redeem(id, Date.now() + 60_000, makeEvent()))
  process.send?.(answers)
})
process.send?.('ready')
