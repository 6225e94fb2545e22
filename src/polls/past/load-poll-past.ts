import type { JsonOf } from '../../db/row-types.ts'
import type { Queryable } from '../../db/sql.ts'
import { type History, historyPage, MOST_READ } from '../../discussions/comments/history.ts'
import { type User, userFromJson } from '../../users/user.ts'
import { type Outcome, outcomeFromJson } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import {
  type ReplacedRow,
  readChanges,
  readClosers,
  readEdited,
  readEdits,
  readReopened,
  readReplacedOutcomes,
  readVotesBefore,
  readWithdrawnOutcomes,
} from './past-reads.ts'
import {
  type Changes,
  closedEarly,
  type EarlyClosing,
  type Edited,
  type EditedVotes,
  hasPast,
  isEverChanged,
  type PastChange,
  type PastEdit,
  type PollPast,
  type Reopening,
  type ReplacedOutcome,
} from './poll-past.ts'

/** A page shows no more outcomes of earlier closings, and no more earlier texts of its outcome. */
const MOST_OUTCOMES = 5
/** It lists no more of what happened: the history has the rest. */
const MOST_CHANGES = 100

type Versioned = Pick<Poll, 'id' | 'version' | 'opened_at'>
type Past = Versioned & Pick<Poll, 'closed_at' | 'closing_at' | 'imported_at'>

/** Those of these polls that were edited since voting opened, by id. */
export async function loadEdited(db: Queryable, polls: Versioned[]): Promise<Map<number, Edited>> {
  const ids = polls.filter((poll) => isEverChanged(poll)).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await readEdited(db, ids)
  return new Map(rows.map(({ poll_id, ...edited }) => [poll_id, edited]))
}

/** The same, with how many votes are older than the words of the question. */
export async function loadEditedVotes(db: Queryable, polls: Versioned[]): Promise<Map<number, EditedVotes>> {
  const edited = await loadEdited(db, polls)
  const reworded = [...edited].flatMap(([poll_id, { reworded_at: at }]) =>
    at === null ? [] : [{ poll_id, at }],
  )
  const rows = reworded.length === 0 ? [] : await readVotesBefore(db, reworded)
  const votes = new Map(rows.map((row) => [row.poll_id, row.votes]))
  return new Map([...edited].map(([id, one]) => [id, { ...one, votes_before: votes.get(id) ?? 0 }]))
}

/** The last reopening of those of these polls that were reopened, by id. */
export async function loadReopened(db: Queryable, polls: Versioned[]): Promise<Map<number, Reopening>> {
  const ids = polls.filter((poll) => isEverChanged(poll)).map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await readReopened(db, ids)
  return new Map(rows.map(({ poll_id, by, ...row }) => [poll_id, { ...row, by: personOf(by) }]))
}

/** What happened to this poll since voting opened. */
export async function loadChanges(db: Queryable, poll: Past): Promise<Changes> {
  const [edited, reopened, changes] = await Promise.all([
    loadEditedVotes(db, [poll]),
    loadReopened(db, [poll]),
    hasPast(poll) ? changesOf(db, poll) : [],
  ])
  return { changes, reopened: reopened.get(poll.id) ?? null, edited: edited.get(poll.id) ?? null }
}

async function changesOf(db: Queryable, { id: poll_id, opened_at, closed_at }: Past) {
  const rows = opened_at === null ? [] : await readChanges(db, { poll_id, opened_at, most: MOST_CHANGES })
  return rows.map(({ by, ...row }): PastChange => ({ ...row, at: timeOf(row, closed_at), by: personOf(by) }))
}

/** The last closing is recorded some time after it, which an anonymous poll or an outage can make long. */
function timeOf({ what, at }: Pick<PastChange, 'what' | 'at'>, closed_at: Date | null): Date {
  const closes = what === 'closing' || what === 'early_closing'
  return closes && closed_at !== null && at > closed_at ? closed_at : at
}

const personOf = (json: JsonOf<User> | null) => (json === null ? null : userFromJson(json))

type Closed = Pick<Poll, 'id' | 'closed_at' | 'closing_at' | 'imported_at'>

/** Who closed those of these polls that were closed before their deadline, and when, by id. */
export async function loadEarlyClosings(db: Queryable, polls: Closed[]): Promise<Map<number, EarlyClosing>> {
  const early = polls.flatMap((poll) => {
    const closing = closedEarly(poll)
    return closing === null ? [] : [{ id: poll.id, closing }]
  })
  const ids = early.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await readClosers(db, ids)
  const by = new Map(rows.map((row) => [row.poll_id, row.by]))
  return new Map(early.map(({ id, closing }) => [id, { ...closing, by: personOf(by.get(id) ?? null) }]))
}

/** The same of one poll. Null: nobody did. */
export async function loadEarlyClosing(db: Queryable, poll: Closed): Promise<EarlyClosing | null> {
  return (await loadEarlyClosings(db, [poll])).get(poll.id) ?? null
}

/**
 * What the page of this poll says about its past, to all who may see the poll. `outcome`: the one that is
 * valid.
 */
export async function loadPollPast(db: Queryable, poll: Past, outcome: Outcome | null): Promise<PollPast> {
  const [withdrawn, replaced, changes, early] = await Promise.all([
    isEverChanged(poll) ? readWithdrawnOutcomes(db, poll.id, MOST_OUTCOMES) : [],
    replacedBy(db, outcome),
    loadChanges(db, poll),
    loadEarlyClosing(db, poll),
  ])
  return {
    ...changes,
    early,
    replaced: replaced.map(said),
    withdrawn: withdrawn.map(({ outcome, author, ...row }) => ({ ...said({ outcome, author }), ...row })),
  }
}

async function replacedBy(db: Queryable, outcome: Outcome | null): Promise<ReplacedRow[]> {
  if (outcome === null || outcome.published_at === null) return []
  const { id, poll_id, published_at: since } = outcome
  return readReplacedOutcomes(db, { id, poll_id, since, most: MOST_OUTCOMES })
}

const said = ({ outcome, author }: ReplacedRow): ReplacedOutcome => ({
  outcome: outcomeFromJson(outcome),
  author: userFromJson(author),
})

/** What happened since voting opened: a page of it, after the newest `from`. */
export async function loadPollEdits(
  db: Queryable,
  { id, opened_at, closed_at }: Pick<Poll, 'id' | 'opened_at' | 'closed_at'>,
  from: number,
): Promise<History<PastEdit>> {
  if (opened_at === null) return { versions: [], older: null }
  const rows = await readEdits(db, { poll_id: id, opened_at, from, most: MOST_READ })
  const edits = rows.map(({ editor, ...row }) => ({
    ...row,
    at: timeOf(row, closed_at),
    editor: personOf(editor),
  }))
  return historyPage(edits, from)
}
