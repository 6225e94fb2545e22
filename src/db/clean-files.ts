import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { quoted } from './catalog.ts'
import type { Db } from './db.ts'
import { PATIENT } from './sql.ts'

/** The service's transactions are short; if one takes longer, the next run tries again. */
const OTHERS_LIMIT_MS = 5_000
const POLL_MS = 100
/** The bundled server applies a changed setting within this time. */
const RELOAD_MS = 1_000

/**
 * Rewrites these tables without their deleted and former rows and takes new samples for plans, and, on the
 * bundled server, drops the former samples and the write-ahead log that hold those rows. Locks the tables
 * meanwhile. Returns false, and does nothing, when an older open transaction may still see those rows.
 */
export async function cleanFiles(db: Db, tables: string[]): Promise<boolean> {
  const client = await db.pool.connect()
  const run = (text: string) => client.query({ text, ...PATIENT })
  try {
    await run('set statement_timeout = 0')
    if (!(await othersEnded(client))) return false
    for (const table of tables) await run(`vacuum (full, freeze, analyze) ${quoted(table)}`)
    if (!db.bundled) return true
    await run('vacuum (full, freeze) pg_statistic')
    await dropLog(client, run)
    return true
  } finally {
    // We changed its timeouts: nobody else may reuse it.
    client.release(true)
  }
}

/** Takes new samples of these tables for plans: the former ones hold values of rows that are gone. */
export async function sampleAnew(db: Db, tables: string[]): Promise<void> {
  await db.pool.query({ text: `analyze ${tables.map(quoted).join(', ')}`, ...PATIENT })
}

/** Waits until every transaction that is open now has ended; false: one takes too long. */
async function othersEnded(client: pg.PoolClient): Promise<boolean> {
  const { rows: clock } = await client.query('select clock_timestamp()::text as since')
  const older = `select exists (select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start < $1::timestamptz) as any`
  for (const end = Date.now() + OTHERS_LIMIT_MS; Date.now() < end; await sleep(POLL_MS)) {
    const { rows } = await client.query(older, [clock[0].since])
    if (!rows[0].any) return true
  }
  return false
}

/**
 * Switches through every segment of the log, which fills the rest of each with zeros, and lets a checkpoint
 * remove the earlier ones. Otherwise the server would reuse old segments with their content.
 */
async function dropLog(client: pg.PoolClient, run: (text: string) => Promise<pg.QueryResult>): Promise<void> {
  const last = async () => {
    const { rows } = await client.query<{ name: string }>('select max(name) as name from pg_ls_waldir()')
    return rows[0]?.name ?? ''
  }
  const current = async () => {
    const { rows } = await client.query<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as name',
    )
    return rows[0]?.name ?? ''
  }
  await run('alter system set wal_recycle = off')
  try {
    await run('select pg_reload_conf()')
    await sleep(RELOAD_MS)
    const end = await last()
    do {
      await run("select pg_logical_emit_message(false, 'folkmoot', 'clean')")
      await run('select pg_switch_wal()')
    } while ((await current()) <= end)
    // The server needs the segments since the last checkpoint but one.
    await run('checkpoint')
    await run('checkpoint')
  } finally {
    await run('alter system reset wal_recycle')
    await run('select pg_reload_conf()')
  }
}
