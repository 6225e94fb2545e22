import { batched } from '../../db/batch.ts'
import { jsonReader } from '../../db/json-rows.ts'
import type { Queryable } from '../../db/sql.ts'
import { addressKey, type User, userFromJson } from '../../users/user.ts'
import { type LoadedPoll, shapeOpenPoll } from '../load-poll.ts'
import { castAndRead, GIVING_ROW, type Giving, type NamedVote } from './cast-reads.ts'

/** A vote that was counted: whose ballot it is, and the poll with it. */
export type LoadedCast = {
  outcome: 'recorded' | 'unchanged'
  ballot_id: number
  cast_at: Date
  voter: Giving
  user: User
  loaded: LoadedPoll
}

const MOST_IN_A_BATCH = 64

const givingFromJson = jsonReader(GIVING_ROW)

/**
 * Casts a vote, and loads what is told of it with the same statement. Null: it was not cast, for whatever
 * reason. While one batch is written to the disk, the next is on its way; more would each be smaller.
 */
export const castAndLoad = batched(castAll, {
  most: MOST_IN_A_BATCH,
  lanes: 2,
  keyOf: ({ poll_id, user_id, email = '' }) => `${poll_id} ${user_id ?? addressKey(email)}`,
})

/** Votes on one poll share what is loaded of it: the poll with all of them. */
async function castAll(db: Queryable, votes: NamedVote[]): Promise<(LoadedCast | null)[]> {
  const all = await castAndRead(db, votes)
  const shared = new Map<object, Promise<LoadedPoll>>()
  return Promise.all(
    all.map(async (counted) => {
      if (counted === null) return null
      const { giving, person, facts, ...cast } = counted
      const poll = shared.get(facts) ?? shapeOpenPoll(db, facts)
      shared.set(facts, poll)
      return { ...cast, voter: givingFromJson(giving), user: userFromJson(person), loaded: await poll }
    }),
  )
}
