import type { Queryable } from '../db/sql.ts'
import { maySeePoll } from '../members/visits/visit.ts'
import { readOutcomeMails } from './notice-reads.ts'
import { mailFor, NO_COMMENT } from './recipients.ts'
import { type ComerRow, type InformedRow, readComers, readInformed } from './withdrawal-reads.ts'

/**
 * Whom reopening a poll concerns. `informed`: those who know its outcome, and get a mail. `comers`: those who
 * joined since and get a ballot; `invited`: how many of them get a separate mail that asks for their vote.
 */
export type ReopeningReach = { informed: number; comers: number; invited: number }

type Ask = { poll_id: number; actor_id: number }

/** How many people who know the outcome get a mail if this person withdraws it now. */
export async function loadWithdrawalReach(db: Queryable, ask: Ask): Promise<number> {
  return countTold(db, ask, { informed: await readInformed(db, ask.poll_id), comers: [] })
}

/** How many people it concerns if this person reopens the poll now. */
export async function loadReopeningReach(db: Queryable, ask: Ask): Promise<ReopeningReach> {
  const informed = await readInformed(db, ask.poll_id)
  const comers = await readComers(db, ask.poll_id)
  const event = { kind: 'voters_invited', actor_id: ask.actor_id } as const
  const know = new Set(informed.map(({ user_id }) => user_id))
  const invited = comers
    .filter(({ user_id }) => !know.has(user_id))
    .filter((person) => mailFor(event, { ...person, ...NO_COMMENT }) !== null)
  return {
    informed: await countTold(db, ask, { informed, comers }),
    comers: comers.length,
    invited: invited.length,
  }
}

type People = { informed: InformedRow[]; comers: ComerRow[] }

async function countTold(
  db: Queryable,
  { poll_id, actor_id }: Ask,
  { informed, comers }: People,
): Promise<number> {
  const given = new Set(comers.map(({ user_id }) => user_id))
  const { times } = await readOutcomeMails(db, poll_id)
  const losing = new Set(times.map(({ user_id }) => user_id))
  const event = { kind: 'poll_reopened', actor_id } as const
  const told = informed.filter(
    ({ ballot, ...person }) =>
      (given.has(person.user_id) || maySeePoll(person, ballot)) &&
      mailFor(event, { ...person, ...NO_COMMENT, loses_time: losing.has(person.user_id) }) !== null,
  )
  return told.length
}
