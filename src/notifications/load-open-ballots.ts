import type { Queryable } from '../db/sql.ts'
import { type OpenPoll, readOpenBallots, readOpenPolls } from './open-ballot-reads.ts'

export type { OpenPoll } from './open-ballot-reads.ts'

/** The open polls in which a person has a ballot, soonest first; `more`: there are others. */
export type OpenBallots = { polls: OpenPoll[]; more: boolean }

const MOST_POLLS = 10

/** The open polls that each person's invitation lists, by "event user". */
export async function loadOpenBallots(
  db: Queryable,
  pairs: { event_id: number; user_id: number }[],
): Promise<Map<string, OpenBallots>> {
  if (pairs.length === 0) return new Map()
  const rows = await readOpenBallots(db, pairs, MOST_POLLS + 1)
  const ids = [...new Set(rows.flatMap(({ poll_ids }) => poll_ids))]
  const polls = ids.length === 0 ? [] : await readOpenPolls(db, ids)
  const byId = new Map(polls.map((poll) => [poll.id, poll]))
  return new Map(
    rows.map(({ event_id, user_id, poll_ids }) => [
      `${event_id} ${user_id}`,
      {
        polls: poll_ids.slice(0, MOST_POLLS).flatMap((id) => byId.get(id) ?? []),
        more: poll_ids.length > MOST_POLLS,
      },
    ]),
  )
}
