import { canonical, type Json, type PollRecord } from '@folkmoot/check'
import { CountError, countJson } from '@folkmoot/count'
import type { Scores } from '../ballots/ballot.ts'
import { ballotsToCount } from '../counts/ballots-to-count.ts'
import { countBallots, linesOf } from '../counts/counting.ts'
import { decisionOf } from '../results/decision.ts'
import { type ResultRow, resultRows, totalRow } from '../results/tally/result-rows.ts'
import { type Tally, tallyOf } from '../results/tally/tally.ts'
import { Faults, type Finding, foundBy, passed } from './finding.ts'
import type { RecordedPoll } from './recorded-poll.ts'

/** Totals, count, lots and decision come out again. */
export function resultFinding(record: PollRecord, poll: RecordedPoll | null, scores: Scores[]): Finding {
  const faults = new Faults()
  if (poll === null) faults.add('type_unknown', { poll_type: record.manifest.poll_type })
  else {
    const tally = tallyOf(scores)
    const rows = resultRows(poll.rules.poll_type, poll.options, tally)
    compareTotals(faults, record, { tally, rows })
    if (!isCountedAs(record.count, poll, scores)) faults.add('count_other')
    if (!isSame(verdictIn(record, { tally, rows, poll }), record.verdict)) faults.add('verdict_other')
  }
  return foundBy('result', faults, passed('result', record.count === null ? 'result' : 'result_counted'))
}

type Totals = { tally: Tally; rows: ResultRow[] }

function compareTotals(faults: Faults, { totals }: PollRecord, { tally, rows }: Totals): void {
  if (totals.cast_count !== tally.cast_count)
    faults.add('cast_count_other', { found: tally.cast_count, said: totals.cast_count })
  const said = new Map(totals.rows.map((row) => [row.slot, row]))
  for (const row of rows) {
    const { slot, rank, score, voter_count, average } = said.get(row.option.slot) ?? NO_TOTAL
    if (!isSame(totalRow(row), { slot, rank, score, voter_count, average }))
      faults.add('total_other', { option: row.option.name })
  }
  if (totals.rows.length > rows.length) faults.add('totals_more')
}

const NO_TOTAL = { slot: 0, rank: 0, score: 0, voter_count: 0, average: null }

/** Whether the ballots are counted like this; settings by which nothing can be counted give no count. */
function isCountedAs(said: Json, poll: RecordedPoll, scores: Scores[]): boolean {
  try {
    return isSame(countedOf(poll, scores), said)
  } catch (error) {
    if (error instanceof CountError) return false
    throw error
  }
}

/** How the ballots of a poll are counted. Null: polls of its type elect nothing, or there are no ballots. */
function countedOf({ rules, options }: RecordedPoll, scores: Scores[]): Json {
  const asked = ballotsToCount(rules, options, linesOf(scores))
  const counted = asked === null ? null : countBallots(asked)
  const by_slot = [...options].sort((one, other) => one.slot - other.slot)
  return counted === null
    ? null
    : (countJson(
        counted.count,
        by_slot.map(({ name }) => name),
      ) as unknown as Json)
}

/** The decision by the rules in the manifest; who could vote is in the roll. */
function verdictIn(
  { manifest, roll }: PollRecord,
  { tally, rows, poll }: Totals & { poll: RecordedPoll },
): Json {
  const { quorum_pct, thresholds, no_block } = manifest.rules
  const closed_at = new Date(manifest.closing_at)
  const rules = { quorum_pct, thresholds: thresholds as never, no_block }
  const decided = decisionOf({
    poll: { ...rules, poll_type: poll.rules.poll_type, opened_at: null, closing_at: null, closed_at },
    results: { shown: true, rows, sums: tally.sums, as_of: tally.cast_count, named: false, open: null },
    voters_count: roll.length,
    decided_count: tally.cast_count,
    now: closed_at,
  })
  return verdictOf(decided)
}

/** What a record says of a decision. Null: the poll has no rules. */
export function verdictOf({ rules, passed: kept }: ReturnType<typeof decisionOf>): Json {
  return rules.length === 0 ? null : { passed: kept, rules }
}

const isSame = (one: unknown, other: unknown): boolean =>
  canonical(one as Json) === canonical((other ?? null) as Json)
