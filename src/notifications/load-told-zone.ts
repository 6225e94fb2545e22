import type { Queryable } from '../db/sql.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { toldZone } from './zone-reads.ts'

/** A poll or thread: its group, and the authors of the poll and of the thread, as far as there are. */
export type ToldAbout = { group_id: number; author_ids: (number | null | undefined)[] }

/** A poll with its thread. */
export function aboutPoll({ poll, thread }: Pick<LoadedPoll, 'poll' | 'thread'>): ToldAbout {
  return { group_id: poll.group_id, author_ids: [poll.author_id, thread?.discussion.author_id] }
}

/**
 * The zone of times for people whose own is unknown, in mails and on pages: that of the author, or else of an
 * admin of the group.
 */
export function loadToldZone(db: Queryable, { group_id, author_ids }: ToldAbout): Promise<string> {
  return toldZone(db, { group_id, user_ids: author_ids.filter((id) => typeof id === 'number') })
}
