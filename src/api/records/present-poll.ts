import { type Static, Type } from 'typebox'
import { electedOptions } from '../../polls/counts/elected.ts'
import { COUNT_METHOD_NAMES, chosenMethod } from '../../polls/counts/methods.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import {
  CLOSING_SOON_AUDIENCES,
  choiceLimits,
  HIDE_RESULTS,
  type Poll,
  pollState,
  REASON_RULES,
} from '../../polls/poll.ts'
import { costsOf } from '../../polls/poll-option.ts'
import type { ResultRow } from '../../polls/results/tally/result-rows.ts'
import { POLL_TYPE_NAMES, pollType } from '../../polls/types/index.ts'
import { OptionCostsField } from '../count-fields.ts'
import { ThresholdRecord } from '../rule-fields.ts'
import {
  Count,
  Decimal,
  Flag,
  Id,
  ListOf,
  MaybeDecimal,
  MaybeId,
  MaybeOneOf,
  MaybeText,
  MaybeTime,
  maybeTime,
  NullableInteger,
  OneOf,
  Record,
  Text,
  Time,
  time,
} from '../wire.ts'
import { NO_EXTRAS } from './constants.ts'
import { EXTRA_FIELDS } from './present-discussion.ts'

const ResultRecord = Record('Result', {
  poll_option_id: Id('The option.'),
  name: Text("The option's name."),
  rank: Count('1 for the highest score; equal scores share a rank.'),
  score: Decimal('The sum of its scores.'),
  score_percent: Decimal('Its share of the sum of all scores, in percent.'),
  max_score_percent: Decimal('Its score as a percentage of the highest score.'),
  voter_percent: Decimal('Its voters as a percentage of the ballots cast.'),
  voter_count: Count('The number of voters who chose it (score polls: gave it a score).'),
  average: MaybeDecimal('The average score of those who answered it; null when nobody did.'),
  voter_ids: ListOf(Type.Integer(), 'The voters who chose it; empty if anonymous.'),
})

export const PollRecord = Record('Poll', {
  id: Id('The poll.'),
  key: Text('Eight letters and digits; the page is /p/KEY.'),
  title: Text('The title.'),
  details: MaybeText('The body text.'),
  details_format: OneOf(['md', 'html'], 'The format of details.'),
  poll_type: OneOf(POLL_TYPE_NAMES, 'The type of poll.'),
  group_id: Id('Its group.'),
  discussion_id: MaybeId('The thread it belongs to.'),
  author_id: Id('The person who created it.'),
  created_at: Time('When it was created.'),
  updated_at: Time('When its settings last changed.'),
  opened_at: MaybeTime('When voting opened; null for a draft.'),
  closing_at: MaybeTime('When voting closes; null for a draft ("Work in progress").'),
  closed_at: MaybeTime('When voting closed; null until then.'),
  anonymous: Flag('Nobody can see who voted how.'),
  receipts: Flag('Each voter gets a signed receipt for the ballot.'),
  open_link: Flag('Anyone with a link can vote in addition to the voters.'),
  hide_results: OneOf(HIDE_RESULTS, 'How long results are hidden.'),
  hide_results_until_closed: Flag('Whether hide_results is until_closed.'),
  specified_voters_only: Flag('Only the people named can vote.'),
  voter_can_add_options: Flag('Voters can add options.'),
  shuffle_options: Flag('Each voter sees the options in a different order.'),
  notify_on_closing_soon: OneOf(CLOSING_SOON_AUDIENCES, 'The people reminded 24 hours before voting closes.'),
  multiple_choice: Flag('A ballot can name several options.'),
  min_score: Count('The lowest score.'),
  max_score: Count('The highest score.'),
  dots_per_person: Count('The number of dots each voter has.'),
  minimum_stance_choices: Count('The least number of options on a ballot.'),
  maximum_stance_choices: Count('The greatest number of options on a ballot.'),
  agree_target: NullableInteger('The number of people needed.'),
  can_respond_maybe: Flag('Meetings: "if need be" is offered.'),
  stance_reason_required: OneOf(REASON_RULES, 'Whether voters can or must give reasons.'),
  quorum_pct: NullableInteger('The percentage of voters who must vote for it to pass; null: no minimum.'),
  thresholds: ListOf(
    ThresholdRecord,
    'The shares that options must reach, or must not exceed, for it to pass.',
  ),
  no_block: Flag('A single block makes the proposal fail.'),
  count_method: MaybeOneOf(
    COUNT_METHOD_NAMES,
    'How ballots are counted; null if the poll type allows no choice.',
  ),
  seats: Count('The number of options to elect.'),
  budget: NullableInteger('equal_shares: the total that can be spent; otherwise null.'),
  option_costs: OptionCostsField('equal_shares: the cost of each option, by option name; otherwise {}.'),
  elected_option_ids: ListOf(
    Type.Integer(),
    'The elected options, in the order of their election; empty until voting has closed, and while results are hidden.',
  ),
  poll_option_names: ListOf(Type.String(), 'In display order.'),
  poll_option_ids: ListOf(Type.Integer(), 'In display order.'),
  voters_count: Count('The number of ballots given out.'),
  undecided_voters_count: Count('The number of ballots not cast yet.'),
  decided_voters_count: Count('Ballots cast.'),
  cast_stances_pct: Count('The percentage of ballots cast, rounded down.'),
  stance_counts: ListOf(
    Type.Integer(),
    'Score per option, in display order; empty while results are hidden.',
  ),
  total_score: NullableInteger('The sum of all scores; null while results are hidden.'),
  results: ListOf(ResultRecord, 'In the order of the poll type; empty while results are hidden.'),
  results_visible: Flag('Whether this key may see the results now.'),
  results_as_of: NullableInteger(
    'The number of ballots in the shown results; null while results are hidden.',
  ),
  open_voters_count: Count('The number of votes by open links. None of the figures above include them.'),
  open_results: ListOf(
    ResultRecord,
    'The same for the votes by open links alone; empty while results are hidden, or if there are none.',
  ),
  current_outcome_id: MaybeId('The latest outcome.'),
  my_stance_id: MaybeId("The key's own ballot: always null, because bots do not vote."),
  created_event_id: Id('The event that started it.'),
  discarded_at: MaybeTime('Always null: discarded polls are not found.'),
  ...EXTRA_FIELDS,
  versions_count: Count('The number of versions of its settings.'),
  custom_fields: Type.Record(Type.String(), Type.String(), { description: 'Always {}.' }),
})

export type WirePoll = Static<typeof PollRecord>

export function presentPoll(loaded: LoadedPoll): WirePoll {
  const { poll, options, results } = loaded
  return {
    ...settings(loaded),
    elected_option_ids: electedOptions(loaded).map(({ id }) => id),
    poll_option_names: options.map((option) => option.name),
    poll_option_ids: options.map((option) => option.id),
    ...turnout(loaded),
    stance_counts: results.shown ? options.map((option) => results.sums[option.slot - 1] ?? 0) : [],
    total_score: results.shown ? results.sums.reduce((sum, score) => sum + score, 0) : null,
    results: results.shown ? results.rows.map((row) => presentResult(row, loaded)) : [],
    results_visible: results.shown,
    results_as_of: results.shown ? results.as_of : null,
    open_voters_count: loaded.open_count,
    open_results: results.shown ? (results.open?.rows ?? []).map((row) => presentTotals(row)) : [],
    current_outcome_id: loaded.outcome?.outcome.id ?? null,
    my_stance_id: null,
    created_event_id: loaded.event.id,
    discarded_at: null,
    tag_ids: poll.tags.map(({ id }) => id),
    ...NO_EXTRAS,
    content_locale: loaded.poll.content_locale,
    versions_count: poll.version,
    custom_fields: {},
  }
}

/** Everything except its options and result: known before anyone votes. */
function settings({ poll, now, options }: LoadedPoll) {
  const { least, most } = choiceLimits(poll, options.length)
  const state = pollState(poll, now)
  return {
    id: poll.id,
    key: poll.key,
    title: poll.title,
    details: poll.details,
    details_format: poll.details_format,
    poll_type: poll.poll_type,
    group_id: poll.group_id,
    discussion_id: poll.discussion_id,
    author_id: poll.author_id,
    created_at: time(poll.created_at),
    updated_at: time(poll.updated_at),
    opened_at: maybeTime(poll.opened_at),
    closing_at: maybeTime(poll.closing_at),
    closed_at: state.is === 'closed' ? time(state.at) : null,
    ...secrecy(poll),
    specified_voters_only: poll.specified_voters_only,
    voter_can_add_options: poll.voter_can_add_options,
    shuffle_options: poll.shuffle_options,
    notify_on_closing_soon: poll.notify_on_closing_soon,
    multiple_choice: pollType(poll.poll_type).answered_by === 'choosing' && most > 1,
    min_score: poll.min_score,
    max_score: poll.max_score,
    dots_per_person: poll.dots_per_person,
    minimum_stance_choices: least,
    maximum_stance_choices: most,
    agree_target: poll.agree_target,
    can_respond_maybe: poll.can_respond_maybe,
    stance_reason_required: poll.stance_reason_required,
    quorum_pct: poll.quorum_pct,
    thresholds: poll.thresholds,
    no_block: poll.no_block,
    count_method: chosenMethod(poll),
    seats: poll.seats,
    budget: poll.budget,
    option_costs: costsOf(options),
  }
}

function secrecy({ anonymous, receipts, open_link, hide_results }: Poll) {
  const hide_results_until_closed = hide_results === 'until_closed'
  return { anonymous, receipts, open_link, hide_results, hide_results_until_closed }
}

/** The number of voters and of votes: never hidden. */
function turnout({ voters_count, decided_count }: LoadedPoll) {
  return {
    voters_count,
    undecided_voters_count: voters_count - decided_count,
    decided_voters_count: decided_count,
    cast_stances_pct: voters_count === 0 ? 0 : Math.floor((decided_count * 100) / voters_count),
  }
}

function presentResult(row: ResultRow, { poll, voters }: LoadedPoll): Static<typeof ResultRecord> {
  const counted = pollType(poll.poll_type).counted
  const chose = (score: number | null | undefined) =>
    score !== null && score !== undefined && (counted === 'answers' || score > 0)
  const voter_ids = voters.by_voter
    .filter((ballot) => chose(ballot.scores[row.option.slot - 1]))
    .map((ballot) => ballot.user_id)
  return { ...presentTotals(row), voter_ids }
}

/** Without those who chose it. */
function presentTotals(row: ResultRow): Static<typeof ResultRecord> {
  return {
    poll_option_id: row.option.id,
    name: row.option.name,
    rank: row.rank,
    score: row.score,
    score_percent: hundredths(row.score_percent),
    max_score_percent: hundredths(row.max_score_percent),
    voter_percent: hundredths(row.voter_percent),
    voter_count: row.voter_count,
    average: row.average === null ? null : hundredths(row.average),
    voter_ids: [],
  }
}

function hundredths(number: number): number {
  return Math.round(number * 100) / 100
}
