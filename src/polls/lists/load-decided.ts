import type { Queryable } from '../../db/sql.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import { type LoadedPoll, loadPollsOf } from '../load-poll.ts'

/** Closed polls by id, with what may be known of their results. */
export type Decided = ReadonlyMap<number, LoadedPoll>

/** Everyone who may see a closed poll sees the same results, whether they voted or not. */
const WHOEVER: ReadonlySet<number> = new Set()

/** The results of closed polls of a group, for people who may see these polls: one statement for all. */
export async function loadDecided(
  db: Queryable,
  { in_group, ids }: { in_group: GroupFacts; ids: number[] },
): Promise<Decided> {
  const polls = await loadPollsOf(db, { in_group, ids: [...new Set(ids)], voted: WHOEVER })
  return new Map(polls.map((loaded) => [loaded.poll.id, loaded]))
}
