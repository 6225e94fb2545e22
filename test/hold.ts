import { onTestFinished } from 'vitest'
import type { Db } from '../src/db/db.ts'
import { until } from './patience.ts'

/** An open transaction whose locks block others. */
export type Hold = {
  query(text: string, values?: unknown[]): Promise<unknown>
  /** Resolves once this many in this database wait for a lock, by default one. */
  waitedFor(waiting?: number): Promise<void>
  /** Commits. */
  release(): Promise<void>
}

/** Begins a transaction with this statement; it ends with the test in any case. */
export async function hold({ pool }: Db, text: string, values: unknown[] = []): Promise<Hold> {
  const client = await pool.connect()
  await client.query('begin')
  let held = true
  const end = async (how: 'commit' | 'rollback') => {
    if (!held) return
    held = false
    await client.query(how)
    client.release()
  }
  onTestFinished(() => end('rollback'))
  await client.query(text, values)
  return {
    query: (...asked) => client.query(...asked),
    waitedFor: (waiting = 1) =>
      until(async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        if (rows.length < waiting) throw new Error(`${rows.length} wait, not ${waiting}`)
      }),
    release: () => end('commit'),
  }
}
