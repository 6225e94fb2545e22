import { batched } from '../db/batch.ts'
import { type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { type DiscussionFacts, discussionFacts, type Ref } from '../discussions/load-discussion.ts'
import { NotFound } from '../errors.ts'
import { type Event, eventFromJson } from '../events/event.ts'
import { type GroupFacts, groupFacts } from '../groups/group-facts.ts'
import { admitKey, type PresentedKey } from '../keys/api-key.ts'
import { keyFacts } from '../keys/key-facts.ts'
import { type User, userFromJson } from '../users/user.ts'
import { countPolls, type PollPage, pagePolls, pollsVotedIn } from './lists/poll-pages-store.ts'
import { holdingOutcome, type Outcome, outcomeFromJson } from './outcomes/outcome.ts'
import { type Poll, pollState } from './poll.ts'
import type { PollOption } from './poll-option.ts'
import { type FactsBeside, type FoundPoll, isFound, readPollFacts, readPolls } from './poll-reads.ts'
import { pollFromJson } from './poll-rows.ts'
import { waitForBallots } from './polls-store.ts'
import { type LoadedResults, loadResults } from './results/load-results.ts'
import { PROGRAM, type ResultsViewer } from './results/results.ts'

/** A poll as one viewer sees it, with the facts always shown with it. */
export type LoadedPoll = LoadedResults & {
  now: Date
  poll: Poll
  options: PollOption[]
  author: User
  event: Event
  /** Ballots issued, and how many of them are cast. */
  voters_count: number
  decided_count: number
  /** Votes by open links. */
  open_count: number
  /** Too many came at once within a day. */
  open_flooded: boolean
  /** The outcome of the result. */
  outcome: { outcome: Outcome; author: User } | null
  thread: DiscussionFacts | null
  in_group: GroupFacts
}

const readPoll = batched(readPolls, { most: 32, lanes: 1 })

/**
 * The poll as the key with this hash may see it; `ballots` false: without single ballots. Forbidden: the key
 * may not be used; NotFound: no such poll in the key's group.
 */
export async function loadPollForKey(
  db: Db | Queryable,
  hash: Buffer,
  { ballots = true, ...ref }: Ref & { ballots?: boolean },
): Promise<LoadedPoll & { key: PresentedKey }> {
  let row = await readPoll(db, { hash, ref })
  const key = admitKey(keyFacts(row.key), row.now)
  if (!isFound(row) || row.poll.group_id !== key.group_id) throw new NotFound()
  const { id } = row.poll
  const final = isClosing(row)
  if (final) {
    await waitForBallots(poolOf(db), [id])
    row = await readPoll(db, { hash, ref: { id } })
    if (!isFound(row)) throw new NotFound()
  }
  return { ...(await shape(db, row, { viewer: PROGRAM, waited: final, ballots })), key }
}

/** `next`: the id after which the list continues; null: it ends. */
export type PollsPage = { polls: LoadedPoll[]; total: number; next: number | null }

/**
 * A page of the polls in the key's group, newest first, as the key with this hash may see them, without
 * single ballots. The key was already checked.
 */
export async function loadPollsForKey(db: Queryable, hash: Buffer, ask: PollPage): Promise<PollsPage> {
  const { ids, next } = await pagePolls(db, ask)
  return {
    polls: await loadPollsById(db, hash, ids),
    total: await countPolls(db, ask),
    next,
  }
}

/** The same page for a member of the group: if results wait for the reader's vote, their own vote counts. */
export async function loadPollsForMember(
  db: Queryable,
  { in_group, user_id, ...ask }: PollPage & { in_group: GroupFacts; user_id: number },
): Promise<PollsPage> {
  const { ids, next } = await pagePolls(db, ask)
  const voted = new Set(await pollsVotedIn(db, user_id, ids))
  return {
    polls: await loadPollsOf(db, { in_group, ids, voted }),
    total: await countPolls(db, ask),
    next,
  }
}

/**
 * Those of these polls of a group that still exist, for a person who may see them and has voted in those in
 * `voted`; without single ballots.
 */
export async function loadPollsOf(
  db: Queryable,
  { in_group, ids, voted }: { in_group: GroupFacts; ids: number[]; voted: ReadonlySet<number> },
): Promise<LoadedPoll[]> {
  const rows = await readThem(db, null, ids)
  const polls = rows.map(({ row, waited }) => {
    const viewer = { has_voted: voted.has(row.poll.id) }
    return shape(db, row, { viewer, waited, ballots: false, in_group })
  })
  return Promise.all(polls)
}

/** Those of these polls that still exist, as the key with this hash may see them; without single ballots. */
export async function loadPollsById(db: Queryable, hash: Buffer, ids: number[]): Promise<LoadedPoll[]> {
  const rows = await readThem(db, hash, ids)
  return Promise.all(
    rows.map(({ row, waited }) => shape(db, row, { viewer: PROGRAM, waited, ballots: false })),
  )
}

/** The facts of those polls that still exist; `waited`: waited for the last ballots at the closing time. */
async function readThem(
  db: Queryable,
  hash: Buffer | null,
  ids: number[],
): Promise<{ row: FoundPoll; waited: boolean }[]> {
  if (ids.length === 0) return []
  const asks = ids.map((id) => ({ hash, ref: { id } }))
  let rows = (await readPolls(db, asks)).filter(isFound)
  const closing = new Set(rows.filter(isClosing).map(({ poll }) => poll.id))
  if (closing.size > 0) {
    await waitForBallots(
      db,
      ids.filter((id) => closing.has(id)),
    )
    rows = (await readPolls(db, asks)).filter(isFound)
  }
  return rows.map((row) => ({ row, waited: closing.has(row.poll.id) }))
}

/** Whether to load single ballots, of which there are many, if they are visible. */
export type WantsBallots = (poll: Pick<Poll, 'poll_type'>, ballots: number) => boolean

/** `wantsBallots`: always unless given. */
type Reading = { viewer: ResultsViewer; wantsBallots?: WantsBallots }

/**
 * The poll for a page, or for messages to people who have not voted, or may see no more than they. Null: no
 * such poll.
 */
export async function loadPoll(
  db: Queryable,
  id: number,
  { viewer, wantsBallots = () => true }: Reading,
): Promise<LoadedPoll | null> {
  let row = await readPollFacts(db, id)
  if (row === null || !isFound(row)) return null
  const final = isClosing(row)
  if (final) {
    await waitForBallots(db, [id])
    row = await readPollFacts(db, id)
  }
  if (row === null || !isFound(row)) return null
  return shape(db, row, { viewer, waited: final, ballots: wantsBallots(row.poll, row.tally.cast_count) })
}

/** An open poll with these facts as a program may see it; without single ballots. */
export function shapeOpenPoll(
  db: Queryable,
  beside: FactsBeside,
  { poll, options }: Pick<LoadedPoll, 'poll' | 'options'>,
): Promise<LoadedPoll> {
  return shapeFacts(db, { ...factsOf(beside, poll), options })
}

/** Its closing time has come, but a ballot cast in time may still be on its way to disk. */
function isClosing({ poll: { closed_at, closing_at }, now }: FoundPoll): boolean {
  return closed_at === null && closing_at !== null && new Date(closing_at) <= now
}

/** `in_group`: the poll's group, if missing in the row. */
type Shaping = { viewer: ResultsViewer; waited: boolean; ballots?: boolean; in_group?: GroupFacts }

async function shape(
  db: Db | Queryable,
  row: FoundPoll,
  { viewer, waited, ballots = true, in_group }: Shaping,
): Promise<LoadedPoll> {
  const poll = settled(pollFromJson(row.poll), row.now, waited)
  return gated(db, { ...factsOf(row, poll, in_group), options: row.options }, { viewer, ballots })
}

function factsOf(row: FactsBeside, poll: Poll, in_group: GroupFacts = groupOf(row)): Omit<Facts, 'options'> {
  const { now, tally, thread } = row
  return {
    now,
    poll,
    tally,
    author: userFromJson(row.author),
    event: eventFromJson(row.event),
    outcome: outcomeOf(row, poll),
    thread: thread === null ? null : discussionFacts(thread),
    in_group,
  }
}

/** The facts of a poll as they were read, before the gate decides which of its results may be seen. */
type Facts = Pick<FoundPoll, 'now' | 'options' | 'tally'> &
  Pick<LoadedPoll, 'poll' | 'author' | 'event' | 'outcome' | 'thread' | 'in_group'>

/** The same poll as a program may see it before it closes; without single ballots. */
export function shapeFacts(db: Queryable, facts: Facts): Promise<LoadedPoll> {
  return gated(db, facts, { viewer: PROGRAM, ballots: false })
}

async function gated(
  db: Db | Queryable,
  { tally, ...facts }: Facts,
  { viewer, ballots }: { viewer: ResultsViewer; ballots: boolean },
): Promise<LoadedPoll> {
  const { poll, options, now } = facts
  return {
    ...(await loadResults(db, { poll, options, tally }, { viewer, now, ballots })),
    ...facts,
    voters_count: tally.voters,
    decided_count: tally.cast_count,
    open_count: tally.open?.cast_count ?? 0,
    open_flooded: tally.open_flooded,
  }
}

/** After waiting for the last ballot, we know how the closing will be recorded. */
function settled(poll: Poll, now: Date, waited: boolean): Poll {
  const state = pollState(poll, now)
  return waited && state.is === 'closed' ? { ...poll, closed_at: state.at } : poll
}

function groupOf({ in_group }: FactsBeside): GroupFacts {
  if (in_group === null) throw new NotFound()
  return groupFacts(in_group)
}

function outcomeOf({ outcome: row, now }: FactsBeside, poll: Poll): LoadedPoll['outcome'] {
  const outcome = holdingOutcome(row === null ? null : outcomeFromJson(row.outcome), poll, now)
  return row === null || outcome === null ? null : { outcome, author: userFromJson(row.author) }
}
