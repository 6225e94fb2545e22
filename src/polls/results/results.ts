import { isFinal, type Poll, pollState } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { type ResultRow, resultRows } from './tally/result-rows.ts'
import type { Tally } from './tally/tally.ts'

/** What matters about a reader here: whether this person has cast a ballot in the poll. */
export type ResultsViewer = { has_voted: boolean }

/** A program sees what a member who has not voted may see. */
export const PROGRAM: ResultsViewer = { has_voted: false }

/** Why results are not shown, as what they wait for: the reader's vote, the closing, or the count. */
export type Until = 'vote' | 'close' | 'count'

export type Results =
  | {
      shown: true
      rows: ResultRow[]
      /** Scores by option slot. */
      sums: number[]
      /** How many ballots are counted in what is shown. */
      as_of: number
      /** Voters' names, single ballots and reasons may be shown too. */
      named: boolean
    }
  | { shown: false; until: Until }

/** A poll, what is voted on, and what is counted so far. */
export type TalliedPoll = { poll: Poll; options: PollOption[]; tally: Tally }

/**
 * May this reader see the results, and which? The only function that decides, asked on every channel.
 *
 * After the closing everybody sees the totals, once they are final. Before it `hide_results` decides, which
 * for an anonymous poll is always `until_closed`.
 */
export function resultsFor({ poll, options, tally }: TalliedPoll, viewer: ResultsViewer, now: Date): Results {
  const until = waitsFor(poll, viewer, now)
  if (until !== null) return { shown: false, until }
  return {
    shown: true,
    rows: resultRows(poll.poll_type, options, tally),
    sums: tally.sums,
    as_of: tally.cast_count,
    named: !poll.anonymous,
  }
}

function waitsFor(poll: Poll, viewer: ResultsViewer, now: Date): Until | null {
  if (pollState(poll, now).is === 'closed') return isFinal(poll, now) ? null : 'count'
  // Whatever a row says: the one rule that no setting loosens.
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
