import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { maySeePoll } from '../members/visits/visit.ts'
import { ballotHolders } from '../polls/ballots/electorate-store.ts'
import { readAuthorship, readConcerned } from './notice-reads.ts'
import { type Audience, authorsOf } from './recipients.ts'

/** `anonymous`: the poll's votes are anonymous. */
type Asked = { audience: Exclude<Audience, 'concerned' | 'uninformed' | 'misinformed'>; anonymous: boolean }

/** The people an event concerns, where earlier notifications do not matter. */
export async function loadConcerned(
  db: Queryable,
  event: Event,
  { audience, anonymous }: Asked,
): Promise<number[]> {
  if (audience === 'nobody') return []
  if (audience === 'named' || event.poll_id === null) return event.recipient_ids
  if (audience === 'author') return authorsOf(await readAuthorship(db, event.poll_id))
  // In an anonymous poll every voter gets a row, so that a row reveals nothing; sending skips those who have
  // voted.
  return ballotHolders(db, event.poll_id, audience === 'undecided_voters' && !anonymous ? 'undecided' : 'all')
}

/** Voters, the author, and in a thread the members of its group, if they may see the poll. */
export async function concernedBy(db: Queryable, poll_id: number): Promise<number[]> {
  const people = await readConcerned(db, poll_id)
  const seeing = people.filter((person) => maySeePoll(person, person.ballot)).map(({ user_id }) => user_id)
  return [...new Set([...seeing, ...authorsOf(await readAuthorship(db, poll_id))])]
}
