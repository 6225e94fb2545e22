import { onTestFinished } from 'vitest'
import type { Db } from '../src/db/db.ts'
import { until } from './patience.ts'

/** A transaction that stands still while others run into what it has locked. */
export type Hold = {
  query(text: string, values?: unknown[]): Promise<unknown>
  /** Once somebody in this database waits for a lock, or so many do. */
  waitedFor(waiting?: number): Promise<void>
  /** Commits. */
  release(): Promise<void>
}

/** Begins a transaction with this statement; whatever comes, it ends with the test. */
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
