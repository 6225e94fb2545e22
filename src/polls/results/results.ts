import { isFinal, type Poll, pollState } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { type ResultRow, resultRows } from './tally/result-rows.ts'
import type { Tally } from './tally/tally.ts'

/** The facts about a reader that matter here: whether they have voted in the poll. */
export type ResultsViewer = { has_voted: boolean }

/** A program sees the same as a member who has not voted. */
export const PROGRAM: ResultsViewer = { has_voted: false }

/** Why results are hidden, by the event that reveals them: the reader's vote, closing, or the count. */
export type Until = 'vote' | 'close' | 'count'

export type Totals = {
  rows: ResultRow[]
  /** Scores by option slot. */
  sums: number[]
  /** The number of ballots in these results. */
  as_of: number
}

export type Results =
  | (Totals & {
      shown: true
      /** Voters' names, single ballots and reasons are visible too. */
      named: boolean
      /** The totals of votes by open links, which count in nothing else. Null: there are none. */
      open: Totals | null
    })
  | { shown: false; until: Until }

/** A poll, its options, and its current tally. */
export type TalliedPoll = { poll: Poll; options: PollOption[]; tally: Tally & { open?: Tally | null } }

/**
 * Which results may this reader see? Only this function decides, for every channel.
 *
 * After closing everyone sees the totals, once they are final. Before it `hide_results` decides; for an
 * anonymous poll it is always `until_closed`.
 */
export function resultsFor({ poll, options, tally }: TalliedPoll, viewer: ResultsViewer, now: Date): Results {
  const until = waitsFor(poll, viewer, now)
  if (until !== null) return { shown: false, until }
  const open = tally.open ?? null
  return {
    ...totalsOf(poll, options, tally),
    shown: true,
    named: !poll.anonymous,
    open: open === null ? null : totalsOf(poll, options, open),
  }
}

function totalsOf({ poll_type }: Poll, options: PollOption[], tally: Tally): Totals {
  return { rows: resultRows(poll_type, options, tally), sums: tally.sums, as_of: tally.cast_count }
}

function waitsFor(poll: Poll, viewer: ResultsViewer, now: Date): Until | null {
  if (pollState(poll, now).is === 'closed') return isFinal(poll, now) ? null : 'count'
  // Regardless of the row: no setting loosens this rule.
  if (poll.anonymous) return 'close'
  switch (poll.hide_results) {
    case 'off':
      return null
    case 'until_vote':
      return viewer.has_voted ? null : 'vote'
    case 'until_closed':
      return 'close'
  }
}

/**
 * As SQL: whether this poll hides results that it may have shown when a text was written at `written`. A poll
 * that was reopened hides them again, and an edit can hide them longer. A transaction may take a minute at
 * most between what it reads and its end.
 */
export function hidesAgain(poll: string, written: string): string {
  return `(${poll}.hide_results <> 'off' and ${poll}.closed_at is null
    and ${poll}.updated_at > ${written} - interval '1 minute')`
}
