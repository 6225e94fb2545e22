import { t } from '../../locales/say.ts'
import type { Counted } from '../../polls/counts/elected.ts'
import { electedWords } from '../../polls/counts/elected-words.ts'
import { isDecidedBySums } from '../../polls/counts/methods.ts'
import type { Poll } from '../../polls/poll.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { pollType } from '../../polls/types/index.ts'
import { listed } from '../../text/clauses.ts'
import { pageOf } from '../ballots/index.ts'
import { listedLabel, optionLabel } from '../poll-words/poll-words.ts'

type Labelling = typeof optionLabel

/** `voters`: how many ballots are counted. */
type Of = { poll: Poll; options: number; voters: number }

/**
 * "Elected: Trees." where the poll's author chose how it elects, else "Most votes: Agree.": the leading
 * options, including ties. Null if no option got anything. `label`: of each; without one, no zone of times is
 * named, as a picture below does.
 */
export function leadWords(loaded: Counted, zone: string, label: Labelling = listedLabel): string | null {
  const { poll, results } = loaded
  const elected = electedWords(loaded, (name) => optionLabel(poll.poll_type, name, zone))
  if (elected !== null || !results.shown || !isDecidedBySums(poll)) return elected
  const first = results.rows.filter((row) => row.rank === 1 && row.score > 0)
  if (first.length === 0) return null
  const labels = first.map((row) => label(poll.poll_type, row.option.name, zone))
  const what = t(pageOf(poll.poll_type).results.first)
  return t(first.length > 1 ? 'result.lead_tied' : 'result.lead', { first: what, options: someOf(labels) })
}

/** More tied options are counted: the picture below shows them all. */
const MOST_TIED_NAMED = 3

function someOf(labels: string[]): string {
  const options = listed(labels.slice(0, MOST_TIED_NAMED))
  const more = labels.length - MOST_TIED_NAMED
  return more > 0 ? t('result.options_and_more', { options, more }) : options
}

/**
 * "8 of 11 who voted agree, 2 abstain, 1 disagrees.": the result of types that have such a sentence. Null:
 * other types.
 */
export function sentenceWords(rows: ResultRow[], { poll, voters }: Of): string | null {
  return pageOf(poll.poll_type).results.sentence?.(rows, voters) ?? null
}

/** The label for the right end of the bars' axis. */
export function axisWords(of: Of): string {
  return pageOf(of.poll.poll_type).results.axis({ ...of, most: mostScore(of) })
}

/** What an option got, out of what the voters could have given it. */
export function rowWords(row: ResultRow, of: Of): string {
  return pageOf(of.poll.poll_type).results.row(row, { ...of, most: mostScore(of) })
}

/** The end of the axis: what an option gets if every voter gives it the maximum. */
export function mostScore({ poll, options, voters }: Of): number {
  return voters * pollType(poll.poll_type).number(poll, options).most
}
