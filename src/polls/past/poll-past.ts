import type { FieldChange } from '../../events/field-change.ts'
import type { User } from '../../users/user.ts'
import type { Outcome } from '../outcomes/outcome.ts'
import { type Poll, votedElsewhere } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'

/** An outcome that was withdrawn; `by_reopening`: otherwise on its own. */
export type WithdrawnOutcome = { outcome: Outcome; author: User; withdrawn_at: Date; by_reopening: boolean }

/**
 * The edits of a poll since voting opened: the last one, and the settings that any of them changed.
 * `reworded_at`: the last one of its title, details or descriptions of options; null: they are as they were.
 */
export type Edited = { at: Date; reworded_at: Date | null; fields: FieldChange['field'][] }

/** `votes_before`: how many votes with a name are older than `reworded_at`. `votesBeforeEdit` tells it. */
export type EditedVotes = Edited & { votes_before: number }

/** What voters answer. An added option changes it, and words nothing differently. */
export const REWORDED = ['title', 'details', 'option_meanings'] as const
const QUESTION: ReadonlySet<string> = new Set([...REWORDED, 'options'])

/** The parts of the question that were edited while people could vote. */
export function editedQuestion(edited: Edited | null): FieldChange['field'][] {
  return edited === null ? [] : edited.fields.filter((field) => QUESTION.has(field))
}

/** Whether the question has other words than when this vote was cast; null: nobody knows when it was. */
export function isRewordedSince(edited: Edited | null, vote: { cast_at: Date } | null): boolean {
  const at = edited?.reworded_at ?? null
  // Both are read after the poll was locked, to the millisecond, and an edit takes longer than one.
  return vote !== null && at !== null && at >= vote.cast_at
}

/** A poll as its results show it to a reader, and its edits. */
export type EditedPoll = {
  poll: Pick<Poll, 'anonymous'>
  results: { shown: false } | { shown: true; named: boolean }
  decided_count: number
  edited: EditedVotes | null
}

/**
 * How many of the votes are older than the words of the question; null: none, or nothing may be said.
 * `secret`: the question was edited after voting had opened, and no time of a vote may tell more, as in an
 * anonymous poll. Only this function decides.
 */
export function votesBeforeEdit({ poll, results, decided_count, edited }: EditedPoll) {
  if (edited === null || edited.reworded_at === null || decided_count === 0 || !results.shown) return null
  if (poll.anonymous || !results.named) return 'secret'
  return edited.votes_before === 0 ? null : edited.votes_before
}

/** Of a poll whose settings have never changed. */
const FIRST_VERSION = 1

/** Whether this poll was changed at all since it was made, and ever opened. */
export function isEverChanged({ version, opened_at }: Pick<Poll, 'version' | 'opened_at'>): boolean {
  return version !== FIRST_VERSION && opened_at !== null
}

/** An earlier text of the outcome that is valid now. */
export type ReplacedOutcome = Pick<WithdrawnOutcome, 'outcome' | 'author'>

/** A reopening of a poll; `by` null: nobody in the group. `withdraws`: it withdrew an outcome. */
export type Reopening = { at: Date; by: User | null; withdraws: boolean }

/** A closing before the deadline; `by` null: nobody in the group. */
export type EarlyClosing = { at: Date; deadline: Date; by: User | null }

/** When a poll was closed early, and its deadline. Null: it was not. Only this function decides. */
export function closedEarly(
  poll: Pick<Poll, 'closed_at' | 'closing_at' | 'imported_at'>,
): Omit<EarlyClosing, 'by'> | null {
  const { closed_at: at, closing_at: deadline } = poll
  if (at === null || deadline === null || at >= deadline || votedElsewhere(poll)) return null
  return { at, deadline }
}

/** Whether the page of this poll tells a past: it was changed, or closed early. */
export function hasPast(
  poll: Pick<Poll, 'version' | 'opened_at' | 'closed_at' | 'closing_at' | 'imported_at'>,
) {
  return isEverChanged(poll) || closedEarly(poll) !== null
}

/** What the past of a poll lists, by the kind of its event. */
export const PAST_KINDS = {
  poll_edited: 'edit',
  poll_reopened: 'reopening',
  poll_expired: 'closing',
  poll_closed_by_user: 'early_closing',
  outcome_created: 'outcome',
  outcome_updated: 'outcome_edit',
  outcome_withdrawn: 'withdrawal',
} as const
export const PAST_CHANGES = Object.values(PAST_KINDS)

/**
 * Something that happened to a poll, in one line; `fields`: the settings it changed. `withdraws`: it is a
 * reopening of a poll with an outcome.
 */
export type PastChange = Reopening & {
  what: (typeof PAST_CHANGES)[number]
  fields: FieldChange['field'][]
  /** Its change of the title. Null: none. */
  retitled: FieldChange | null
}

/**
 * What the page of a poll lists below its title: edits and reopenings, and the closing after the last one of
 * these. The rest of it shows closings and outcomes.
 */
export function isListed({ what, at }: Pick<PastChange, 'what' | 'at'>, reopened: Reopening | null): boolean {
  if (what === 'closing' || what === 'early_closing') return reopened !== null && at > reopened.at
  return what === 'edit' || what === 'reopening'
}

/**
 * `changes`: the latest since voting opened, newest first. `reopened` null: it never was; `edited` null: it
 * is as it was when voting opened.
 */
export type Changes = { changes: PastChange[]; reopened: Reopening | null; edited: EditedVotes | null }

/** What a poll's page says about its past; `early` null: it was not closed early. */
export type PollPast = Changes & {
  early: EarlyClosing | null
  withdrawn: WithdrawnOutcome[]
  replaced: ReplacedOutcome[]
}

/**
 * Something that happened to a poll; `editor` null: nobody in the group. `earlier`: the details before it, if
 * it changed them and they are stored. `meanings`: likewise the earlier descriptions of the options whose
 * descriptions it changed. `size`: of these texts, in bytes.
 */
export type PastEdit = Pick<PastChange, 'what' | 'withdraws'> & {
  at: Date
  editor: User | null
  changes: FieldChange[] | null
  earlier: Pick<Poll, 'details' | 'details_format'> | null
  meanings: Pick<PollOption, 'slot' | 'meaning'>[]
  size: number
}
