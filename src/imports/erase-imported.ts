import type { Act } from '../db/db.ts'
import { eraseCommentsOf, eraseWritingsOf } from '../personal-data/erasure-store.ts'
import { tracesOf } from '../personal-data/traces.ts'
import { authorsWithoutTexts, erasedMeanwhile, notesWithout } from './accounts-store.ts'
import type { Note, Report } from './report.ts'

/** Erases what the file brought of people who deleted their account with everything they wrote. */
export async function eraseImportedTexts({ tx }: Pick<Act, 'tx'>): Promise<void> {
  for (const id of await authorsWithoutTexts(tx)) {
    await eraseCommentsOf(tx, id)
    await eraseWritingsOf(tx, id)
  }
}

/** The report without those who have deleted their account since the import began. */
export async function reportWithoutErased({ tx }: Pick<Act, 'tx'>, report: Report): Promise<Report> {
  const patterns = (await erasedMeanwhile(tx)).flatMap(tracesOf)
  if (patterns.length === 0) return report
  const notes = await notesWithout(tx, { notes: JSON.stringify(report.notes), patterns })
  return { ...report, notes: JSON.parse(notes) as Note[] }
}
