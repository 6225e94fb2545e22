import { batched } from '../../db/batch.ts'
import { jsonReader } from '../../db/json-rows.ts'
import type { Queryable } from '../../db/sql.ts'
import { addressKey, type User, userFromJson } from '../../users/user.ts'
import { type LoadedPoll, shapeOpenPoll } from '../load-poll.ts'
import { type Counted, castAndRead, GIVING_ROW, type Giving, type NamedVote } from './cast-reads.ts'
import type { VotingRules } from './load-rules.ts'

/** A counted vote: its ballot's voter, and the poll. */
export type LoadedCast = {
  outcome: 'recorded' | 'unchanged'
  ballot_id: number
  cast_at: Date
  voter: Giving
  user: User
  loaded: LoadedPoll
}

/** A vote, and the poll by whose rules it was checked. */
export type CheckedVote = { vote: NamedVote; asked: Pick<VotingRules, 'poll' | 'options'> }

const MOST_IN_A_BATCH = 64
/** Starting the statement costs as much as several votes: smaller batches wait and grow. */
const MANY = 8

const givingFromJson = jsonReader(GIVING_ROW)

/**
 * Casts a vote, and loads the data for the response with the same statement. Null: not cast, for any reason.
 * While one batch is in flight, another is sent beside it only if many votes wait; more and smaller batches
 * would cost more in all, and wait for the same tallies.
 */
export const castAndLoad = batched(castAll, {
  most: MOST_IN_A_BATCH,
  lanes: 2,
  beside: MANY,
  keyOf: ({ vote: { poll_id, user_id, email = '' } }) => `${poll_id} ${user_id ?? addressKey(email)}`,
})

/** Votes on one poll share its loaded data, with all of them counted. */
async function castAll(db: Queryable, checked: CheckedVote[]): Promise<(LoadedCast | null)[]> {
  const all = await castAndRead(
    db,
    checked.map(({ vote }) => vote),
  )
  const shared = new Map<object, Promise<LoadedPoll>>()
  const shapeOnce = (beside: Counted['facts'], asked: CheckedVote['asked']) => {
    const loaded = shared.get(beside) ?? shapeOpenPoll(db, beside, asked)
    shared.set(beside, loaded)
    return loaded
  }
  return Promise.all(
    checked.map(async ({ asked }, place) => {
      const counted = all[place] ?? null
      if (counted === null) return null
      const { giving, person, facts, ...cast } = counted
      const loaded = await shapeOnce(facts, asked)
      return { ...cast, voter: givingFromJson(giving), user: userFromJson(person), loaded }
    }),
  )
}
