import type { Queryable } from '../../db/sql.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import type { User } from '../../users/user.ts'
import type { Poll } from '../poll.ts'
import type { Voter } from './ballot-rows.ts'
import { countVoters, pageVoters } from './voters-store.ts'

/** A page of people with a ballot; `next`: the last one's id, if more follow. Null: the poll is anonymous. */
export type VotersPage = { voters: Voter[]; users: User[]; total: number | null; next: number | null }

export type VotersAsk = {
  /** Only those who have voted, or who have not; null: all. */
  voted: boolean | null
  after: number
  per: number
  from: number
}

/** One page of `loadTurnout`. */
export async function loadVoters(
  db: Queryable,
  poll: Pick<Poll, 'id' | 'group_id' | 'anonymous'>,
  { per, ...ask }: VotersAsk,
): Promise<VotersPage> {
  if (poll.anonymous) return { voters: [], users: [], total: null, next: null }
  const rows = await pageVoters(db, { poll_id: poll.id, ...ask, per: per + 1 })
  const voters = rows.slice(0, per)
  const ids = voters.map((voter) => voter.user_id)
  return {
    voters,
    users: await readUsersIn(db, poll.group_id, ids),
    total: await countVoters(db, poll.id, ask.voted),
    next: rows.length > per ? (ids.at(-1) ?? null) : null,
  }
}
