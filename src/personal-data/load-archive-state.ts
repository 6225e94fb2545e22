import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { type ArchiveState, archiveContent, archiveState } from './archives-store.ts'

export type { ArchiveState } from './archives-store.ts'

/** How far a person's archive is. Null: none was asked for, or it is deleted. */
export function loadArchiveState(db: Queryable, user_id: number): Promise<ArchiveState | null> {
  return archiveState(db, user_id)
}

/** A person's archive as a ZIP file. NotFound: there is none. */
export async function loadArchiveContent(db: Queryable, user_id: number): Promise<Buffer> {
  const content = await archiveContent(db, user_id)
  if (content === null) throw new NotFound()
  return content
}
