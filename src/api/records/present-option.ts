import { type Static, Type } from 'typebox'
import { t } from '../../locales/say.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import type { PollOption } from '../../polls/poll-option.ts'
import { pollType } from '../../polls/types/index.ts'
import { Count, Record as Fields, Flag, Id, MaybeText, NullableInteger, Text } from '../wire.ts'

export const OptionRecord = Fields('Poll option', {
  id: Id('The option.'),
  poll_id: Id('Its poll.'),
  name: Text('Exactly as it was posted.'),
  label: Text('The name as shown to people.'),
  priority: Count('Its position in the display order, from 0; for meetings, by time.'),
  icon: MaybeText('The icon of a proposal option.'),
  color: Text('A colour, unique within the poll.'),
  meaning: MaybeText('Its description; null: none.'),
  total_score: NullableInteger('The sum of its scores; null while results are hidden.'),
  voter_scores: Type.Record(Type.String(), Type.Integer(), {
    description: 'Score by user id, without zeros except in meetings; {} if anonymous or hidden.',
  }),
  voter_scores_omitted: Type.Optional(
    Flag(
      'True if voter_scores is empty because more than 5 000 people have voted, or because this is a list, a webhook or the response to a ballot.',
    ),
  ),
})

export type WireOption = Static<typeof OptionRecord>

const COLORS = [
  '#2f6f9f',
  '#2e7d5b',
  '#8a6d1f',
  '#b3541e',
  '#7a4fa3',
  '#a3243b',
  '#3d7c88',
  '#5d6b2f',
] as const

export function presentOption(option: PollOption, { poll, results, voters }: LoadedPoll): WireOption {
  const { positions, tells_zeros } = pollType(poll.poll_type)
  const position = positions?.[option.name]
  return {
    id: option.id,
    poll_id: option.poll_id,
    name: option.name,
    label: position === undefined ? option.name : t(position.label),
    priority: option.priority,
    icon: position === undefined ? null : option.name,
    color: position?.color ?? COLORS[(option.slot - 1) % COLORS.length] ?? COLORS[0],
    meaning: option.meaning,
    total_score: results.shown ? (results.sums[option.slot - 1] ?? 0) : null,
    voter_scores: voterScores(option, voters.by_voter, tells_zeros),
    ...(voters.omitted ? { voter_scores_omitted: true } : {}),
  }
}

function voterScores(
  option: PollOption,
  ballots: LoadedPoll['voters']['by_voter'],
  zeros: boolean,
): Record<string, number> {
  const scores: Record<string, number> = {}
  for (const ballot of ballots) {
    const score = ballot.scores[option.slot - 1] ?? null
    if (score !== null && (score !== 0 || zeros)) scores[ballot.user_id] = score
  }
  return scores
}
