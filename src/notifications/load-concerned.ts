import type { Queryable } from '../db/sql.ts'
import type { Event } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import { maySeePoll } from '../members/visits/visit.ts'
import { ballotHolders } from '../polls/ballots/electorate-store.ts'
import { readAuthorship, readConcerned } from './notice-reads.ts'
import { type Audience, authorsOf } from './recipients.ts'
import { readToldByReopening } from './withdrawal-reads.ts'

/** `anonymous`: the poll's votes are anonymous. */
type Asked = { audience: Exclude<Audience, 'concerned' | 'uninformed' | 'misinformed'>; anonymous: boolean }

/** The people an event concerns, where earlier notifications do not matter. */
export async function loadConcerned(
  db: Queryable,
  event: Event,
  { audience, anonymous }: Asked,
): Promise<number[]> {
  if (audience === 'nobody') return []
  if (event.poll_id === null) return event.recipient_ids
  if (audience === 'named') return withoutTold(db, event, event.poll_id)
  if (audience === 'author') return authorsOf(await readAuthorship(db, event.poll_id))
  // In an anonymous poll every voter gets a row, so that a row reveals nothing; sending skips those who have
  // voted.
  return ballotHolders(db, event.poll_id, audience === 'undecided_voters' && !anonymous ? 'undecided' : 'all')
}

/**
 * The people an event names. Those who get a ballot by a reopening, and a mail that the outcome they know was
 * withdrawn, read in it that they can vote: they get no second one.
 */
async function withoutTold(
  db: Queryable,
  { id: event_id, kind, recipient_ids }: Event,
  poll_id: number,
): Promise<number[]> {
  if (factsOf(kind)?.mail?.kind !== 'vote_invitation') return recipient_ids
  const told = new Set(await readToldByReopening(db, { poll_id, event_id }))
  return recipient_ids.filter((id) => !told.has(id))
}

/** Voters, the author, and in a thread the members of its group, if they may see the poll. */
export async function concernedBy(db: Queryable, poll_id: number): Promise<number[]> {
  const people = await readConcerned(db, poll_id)
  const seeing = people.filter((person) => maySeePoll(person, person.ballot)).map(({ user_id }) => user_id)
  return [...new Set([...seeing, ...authorsOf(await readAuthorship(db, poll_id))])]
}
