import type { Queryable } from '../db/sql.ts'
import { type ListedSession, listSessions } from './sessions-store.ts'

export type { ListedSession } from './sessions-store.ts'

const MOST_SESSIONS = 100

/** A person's sessions, newest first. */
export function loadSessions(db: Queryable, user_id: number): Promise<ListedSession[]> {
  return listSessions(db, user_id, MOST_SESSIONS)
}
