import type { Queryable } from '../../db/sql.ts'
import type { Report } from '../report.ts'
import { type ListedImport, lastImport } from './uploads-store.ts'

export type LoadedImport = Omit<ListedImport, 'report' | 'stored_as'> & { report: Report | null }

/** The last uploaded import. Null: there is none. */
export async function loadImport(db: Queryable): Promise<LoadedImport | null> {
  const found = await lastImport(db)
  if (found === null) return null
  const { report, stored_as: _, ...rest } = found
  return { ...rest, report: report === null ? null : readReport(report) }
}

/** Reports of earlier versions lack these fields. */
const NEWER = { file_fault: null, cut_off: false }

function readReport(text: string): Report {
  const report = JSON.parse(text) as Omit<Report, keyof typeof NEWER> & Partial<Report>
  return { ...NEWER, ...report }
}
