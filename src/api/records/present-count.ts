import { countJson } from '@folkmoot/count'
import { type Static, Type } from 'typebox'
import type { CountedBallots } from '../../polls/counts/counting.ts'
import { methodOf } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import {
  Count,
  Flag,
  Id,
  ListOf,
  MaybeListOf,
  MaybeText,
  NullableInteger,
  Record as RecordOf,
  Text,
} from '../wire.ts'

const VOTES = { type: 'string', examples: ['12.34500'] } as const
const Votes = (description: string) => Type.Unsafe<string>({ ...VOTES, description })
const Names = (description: string) => ListOf(Type.String(), description)

const TransferRecord = RecordOf('Transfer', {
  from: MaybeText('The option whose votes are transferred; null: several at once, as in Meek counts.'),
  to: MaybeText('The option that receives them; null: they are exhausted.'),
  votes: Votes('How many.'),
})

const RoundRecord = RecordOf('Round', {
  votes: Type.Unsafe<Record<string, string>>({
    type: 'object',
    description: 'The votes of each option still in the count, by option name.',
    additionalProperties: VOTES,
  }),
  elected: Names('Elected in this round.'),
  excluded: Names('Excluded in this round.'),
  exhausted: Votes('The votes that no longer count for any option.'),
  transfers: ListOf(TransferRecord, 'How votes were transferred from the previous round.'),
})

const TieRecord = RecordOf('Tie', {
  options: Names('The tied options.'),
  by: Text('How it was settled.', { examples: ['lot'] }),
  chose: Text('The option chosen.'),
})

const OtherRecord = RecordOf('Other count', {
  method: Text('Another method that could count these ballots.'),
  elected: Names('The options it elects.'),
})

export const CountRecord = RecordOf('Count of ballots', {
  results_visible: Flag('Whether this key may see the results now.'),
  results_as_of: NullableInteger('The number of ballots counted; null while results are hidden.'),
  method: MaybeText('How the ballots are counted; null: polls of this type elect nothing.'),
  seats: Count('The number of options to elect.'),
  options: ListOf(
    RecordOf('Counted option', { id: Id('The option.'), name: Text('Its name.') }),
    'The options, in display order.',
  ),
  quota: MaybeText(
    'The number of votes needed for election, as a decimal number; null: the method has no quota.',
  ),
  valid: Count('The number of ballots that name an option.'),
  elected: Names('The elected options, in the order of their election; before voting closes: as of now.'),
  elected_option_ids: ListOf(Type.Integer(), 'The same, by their ids.'),
  rounds: ListOf(
    RoundRecord,
    'The rounds, in order; empty while results are hidden and before the first vote.',
  ),
  ties: ListOf(TieRecord, 'Ties, and how they were settled.'),
  ranking: MaybeListOf(
    Type.Array(Type.String()),
    'Groups of equally ranked options, best first; null: the method ranks none.',
  ),
  pairwise: Type.Unsafe<Record<string, Record<string, number>> | null>({
    type: ['object', 'null'],
    description:
      'The number of voters who prefer one option to another, by option names; null: the method does not compare pairs.',
    additionalProperties: { type: 'object', additionalProperties: { type: 'integer' } },
  }),
  others: ListOf(
    OtherRecord,
    'What other methods elect with the same ballots; empty until voting has closed.',
  ),
})

type WireCount = Static<typeof CountRecord>

/**
 * How a poll's ballots were counted, as far as the gate shows it. `counted` null: there is nothing to show.
 */
export function presentCount(loaded: LoadedPoll, counted: CountedBallots | null): WireCount {
  const { poll, options, results } = loaded
  const by_slot = [...options].sort((one, other) => one.slot - other.slot)
  return {
    results_visible: results.shown,
    results_as_of: results.shown ? results.as_of : null,
    method: methodOf(poll),
    seats: poll.seats,
    options: options.map(({ id, name }) => ({ id, name })),
    ...(counted === null ? NOTHING : presentRounds(counted, by_slot)),
    others: poll.closed_at === null ? [] : othersOf(counted, by_slot),
  }
}

type Rounds = Omit<WireCount, 'results_visible' | 'results_as_of' | 'method' | 'seats' | 'options' | 'others'>

const NOTHING: Rounds = {
  quota: null,
  valid: 0,
  elected: [],
  elected_option_ids: [],
  rounds: [],
  ties: [],
  ranking: null,
  pairwise: null,
}

type BySlot = LoadedPoll['options']

function presentRounds({ count }: CountedBallots, by_slot: BySlot): Rounds {
  const { quota, valid, elected, rounds, ties, ranking, pairwise } = countJson(
    count,
    by_slot.map(({ name }) => name),
  )
  return {
    quota,
    valid,
    elected,
    elected_option_ids: count.elected.flatMap((place) => by_slot[place]?.id ?? []),
    rounds,
    ties,
    ranking: ranking ?? null,
    pairwise: pairwise ?? null,
  }
}

function othersOf(counted: CountedBallots | null, by_slot: BySlot): WireCount['others'] {
  return (counted?.others ?? []).map(({ method, elected }) => ({
    method,
    elected: elected.map((slot) => by_slot[slot - 1]?.name ?? ''),
  }))
}
