import type { RedeemState } from 'nitro-mcp'
import { isSweepDue, KEEP_MS } from './sweep.ts'

/** What is used of a db0 database, such as `useDatabase()` of Nitro gives. */
export interface RedeemDatabase {
  readonly dialect: string
  exec(sql: string): Promise<unknown>
  prepare(sql: string): {
    all(...values: (string | number)[]): Promise<unknown[]>
    run(...values: (string | number)[]): Promise<unknown>
  }
}

export interface RedeemDatabaseOptions {
  /** Made when it is missing. A name of letters, digits and `_`. Default `mcp_redeemed`. */
  table?: string
}

/**
 * Lets each state through once, however many instances are asked at the same moment: the database decides, by a unique key
 * in one statement. For SQLite, D1, libSQL and PostgreSQL; all instances must write to the same database. Records go an hour
 * after their state expired.
 *
 * What it throws when the database fails is an error of the server, and the state stays unused. Throws `TypeError` at once
 * for another dialect, or a table name that is none.
 *
 * @example defineRequestState({ redeem: redeemInDatabase(useDatabase()) })
 */
export function redeemInDatabase(database: RedeemDatabase, { table = 'mcp_redeemed' }: RedeemDatabaseOptions = {}): RedeemState {
  if (!/^[a-z_]\w{0,62}$/i.test(table)) throw new TypeError(`redeemInDatabase: ${JSON.stringify(table)} can't be the name of a table; use letters, digits and "_".`)
  if (!['sqlite', 'libsql', 'postgresql'].includes(database.dialect)) throw new TypeError(`redeemInDatabase: the dialect ${JSON.stringify(database.dialect)} is not supported; it takes sqlite, libsql or postgresql.`)
  const create = `CREATE TABLE IF NOT EXISTS "${table}" ("id" VARCHAR(64) NOT NULL PRIMARY KEY, "expires_at" BIGINT NOT NULL)`
  // What was inserted comes back: the connectors count changed rows in different ways, or not at all.
  const insert = `INSERT INTO "${table}" ("id", "expires_at") VALUES (?, ?) ON CONFLICT ("id") DO NOTHING RETURNING "id"`
  const sweep = `DELETE FROM "${table}" WHERE "expires_at" < ?`

  const attempt = async (id: string, expiresAt: number) => {
    // Before the state is used up: a failure then costs the client nothing but a repeat.
    if (isSweepDue()) await database.prepare(sweep).run(Date.now() - KEEP_MS)
    const rows = await database.prepare(insert).all(id, Math.ceil(expiresAt))
    return rows.length === 1
  }
  return (id, expiresAt) => attempt(id, expiresAt).catch(async (error: unknown) => {
    // Most likely the first time. Two instances may make the table at once, and PostgreSQL then fails one of them.
    const failed = await database.exec(create).then(() => undefined, (reason: unknown) => reason ?? error)
    return attempt(id, expiresAt).catch((again: unknown) => {
      throw failed ?? again
    })
  })
}
