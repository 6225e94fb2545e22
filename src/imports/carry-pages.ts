import type { Act } from '../db/db.ts'
import type { Reporter } from './report.ts'

/** An import at work. `nobody`: who stands for authors that the file does not name. */
export type Work = {
  act: Act
  report: Reporter
  nobody: () => Promise<number>
  /** Tells how many lines of this step are done. */
  done: (lines: number) => void
}

/** Rows that are read and written together. */
export const PAGE = 500

/** Reads pages until one is not full, and hands each on. `read`: the rows after this place. */
export async function eachPage<Row extends { place: number }>(
  { done }: Pick<Work, 'done'>,
  read: (asked: { after: number; most: number }) => Promise<Row[]>,
  take: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read({ after, most: PAGE })
    if (rows.length > 0) await take(rows)
    done(rows.length)
    if (rows.length < PAGE) return
    after = rows.at(-1)?.place ?? after
  }
}
