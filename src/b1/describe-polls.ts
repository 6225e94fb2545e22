import { type TObject, type TSchema, Type } from 'typebox'
import { Envelope } from '../api/envelope.ts'
import { VotersEnvelope } from '../api/voters-envelope.ts'
import {
  answers,
  FORMS,
  IDEMPOTENCY,
  KEY_QUERY,
  MATCHING_ONCE,
  Ref,
  readAnswers,
  SECURITY,
  UNCHANGED,
} from './describe.ts'
import { VoterPaging } from './paging.ts'
import { described } from './params.ts'
import {
  CastParams,
  ClosingParams,
  InviteParams,
  NoParams,
  OutcomeParams,
  WithdrawParams,
} from './poll-act-params.ts'

/** How what is done with polls stands in the document. */

const MAY = 'Permission: manage_polls.'
const POLL = 'The poll as it is now: polls[0].'

type Act = {
  id: string
  summary: string
  description: string
  body?: TObject
  headers?: TObject
  answer?: TSchema
  says?: string
}

const act = ({
  id,
  summary,
  description,
  body = NoParams,
  headers = MATCHING_ONCE,
  answer = Envelope,
  says = POLL,
}: Act) => ({
  schema: {
    operationId: id,
    tags: ['Polls'],
    summary,
    description,
    consumes: FORMS,
    security: SECURITY,
    headers,
    params: Ref('poll'),
    body: described(body),
    response: answers(answer, says),
  },
})

export const OPEN_POLL = act({
  id: 'openPoll',
  summary: 'Open poll',
  description: `Opens a draft until closing_at, and tells all who hold a ballot. ${MAY}`,
  body: ClosingParams,
})

export const CLOSE_POLL = act({
  id: 'closePoll',
  summary: 'Close poll',
  description: `Ends voting now. What an anonymous poll counts is final: it never reopens. ${MAY}`,
})

export const REOPEN_POLL = act({
  id: 'reopenPoll',
  summary: 'Reopen poll',
  description: `Opens a closed poll again until closing_at; its ballots stand. Not for anonymous polls. ${MAY}`,
  body: ClosingParams,
})

export const CREATE_OUTCOME = act({
  id: 'createOutcome',
  summary: 'Publish outcome',
  description: `Says what was made of a closed poll's result, and tells those concerned. Published again it takes the place of what was said before, and nobody is told. ${MAY}`,
  body: OutcomeParams,
  says: 'The outcome: outcomes[0].',
})

export const REMIND_VOTERS = act({
  id: 'remindVoters',
  summary: 'Remind voters',
  description: `Reminds those who hold a ballot and have not voted, once in twelve hours at most. ${MAY}`,
})

export const INVITE_VOTERS = act({
  id: 'inviteVoters',
  summary: 'Invite voters',
  description: `Gives a ballot to these people, members of the group or not, and tells those who held none. ${MAY}`,
  body: InviteParams,
  headers: IDEMPOTENCY,
})

export const LIST_VOTERS = {
  schema: {
    operationId: 'listVoters',
    tags: ['Polls'],
    summary: 'List voters',
    description: `Who holds a ballot, and who has cast it, by id; of anonymous polls nothing but the numbers of the poll. ${MAY}`,
    security: SECURITY,
    headers: UNCHANGED,
    params: Ref('poll'),
    querystring: Type.Object({ ...KEY_QUERY, ...VoterPaging.properties }),
    response: readAnswers(
      VotersEnvelope,
      'The voters, with their users; meta.total counts all that were asked for.',
    ),
  },
}

const Choices = Type.Record(Type.String(), Type.Integer(), {
  description:
    'A number for each option named, by its name or its id. proposal, poll, count: 1; score: the score; ranked_choice: the rank, 1 the best; meeting: 0 no, 1 if need be, 2 yes, for every option; dot_vote: dots. In forms: choices[agree]=1.',
  examples: [{ agree: 1 }],
})

export const CAST_BALLOT = act({
  id: 'castBallot',
  summary: 'Cast ballot',
  description:
    'Casts or changes the ballot of somebody who holds one, and marks it as cast by this key, which its voter and all who may see the ballot are told. A ballot its voter cast stays: 409 ballot_of_voter. Anonymous polls take ballots from their voters only: 409 poll_anonymous. The same ballot again changes nothing; Idempotency-Key is not looked at. Permission: cast_ballots.',
  body: Type.Object({ ...CastParams.properties, choices: Choices }, { title: 'New ballot' }),
  headers: Type.Object({}),
  says: 'The ballot: stances[0], and its poll.',
})

export const WITHDRAW_BALLOT = act({
  id: 'withdrawBallot',
  summary: 'Withdraw ballot',
  description:
    'Takes back a ballot that a key has cast, while voting is open: its voter holds it, not cast. The voter may also be named in the query. Permission: cast_ballots.',
  body: WithdrawParams,
  headers: Type.Object({}),
  says: 'The poll, without that vote.',
})
