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
/** The same of rows with texts of up to 100,000 characters: a page of them takes some 40 MB at most. */
export const TEXT_PAGE = 100

/** Reads pages of this size until one is not full, and hands each on. `read`: the rows after this place. */
export async function eachPage<Row extends { place: number }>(
  { done, page = PAGE }: Pick<Work, 'done'> & { page?: number },
  read: (asked: { after: number; most: number }) => Promise<Row[]>,
  take: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await read({ after, most: page })
    if (rows.length > 0) await take(rows)
    done(rows.length)
    if (rows.length < page) return
    after = rows.at(-1)?.place ?? after
  }
}
