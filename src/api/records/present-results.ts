import type { Static } from 'typebox'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { SHARES_AT, SHARES_OF } from '../../polls/results/decision-rules.ts'
import { percentBeside, type Ruling, verdictOf } from '../../polls/results/verdict.ts'
import { verdictSentence } from '../../polls/results/verdict-words.ts'
import {
  Count,
  Decimal,
  Flag,
  Id,
  ListOf,
  MaybeDecimal,
  MaybeFlag,
  MaybeText,
  NullableInteger,
  OneOf,
  Record,
  Text,
} from '../wire.ts'

const Share = (description: string) =>
  Decimal(`${description} Between 0 and 1, with four decimal places; 0 if there are none.`)

const OptionResultRecord = Record('Option result', {
  id: Id('The option.'),
  name: Text('Exactly as it was posted.'),
  score: Decimal('The sum of its scores.'),
  voter_count: Count('The number of voters who chose it (score polls: gave it a score).'),
  share_of_cast: Share('These voters as a share of the ballots counted.'),
  share_of_eligible: Share('These voters as a share of everyone who may vote.'),
  average: MaybeDecimal('The average score of those who answered it; null when nobody did.'),
  rank: Count('1 for the highest score; equal scores share a rank.'),
})

const RuleRecord = Record('Rule', {
  rule: OneOf(['threshold', 'no_block', 'quorum'], 'The kind of condition.'),
  option: MaybeText('The option it is about; null for the quorum.'),
  of: OneOf(SHARES_OF, 'Whether the share is of the ballots cast, or of everyone who may vote.'),
  at: OneOf(SHARES_AT, 'Whether the required number is a minimum or a maximum.'),
  required: Decimal('In percent; no_block: a number of blocks, 0.'),
  actual: MaybeDecimal(
    'The result so far, in percent with two decimal places, never rounded across the required share; no_block: the number of blocks. Null if this key may not see it.',
  ),
  passed: MaybeFlag(
    'Null until voting has closed and the result is visible, and for "most" if nobody voted: nothing was decided.',
  ),
})

export const DecisionRecord = Record('Decision', {
  passed: MaybeFlag(
    'Whether every condition is met. Null if the poll has no conditions, voting has not closed, its result is not visible yet, or nobody voted and nothing is required (only no_block and "most").',
  ),
  rules: ListOf(RuleRecord, "The poll's conditions, with their results."),
  sentence: Text('The same as a sentence.', {
    examples: [
      'Passed: 8 of 11 who voted agree (73%, at least 66% needed); 11 of 14 voted (79%, quorum 50%).',
    ],
  }),
})

export const ResultsRecord = Record('Results', {
  results_visible: Flag('Whether this key may see the results now.'),
  results_as_of: NullableInteger(
    'The number of ballots in the shown results; null while results are hidden.',
  ),
  options: ListOf(OptionResultRecord, 'In the order of the poll type; empty while results are hidden.'),
  turnout: Record('Turnout', {
    eligible: Count('The number of ballots given out.'),
    cast: Count('Ballots cast.'),
    share: Share('The ballots cast as a share of those given out.'),
  }),
  decision: DecisionRecord,
})

type WireResults = Static<typeof ResultsRecord>

/** A poll's result in numbers, as far as the gate shows it, and what its rules decide. */
export function presentResults(loaded: LoadedPoll): WireResults {
  const { results, voters_count: eligible, decided_count: cast } = loaded
  return {
    results_visible: results.shown,
    results_as_of: results.shown ? results.as_of : null,
    options: results.shown
      ? results.rows.map(({ option, score, voter_count, average, rank }) => ({
          id: option.id,
          name: option.name,
          score,
          voter_count,
          share_of_cast: shareOf(voter_count, results.as_of),
          share_of_eligible: shareOf(voter_count, eligible),
          average: average === null ? null : Math.round(average * 100) / 100,
          rank,
        }))
      : [],
    turnout: { eligible, cast, share: shareOf(cast, eligible) },
    decision: presentDecision(loaded),
  }
}

/** What a poll's rules decide about its result, as far as the gate shows it. */
export function presentDecision(loaded: LoadedPoll): Static<typeof DecisionRecord> {
  const verdict = verdictOf(loaded)
  return {
    passed: verdict.passed,
    rules: verdict.rulings.map(presentRuling),
    sentence: verdictSentence(verdict, loaded, (name) => name),
  }
}

function presentRuling({ actual, percent, ...ruling }: Ruling): Static<typeof RuleRecord> {
  const { rule, option, of, at, passed } = ruling
  const counted = rule === 'no_block' ? actual?.part : actual && percentBeside(actual, percent)
  return { rule, option, of, at, required: percent, actual: counted ?? null, passed }
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}
