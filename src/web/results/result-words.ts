import { apart, joined, t } from '../../locales/say.ts'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { electedWords } from '../../polls/counts/elected-words.ts'
import type { Lead } from '../../polls/counts/lead.ts'
import { sharesOf } from '../../polls/counts/unfunded.ts'
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
 * "Elected: Trees." or "If voting ended now: Trees." where the poll's author chose how it elects, else "Most
 * votes: Agree.", ties included. `label`: of each of the latter; without one, no zone of times is named, as a
 * picture below does.
 */
export function leadWords(
  poll: Poll,
  lead: Lead,
  { zone, label = listedLabel }: { zone: string; label?: Labelling },
): string {
  const { by, options } = lead
  if (by !== 'sums') return electedWords(poll, lead, (name) => optionLabel(poll.poll_type, name, zone))
  const labels = options.map(({ name }) => label(poll.poll_type, name, zone))
  const first = t(pageOf(poll.poll_type).results.first)
  return t(options.length > 1 ? 'result.lead_tied' : 'result.lead', { first, options: someOf(poll, labels) })
}

/** More tied options are counted: the picture below shows them all. */
const MOST_TIED_NAMED = 3

function someOf({ poll_type }: Poll, labels: string[]): string {
  const named = labels.slice(0, MOST_TIED_NAMED)
  const more = labels.length - MOST_TIED_NAMED
  // Times contain commas.
  const list = pollType(poll_type).options_are_times ? listed : joined
  if (more > 0) return t('result.options_and_more', { options: list(named.map(apart)), more })
  return list === listed ? listed(named.map(apart)) : t('count.names', { names: named })
}

/**
 * "8 of 11 who voted agree, 2 abstain, 1 disagrees.": the result of types that have such a sentence. Null:
 * other types.
 */
export function sentenceWords(rows: ResultRow[], { poll, voters }: Of): string | null {
  return pageOf(poll.poll_type).results.sentence?.(rows, voters) ?? null
}

/** Whether the result of such a poll is told as that sentence. */
export function tellsPositions({ poll_type }: Poll): boolean {
  return pageOf(poll_type).results.sentence !== undefined
}

/** "… raised every voter’s share from 200 to 320."; '': it was not, or none is shared. */
export function raisedWords(counted: CountedBallots | null): string {
  const shares = counted === null ? null : sharesOf(counted.count)
  return shares === null || shares.share === shares.from ? '' : t('count.added', shares)
}

/** The label for the right end of the bars' axis. */
export function axisWords(of: Of): string {
  return pageOf(of.poll.poll_type).results.axis({ ...of, most: mostScore(of) })
}

/**
 * What an option got, out of what the voters could have given it. `median`: of its scores, where it decides.
 */
export function rowWords(row: ResultRow, of: Of, median: number | null = null): string {
  return pageOf(of.poll.poll_type).results.row(row, { ...of, most: mostScore(of), median })
}

/** The end of the axis: what an option gets if every voter gives it the maximum. */
export function mostScore({ poll, options, voters }: Of): number {
  return voters * pollType(poll.poll_type).number(poll, options).most
}
