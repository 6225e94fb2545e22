import { joined, sentences, t } from '../locales/say.ts'
import { electedWords } from '../polls/counts/elected-words.ts'
import { leadersFirst, leadOf } from '../polls/counts/lead.ts'
import { addsUp, isDecidedBySums } from '../polls/counts/methods.ts'
import { rowsAsCounted } from '../polls/counts/skips.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { type Poll, pollState } from '../polls/poll.ts'
import { byRank, isBest, type ResultRow } from '../polls/results/tally/result-rows.ts'
import { verdictOf } from '../polls/results/verdict.ts'
import { isUndecided, verdictSentence } from '../polls/results/verdict-words.ts'
import { peopleWanted } from '../polls/results/wanted.ts'
import { pollType } from '../polls/types/index.ts'
import { averageWords } from '../polls/types/score.ts'
import { clauses } from '../text/clauses.ts'
import { listedWords, optionWords } from './option-words.ts'

/** One sentence lists no more options. */
const MOST_IN_A_SENTENCE = 4

/** "11 of 14 voted." */
export function turnoutWords({
  decided_count,
  voters_count,
}: Pick<LoadedPoll, 'decided_count' | 'voters_count'>): string {
  return t('count.turnout', { part: decided_count, whole: voters_count })
}

/** The facts that a result's first sentence depends on. */
export type Reached = Pick<LoadedPoll, 'poll' | 'results' | 'now'>

/**
 * "So far, 4 of the 8 needed.", and once voting has ended "Not reached: 4 of 8 needed.": who gave the first
 * answer. It takes the place of the answer most chosen, which may be the first although too few gave it.
 * Null: the poll wants no number, or the results are hidden.
 */
export function wantedWords({ poll, results, now }: Reached): string | null {
  const whole = peopleWanted(poll)
  if (whole === null || !results.shown) return null
  const part = results.rows[0]?.voter_count ?? 0
  const counts = { part, whole, over: part - whole }
  if (pollState(poll, now).is !== 'closed')
    return t('count.wanted', { than: part > whole ? 'more' : 'fewer', ...counts })
  return t('count.wanted_ended', {
    reached: part < whole ? 'short' : part > whole ? 'more' : 'full',
    ...counts,
  })
}

/** "No time suits anyone.", where the best time stands otherwise. Null: one does, or nobody has voted. */
function noTimeWords({ poll, results, now }: Reached): string | null {
  if (!pollType(poll.poll_type).options_are_times || !results.shown || results.as_of === 0) return null
  if (results.rows.some(isBest)) return null
  return t('count.no_time', { voting: pollState(poll, now).is === 'closed' ? 'other' : 'open' })
}

/** What takes the place of the leading option, where that would not tell the result. Null: it does tell. */
export function insteadOfLead(of: Reached): string | null {
  return wantedWords(of) ?? noTimeWords(of)
}

/**
 * "Agree 8, Abstain 2, Disagree 1. 11 of 14 voted.": the result, or that it is hidden. A decision by rules
 * comes first, then what takes the place of a lead, then the elected options; the sums, if the largest
 * win. `sums`: whether they are listed below already, by `resultLines`.
 */
export function outcomeWords(
  loaded: LoadedPoll,
  time_zone: string,
  sums: 'told' | 'listed' = 'told',
): string {
  const { results, poll } = loaded
  if (!results.shown) return results.until === 'count' ? t('count.counting') : turnoutWords(loaded)
  const decided = verdictWords(loaded, time_zone)
  const instead = insteadOfLead(loaded) ?? ''
  if (results.as_of === 0)
    return sentences([instead, decided ?? t('count.nobody_voted', { voters: loaded.voters_count })])
  const tells_sums = sums === 'told' && isDecidedBySums(poll)
  const tallied = tells_sums ? tallyWords(poll, results, time_zone) : ''
  const said = [instead, leadSentence(loaded, time_zone), tallied]
  return sentences(decided === null ? [...said, turnoutWords(loaded)] : [decided, ...said])
}

/** "Elected: Trees." Empty: nobody is, or the sums say as much. */
function leadSentence(loaded: LoadedPoll, time_zone: string): string {
  const { poll } = loaded
  const lead = leadOf(loaded, null)
  if (lead === null || lead.by === 'sums') return ''
  return electedWords(poll, lead, (name) => optionWords(poll, name, time_zone))
}

/**
 * "Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted." Null: no rules, or no verdict
 * yet.
 */
function verdictWords(loaded: LoadedPoll, time_zone: string): string | null {
  const verdict = verdictOf(loaded)
  if (verdict.passed === null && !isUndecided(verdict)) return null
  return verdictSentence(verdict, loaded, (name) => optionWords(loaded.poll, name, time_zone))
}

type Shown = Extract<LoadedPoll['results'], { shown: true }>

function tallyWords(poll: Poll, { rows: all, as_of }: Shown, time_zone: string): string {
  const { amount_is_clause } = pollType(poll.poll_type).words
  const told = toldOrder(poll, all).slice(0, MOST_IN_A_SENTENCE)
  const more = all.length - told.length
  const tell = rowTeller(poll, { voters: as_of, medians: NO_MEDIANS }, time_zone)
  const rows = amount_is_clause
    ? clauses(told.map((row) => t('count.row', tell(row))))
    : joined(told.map((row) => t('count.short_row', tell(row))))
  return more > 0 ? t('count.first_rows', { rows, more }) : t('count.rows', { rows })
}

type Medians = ReadonlyMap<number, number>
const NO_MEDIANS: Medians = new Map()

/**
 * One line per option, the elected first; none when the results are hidden or add nothing up. Their heading
 * names the zone of times, see `listHeading`. `medians`: of each option by its slot, where they decided.
 */
export function resultLines(loaded: LoadedPoll, time_zone: string, medians = NO_MEDIANS): string[] {
  const { poll, results } = loaded
  if (!results.shown || results.as_of === 0 || !addsUp(poll)) return []
  const { options_are_times } = pollType(poll.poll_type)
  const tell = rowTeller(poll, { voters: results.as_of, medians }, time_zone)
  return leadersFirst(toldOrder(poll, rowsAsCounted(poll, results)), leadOf(loaded, null)).map((row) =>
    t(options_are_times && isBest(row) ? 'count.best_row' : 'count.row', {
      ...tell(row),
      option: listedWords(poll, row.option.name, time_zone),
    }),
  )
}

/** The order of the results; the times of a meeting, best first. */
function toldOrder({ poll_type }: Poll, rows: ResultRow[]): ResultRow[] {
  return pollType(poll_type).options_are_times ? [...rows].sort(byRank) : rows
}

/** Tells an option and its result; `voters`: the ballots cast. */
function rowTeller(poll: Poll, { voters, medians }: { voters: number; medians: Medians }, time_zone: string) {
  const { amount } = pollType(poll.poll_type).words
  const most = poll.max_score
  return (row: ResultRow) => {
    const { score: points, average } = row
    const median = medians.get(row.option.slot) ?? null
    const has_median = median !== null && average !== null
    return {
      option: optionWords(poll, row.option.name, time_zone),
      amount: has_median ? averageWords({ average, points, most }, median) : amount(row, voters),
    }
  }
}
