import { type Static, Type } from 'typebox'
import type { Scores } from '../../polls/ballots/ballot.ts'
import type { OwnBallot } from '../../polls/ballots/load-ballot.ts'
import type { Voter } from '../../polls/ballots/load-voter.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { Record as Fields, Flag, Id, MaybeId, MaybeText, MaybeTime, OneOf, Time, time } from '../wire.ts'

export const StanceRecord = Fields('Ballot', {
  id: Id('The id of the ballot, which stays the same when the vote changes.'),
  poll_id: Id('Its poll.'),
  participant_id: MaybeId('The voter; null where votes are anonymous.'),
  cast_at: Time('When it was cast in its current form.'),
  created_at: Time('When the ballot was given.'),
  latest: Flag('Whether this is the one that counts.'),
  admin: Flag('Always false.'),
  inviter_id: MaybeId('The person who gave it.'),
  revoked_at: MaybeTime('When it was withdrawn.'),
  option_scores: Type.Record(Type.String(), Type.Integer(), {
    description: 'Score by option id; ranks are returned as points.',
  }),
  reason: MaybeText('Why.'),
  reason_format: OneOf(['md', 'html'], 'The format of reason.'),
  my_stance: Flag("Whether it is the vote of the person making the request; never true for a group's key."),
  api_key_id: MaybeId('The API key that cast it for the voter; null: the voter cast it.'),
})

export type WireStance = Static<typeof StanceRecord>

/** A ballot of a named poll, for the key that has cast it. */
export function presentStance(
  ballot: Omit<OwnBallot, 'cast_by'>,
  voter: Pick<Voter, 'user_id' | 'inviter_id' | 'issued_at'>,
  { poll, options }: Pick<LoadedPoll, 'poll' | 'options'>,
): WireStance {
  return {
    id: ballot.id,
    poll_id: poll.id,
    participant_id: voter.user_id,
    cast_at: time(ballot.cast_at),
    created_at: time(voter.issued_at),
    latest: true,
    admin: false,
    inviter_id: voter.inviter_id,
    revoked_at: null,
    option_scores: scoresByOption(ballot.scores, options),
    reason: ballot.reason,
    reason_format: ballot.reason_format,
    my_stance: false,
    api_key_id: ballot.api_key_id,
  }
}

/** Scores by the ids of the answered options. */
function scoresByOption(scores: Scores, options: LoadedPoll['options']): Record<string, number> {
  return Object.fromEntries(
    options.flatMap((option): [number, number][] => {
      const score = scores[option.slot - 1] ?? null
      return score === null ? [] : [[option.id, score]]
    }),
  )
}
