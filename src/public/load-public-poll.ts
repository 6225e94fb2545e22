import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { factsForGuests } from '../groups/group-facts.ts'
import type { CountedBallots } from '../polls/counts/counting.ts'
import { loadClosingCount } from '../polls/counts/load-count.ts'
import { type LoadedPoll, loadPoll } from '../polls/load-poll.ts'
import { loadEditedVotes, loadReopened } from '../polls/past/load-poll-past.ts'
import type { EditedVotes, Reopening } from '../polls/past/poll-past.ts'
import { pollState } from '../polls/poll.ts'
import type { User } from '../users/user.ts'
import { PUBLIC_GROUP_ROW, type PublicGroup, STRANGER } from './public-facts.ts'
import { readPublicPoll } from './public-reads.ts'

/** A public poll: its text, its totals as far as the results gate shows them to strangers, its outcome. */
export type PublicPollView = {
  group: PublicGroup
  thread: { key: string; title: string }
  loaded: LoadedPoll
  /** How a closed poll elected; null: its sums say it all, or it is not counted. */
  counted: CountedBallots | null
  /** When it was last reopened; null: never. */
  reopened: Reopening | null
  /** Null: it never was. */
  edited: EditedVotes | null
}

const KEY = /^[A-Za-z0-9]{8}$/

const groupFromJson = jsonReader(PUBLIC_GROUP_ROW)

/** The poll for people who may not see it as voters or members. NotFound: no such poll, or it is private. */
export async function loadPublicPoll(db: Queryable, key: string): Promise<PublicPollView> {
  const row = KEY.test(key) ? await readPublicPoll(db, key) : null
  if (row === null) throw new NotFound()
  const found = await loadPoll(db, row.poll_id, { viewer: STRANGER, wantsBallots: () => false })
  if (found === null || pollState(found.poll, found.now).is === 'draft') throw new NotFound()
  const loaded = forStrangers(found)
  const [counted, reopenings, edits] = await Promise.all([
    loadClosingCount(db, loaded),
    loadReopened(db, [loaded.poll]),
    loadEditedVotes(db, [loaded.poll]),
  ])
  const reopened = reopenings.get(row.poll_id) ?? null
  const edited = edits.get(row.poll_id) ?? null
  return {
    group: groupFromJson(row.in_group),
    thread: row.thread,
    loaded,
    counted,
    edited,
    reopened: reopened === null ? null : { ...reopened, by: null },
  }
}

/** Without everything that only members and voters may know. */
function forStrangers(found: LoadedPoll): LoadedPoll {
  const { results, outcome, author, event, in_group } = found
  return {
    ...found,
    results: results.shown ? { ...results, named: false } : results,
    voters: { by_voter: [], omitted: false },
    author: nameOf(author),
    outcome: outcome === null ? null : { ...outcome, author: nameOf(outcome.author) },
    event: { ...event, actor_id: null, recipient_ids: [], recipient_message: null },
    thread: null,
    in_group: factsForGuests(in_group),
  }
}

/** A person of whom only the name is known. */
function nameOf({ name }: User): User {
  const unknown = { username: null, email: null, email_verified: false, bot: false, locale: null }
  return { ...unknown, id: 0, name, time_zone: 'UTC', utc_chosen: false, created_at: new Date(0) }
}
