import type { LoadedPoll } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import type { PollType } from '../polls/poll-types.ts'
import type { Results } from '../polls/results/results.ts'
import type { ResultRow } from '../polls/results/tally/result-rows.ts'
import { verdictOf } from '../polls/results/verdict.ts'
import { isUndecided, verdictSentence } from '../polls/results/verdict-words.ts'
import { optionWords } from './option-words.ts'

/** More options than this are not told in one sentence. */
const MOST_IN_A_SENTENCE = 4

const AMOUNTS: Record<PollType, (row: ResultRow) => string> = {
  proposal: (row) => String(row.voter_count),
  poll: (row) => String(row.voter_count),
  count: (row) => String(row.voter_count),
  score: (row) => `${points(row.score)}${row.average === null ? '' : ` (average ${round(row.average)})`}`,
  ranked_choice: (row) => points(row.score),
  meeting: (row) => `${row.voter_count === 0 ? 'nobody' : row.voter_count} can come`,
  dot_vote: (row) => (row.score === 1 ? '1 dot' : `${row.score} dots`),
}

/** "11 of 14 voted." */
export function turnoutWords({
  decided_count,
  voters_count,
}: Pick<LoadedPoll, 'decided_count' | 'voters_count'>): string {
  return `${decided_count} of ${voters_count} voted.`
}

/**
 * "Agree 8, abstain 2, disagree 1. 11 of 14 voted.": what came out, or that it is not to be seen. Where rules decide,
 * what they decide comes first.
 */
export function outcomeWords(loaded: LoadedPoll, time_zone: string): string {
  const { results, poll } = loaded
  if (!results.shown) return results.until === 'count' ? 'The votes are being counted.' : turnoutWords(loaded)
  const decided = verdictWords(loaded, time_zone)
  if (results.as_of === 0) return decided ?? `Nobody voted. ${loaded.voters_count} could have.`
  const tallied = tallyWords(poll, results.rows, time_zone)
  return decided === null ? `${tallied} ${turnoutWords(loaded)}` : `${decided} ${tallied}`
}

/** "Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted." Null: there are no rules, or not yet. */
export function verdictWords(loaded: LoadedPoll, time_zone: string): string | null {
  const verdict = verdictOf(loaded)
  if (verdict.passed === null && !isUndecided(verdict)) return null
  return verdictSentence(verdict, loaded, (name) => optionWords(loaded.poll, name, time_zone))
}

function tallyWords(poll: Poll, all: ResultRow[], time_zone: string): string {
  const rows = all.slice(0, MOST_IN_A_SENTENCE).map((row) => rowWords(poll, row, time_zone, ' '))
  const rest = all.length - rows.length
  const sentence = `${rows.join(poll.poll_type === 'meeting' ? '; ' : ', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** One line an option, in the order of the results; none when they are not to be seen. */
export function resultLines(poll: Poll, results: Results, time_zone: string): string[] {
  if (!results.shown || results.as_of === 0) return []
  return results.rows.map((row) => rowWords(poll, row, time_zone, ': '))
}

function rowWords(poll: Poll, row: ResultRow, time_zone: string, between: string): string {
  const name = optionWords(poll, row.option.name, time_zone)
  const separator = poll.poll_type === 'meeting' ? ': ' : between
  return `${name}${separator}${AMOUNTS[poll.poll_type](row)}`
}

function points(score: number): string {
  return score === 1 ? '1 point' : `${score} points`
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
