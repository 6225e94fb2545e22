import type { LoadedPoll } from '../polls/load-poll.ts'
import type { Poll } from '../polls/poll.ts'
import type { Results } from '../polls/results/results.ts'
import type { ResultRow } from '../polls/results/tally/result-rows.ts'
import { verdictOf } from '../polls/results/verdict.ts'
import { isUndecided, verdictSentence } from '../polls/results/verdict-words.ts'
import { pollType } from '../polls/types/index.ts'
import { optionWords } from './option-words.ts'

/** More options than this are not told in one sentence. */
const MOST_IN_A_SENTENCE = 4

/** "11 of 14 voted." */
export function turnoutWords({
  decided_count,
  voters_count,
}: Pick<LoadedPoll, 'decided_count' | 'voters_count'>): string {
  return `${decided_count} of ${voters_count} voted.`
}

/**
 * "Agree 8, abstain 2, disagree 1. 11 of 14 voted.": what came out, or that it is not to be seen. Where rules
 * decide, what they decide comes first.
 */
export function outcomeWords(loaded: LoadedPoll, time_zone: string): string {
  const { results, poll } = loaded
  if (!results.shown) return results.until === 'count' ? 'The votes are being counted.' : turnoutWords(loaded)
  const decided = verdictWords(loaded, time_zone)
  if (results.as_of === 0) return decided ?? `Nobody voted. ${loaded.voters_count} could have.`
  const tallied = tallyWords(poll, results.rows, time_zone)
  return decided === null ? `${tallied} ${turnoutWords(loaded)}` : `${decided} ${tallied}`
}

/**
 * "Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted." Null: there are no rules, or
 * not yet.
 */
function verdictWords(loaded: LoadedPoll, time_zone: string): string | null {
  const verdict = verdictOf(loaded)
  if (verdict.passed === null && !isUndecided(verdict)) return null
  return verdictSentence(verdict, loaded, (name) => optionWords(loaded.poll, name, time_zone))
}

function tallyWords(poll: Poll, all: ResultRow[], time_zone: string): string {
  const rows = all.slice(0, MOST_IN_A_SENTENCE).map((row) => rowWords(row, { poll, time_zone, between: ' ' }))
  const rest = all.length - rows.length
  const sentence = `${rows.join(pollType(poll.poll_type).words.amount_is_clause ? '; ' : ', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** One line an option, in the order of the results; none when they are not to be seen. */
export function resultLines(poll: Poll, results: Results, time_zone: string): string[] {
  if (!results.shown || results.as_of === 0) return []
  return results.rows.map((row) => rowWords(row, { poll, time_zone, between: ': ' }))
}

/** `between`: what stands between an option's name and its amount. */
type RowStyle = { poll: Poll; time_zone: string; between: string }

function rowWords(row: ResultRow, { poll, time_zone, between }: RowStyle): string {
  const name = optionWords(poll, row.option.name, time_zone)
  const { amount, amount_is_clause } = pollType(poll.poll_type).words
  return `${name}${amount_is_clause ? ': ' : between}${amount(row)}`
}
