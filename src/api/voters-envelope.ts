import type { Static } from 'typebox'
import type { VotersPage } from '../polls/ballots/load-voters.ts'
import type { LoadedPoll } from '../polls/load-poll.ts'
import { ListEnvelope, listed, pollEnvelope, withUsers } from './envelope.ts'
import { Flag, Id, ListOf, MaybeId, OneOf, Record, Time, time } from './wire.ts'

const VoterRecord = Record('Voter', {
  id: Id('The user.'),
  poll_id: Id('The poll.'),
  user_id: Id('The user.'),
  voted: Flag('Whether the ballot has been cast.'),
  issued_as: OneOf(['member', 'thread_guest', 'named'], 'Why the voter got a ballot.'),
  inviter_id: Id('The person who gave it.'),
  created_at: Time('When it was given.'),
  api_key_id: MaybeId(
    'The API key that cast it for the voter; null: the voter cast it, or it has not been cast.',
  ),
})

export const VotersEnvelope = Record('Voters envelope', {
  ...ListEnvelope.properties,
  voters: ListOf(VoterRecord, 'The people who have a ballot; empty if votes are anonymous.'),
})

/** The response about who has voted; for anonymous polls only the poll's own numbers. */
export function votersEnvelope(
  loaded: LoadedPoll,
  { voters, users, total, next }: VotersPage,
): Static<typeof VotersEnvelope> {
  return {
    ...listed('voters', withUsers(pollEnvelope(loaded), users), { total, next }),
    voters: voters.map((voter) => ({
      id: voter.user_id,
      poll_id: loaded.poll.id,
      user_id: voter.user_id,
      voted: voter.voted,
      issued_as: voter.issued_as,
      inviter_id: voter.inviter_id,
      created_at: time(voter.issued_at),
      api_key_id: voter.api_key_id,
    })),
  }
}
