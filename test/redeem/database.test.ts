import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from 'db0'
import sqlite from 'db0/connectors/node-sqlite'
import { defineRequestState } from 'nitro-mcp'
import { redeemInDatabase } from 'nitro-mcp/redeem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeEvent } from '../helpers/event.ts'

let dir: string

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'nitro-mcp-redeem-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(dir, { recursive: true })
})

const openDatabase = () => createDatabase(sqlite({ path: join(dir, 'db.sqlite') }))
const later = () => Date.now() + 60_000
const ask = (redeem: ReturnType<typeof redeemInDatabase>, id: string, expiresAt = later()) => redeem(id, expiresAt, makeEvent())

describe('redeemInDatabase', () => {
  it('lets one of 100 requests at the same moment open a state', async () => {
    const databases = [openDatabase(), openDatabase(), openDatabase(), openDatabase()]
    const states = databases.map(database => defineRequestState<string>({ redeem: redeemInDatabase(database) }))
    const requestState = await states[0]!.seal('paid', makeEvent())
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, (_, index) => states[index % 4]!.open(makeEvent({ requestState }))))
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 'paid' }])
    const reasons = outcomes.flatMap(outcome => outcome.status === 'rejected' ? [outcome.reason as { code: number, message: string }] : [])
    expect(reasons).toHaveLength(99)
    for (const { code, message } of reasons) expect([code, message]).toEqual([-32602, 'Invalid request state'])
    await Promise.all(databases.map(database => database.dispose()))
  })

  it('lets one of four processes through, at each of 25 states', async () => {
    const ids = Array.from({ length: 25 }, (_, index) => `state-${index}`)
    const children = Array.from({ length: 4 }, () => fork(join(import.meta.dirname, 'redeem-process.ts'), [join(dir, 'db.sqlite')], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] }))
    const answers = await Promise.all(children.map(async (child) => {
      await new Promise(ready => child.once('message', ready))
      return new Promise<boolean[]>((resolve, reject) => {
        child.once('message', message => resolve(message as boolean[]))
        child.once('exit', code => reject(new Error(`exited with ${code}`)))
        child.send(ids)
      })
    }))
    for (const child of children) child.kill()
    expect(ids.map((_, at) => answers.filter(answer => answer[at]).length)).toEqual(ids.map(() => 1))
  })

  it('keeps what it knows, in a table of its own making', async () => {
    const before = openDatabase()
    expect(await ask(redeemInDatabase(before, { table: 'order' }), 'a')).toBe(true)
    await before.dispose()
    const after = openDatabase()
    expect(await ask(redeemInDatabase(after, { table: 'order' }), 'a')).toBe(false)
    expect(await ask(redeemInDatabase(after), 'a')).toBe(true)
    expect(await after.prepare('SELECT "id" FROM "order"').all()).toEqual([expect.objectContaining({ id: 'a' })])
    await after.dispose()
  })

  it('clears out now and then what expired more than an hour ago', async () => {
    const database = openDatabase()
    const redeem = redeemInDatabase(database)
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    await ask(redeem, 'long ago', Date.now() - 3_601_000)
    await ask(redeem, 'just now', Date.now() - 3_500_000)
    vi.spyOn(Math, 'random').mockReturnValue(0.005)
    expect(await ask(redeem, 'new')).toBe(true)
    expect((await database.prepare('SELECT "id" FROM "mcp_redeemed" ORDER BY "id"').all()).map(row => (row as { id: string }).id)).toEqual(['just now', 'new'])
    await database.dispose()
  })

  it('lets nothing through when the database fails, and says what failed', async () => {
    const database = openDatabase()
    await database.exec('CREATE TABLE "mcp_redeemed" ("other" TEXT)')
    const state = defineRequestState<number>({ redeem: redeemInDatabase(database) })
    await expect(state.open(makeEvent({ requestState: await state.seal(1, makeEvent()) }))).rejects.toThrow(/no column named id|mcp_redeemed/)
    await database.dispose()
    await expect(ask(redeemInDatabase(database), 'a')).rejects.toThrow('disposed')
  })

  it('refuses a table name that is none, and a database that it can not ask', () => {
    const database = openDatabase()
    for (const table of ['', 'a b', '1a', 'x"; DROP TABLE users; --', 'a'.repeat(64)]) {
      expect(() => redeemInDatabase(database, { table })).toThrow(new TypeError(`redeemInDatabase: ${JSON.stringify(table)} can't be the name of a table; use letters, digits and "_".`))
    }
    expect(() => redeemInDatabase({ dialect: 'mysql', exec: database.exec, prepare: database.prepare })).toThrow(new TypeError('redeemInDatabase: the dialect "mysql" is not supported; it takes sqlite, libsql or postgresql.'))
  })
})
