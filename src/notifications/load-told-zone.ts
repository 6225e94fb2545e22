import type { Queryable } from '../db/sql.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { toldZone } from './zone-reads.ts'

/** A poll or thread: its group, and the authors of the poll and of the thread, as far as there are. */
export type ToldAbout = { group_id: number; author_ids: (number | null | undefined)[] }

/** A poll with its thread. */
export function aboutPoll({ poll, thread }: Pick<LoadedPoll, 'poll' | 'thread'>): ToldAbout {
  return { group_id: poll.group_id, author_ids: [poll.author_id, thread?.discussion.author_id] }
}

/** Pages ask at every visit of somebody whose zone is unknown; an author's new zone may wait for so long. */
const KEPT_MS = 10_000
const MOST_KEPT = 2_000

type KeptZone = { zone: Promise<string>; until: number }
const zonesOf = new WeakMap<Queryable, Map<string, KeptZone>>()

/**
 * The zone of times for people whose own is unknown, in mails and on pages: that of the author, or else of an
 * admin of the group, as it was within the last seconds.
 */
export function loadToldZone(db: Queryable, { group_id, author_ids }: ToldAbout): Promise<string> {
  const user_ids = author_ids.filter((id) => typeof id === 'number')
  const kept = zonesOf.get(db) ?? new Map<string, KeptZone>()
  zonesOf.set(db, kept)
  const about = `${group_id} ${user_ids}`
  const known = kept.get(about)
  if (known !== undefined && known.until > Date.now()) return known.zone
  if (kept.size >= MOST_KEPT) kept.clear()
  const zone = toldZone(db, { group_id, user_ids })
  kept.set(about, { zone, until: Date.now() + KEPT_MS })
  zone.catch(() => kept.delete(about))
  return zone
}
