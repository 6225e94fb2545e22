import type { Queryable } from '../db/sql.ts'
import type { Poll } from '../polls/poll.ts'
import { concernedBy } from './load-concerned.ts'
import { readReachable } from './reach-reads.ts'
import { mailFor, NO_COMMENT } from './recipients.ts'

/** How many people get a mail if this person publishes the first outcome of this poll now. */
export async function loadOutcomeReach(
  db: Queryable,
  { id, group_id }: Pick<Poll, 'id' | 'group_id'>,
  actor_id: number,
): Promise<number> {
  const people = await readReachable(db, { group_id, user_ids: await concernedBy(db, id) })
  const event = { kind: 'outcome_created', actor_id } as const
  return people.filter((person) => mailFor(event, { ...person, ...NO_COMMENT }) !== null).length
}
