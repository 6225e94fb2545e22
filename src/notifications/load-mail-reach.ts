import type { Queryable } from '../db/sql.ts'
import { ballotHolders } from '../polls/ballots/electorate-store.ts'
import type { Poll } from '../polls/poll.ts'
import { concernedBy } from './load-concerned.ts'
import { readReachable } from './reach-reads.ts'
import { mailFor, NO_COMMENT } from './recipients.ts'

type OfGroup = Pick<Poll, 'id' | 'group_id'>

/** How many people get a mail if this person publishes the first outcome of this poll now. */
export async function loadOutcomeReach(db: Queryable, poll: OfGroup, actor_id: number): Promise<number> {
  const user_ids = await concernedBy(db, poll.id)
  return countMailed(db, { user_ids, group_id: poll.group_id, kind: 'outcome_created', actor_id })
}

/** How many people get a mail if this person opens this draft and notifies everyone with a ballot. */
export async function loadOpeningReach(db: Queryable, poll: OfGroup, actor_id: number): Promise<number> {
  const user_ids = await ballotHolders(db, poll.id, 'all')
  return countMailed(db, { user_ids, group_id: poll.group_id, kind: 'poll_opened', actor_id })
}

type Mailing = {
  user_ids: number[]
  group_id: number
  kind: 'outcome_created' | 'poll_opened'
  actor_id: number
}

async function countMailed(db: Queryable, { kind, actor_id, ...asked }: Mailing): Promise<number> {
  const people = await readReachable(db, asked)
  return people.filter((person) => mailFor({ kind, actor_id }, { ...person, ...NO_COMMENT }) !== null).length
}
