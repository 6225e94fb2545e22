import type { Queryable } from '../../db/sql.ts'
import type { Report } from '../report.ts'
import { lastImport, type StoredImport } from './uploads-store.ts'

export type LoadedImport = Omit<StoredImport, 'report' | 'stored_as'> & { report: Report | null }

/** The last uploaded import. Null: there is none. */
export async function loadImport(db: Queryable): Promise<LoadedImport | null> {
  const found = await lastImport(db)
  if (found === null) return null
  const { report, stored_as: _, ...rest } = found
  return { ...rest, report: report === null ? null : (JSON.parse(report) as Report) }
}
