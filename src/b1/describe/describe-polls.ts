import { Type } from 'typebox'
import { PollChanges } from '../../api/change-params.ts'
import { ListEnvelope } from '../../api/envelope.ts'
import { doing, IF_MATCHING, OTHERWISE, Ref, reading, removing } from '../../api/operations.ts'
import { VotersEnvelope } from '../../api/voters-envelope.ts'
import { POLL_TYPE_NAMES, pollType } from '../../polls/types/index.ts'
import { PollPaging, VoterPaging } from '../paging.ts'
import {
  CastParams,
  ClosingParams,
  InviteParams,
  OptionParams,
  OutcomeParams,
  WithdrawParams,
} from '../poll-act-params.ts'

/** How polls and what is done with them stand in the document. */

const MAY = 'Permission: manage_polls.'
const poll = { tag: 'Polls', params: Ref('poll'), says: 'The poll as it is now: polls[0].' }

export const LIST_POLLS = reading({
  id: 'listPolls',
  tag: 'Polls',
  summary: 'List polls',
  description:
    'The polls of the group of the key, newest first, with their results as far as a member who has not voted may see them; who chose what is told by each poll alone.',
  query: PollPaging.properties,
  answer: ListEnvelope,
  says: 'The polls; meta.total counts all of this status.',
})

export const SHOW_POLL = reading({
  ...poll,
  id: 'showPoll',
  summary: 'Show poll',
  description:
    'A poll of the group of the key, with its results as far as a member who has not voted may see them.',
  says: 'The poll: polls[0].',
})

export const CHANGE_POLL = doing({
  ...poll,
  id: 'changePoll',
  summary: 'Change poll',
  description: `Writes the fields that are given anew, of a draft or an open poll. ${OTHERWISE} ${MAY}`,
  body: PollChanges,
})

export const DELETE_POLL = removing({
  ...poll,
  id: 'deletePoll',
  summary: 'Delete poll',
  description: `Takes a poll away: it is found nowhere any more, takes no votes, and nobody hears of it. ${MAY}`,
  says: 'The poll as it was: polls[0].',
})

export const OPEN_POLL = doing({
  ...poll,
  id: 'openPoll',
  summary: 'Open poll',
  description: `Opens a draft until closing_at, and tells all who hold a ballot. ${MAY}`,
  body: ClosingParams,
})

export const CLOSE_POLL = doing({
  ...poll,
  id: 'closePoll',
  summary: 'Close poll',
  description: `Ends voting now. What an anonymous poll counts is final: it never reopens. ${MAY}`,
})

export const REOPEN_POLL = doing({
  ...poll,
  id: 'reopenPoll',
  summary: 'Reopen poll',
  description: `Opens a closed poll again until closing_at; its ballots stand. Not for anonymous polls. ${MAY}`,
  body: ClosingParams,
})

export const ADD_OPTIONS = doing({
  ...poll,
  id: 'addOptions',
  summary: 'Add options',
  description: `Adds options to a draft or an open poll; ballots already cast leave them unanswered. Not to proposals, and not to an anonymous poll in which somebody has voted (409 poll_anonymous): ballots without the new option would stand out. ${MAY}`,
  body: OptionParams,
})

export const CREATE_OUTCOME = doing({
  ...poll,
  id: 'createOutcome',
  summary: 'Publish outcome',
  description: `Says what was made of a closed poll's result, and tells those concerned. Published again it takes the place of what was said before, and nobody is told, unless a meeting gets another time. ${MAY}`,
  body: OutcomeParams,
  says: 'The outcome: outcomes[0].',
})

export const REMIND_VOTERS = doing({
  ...poll,
  id: 'remindVoters',
  summary: 'Remind voters',
  description: `Reminds those who hold a ballot and have not voted, once in twelve hours at most. ${MAY}`,
})

export const INVITE_VOTERS = doing({
  ...poll,
  id: 'inviteVoters',
  summary: 'Invite voters',
  description: `Gives a ballot to these people, members of the group or not, and tells those who held none. ${MAY}`,
  body: InviteParams,
})

export const LIST_VOTERS = reading({
  ...poll,
  id: 'listVoters',
  summary: 'List voters',
  description: `Who holds a ballot, and who has cast it, by id; of anonymous polls nothing but the numbers of the poll. ${MAY}`,
  query: VoterPaging.properties,
  answer: VotersEnvelope,
  says: 'The voters: voters[0] and on, with their users; meta.total counts all that were asked for.',
})

/** "proposal, poll, count: 1; score: the score; …" */
function numbersByType(): string {
  const types = new Map<string, string[]>()
  for (const name of POLL_TYPE_NAMES) {
    const { number } = pollType(name).words
    types.set(number, [...(types.get(number) ?? []), name])
  }
  return [...types].map(([number, names]) => `${names.join(', ')}: ${number}`).join('; ')
}

const Choices = Type.Record(Type.String(), Type.Integer(), {
  description: `A number for each option named, by its name or its id. ${numbersByType()}. In forms: choices[agree]=1.`,
  examples: [{ agree: 1 }],
})

export const CAST_BALLOT = doing({
  ...poll,
  id: 'castBallot',
  summary: 'Cast ballot',
  description:
    'Casts or changes the ballot of somebody who holds one, and marks it as cast by this key, which its voter and all who may see the ballot are told. A ballot its voter cast stays: 409 ballot_of_voter. Anonymous polls take ballots from their voters only: 409 poll_anonymous. The same ballot again changes nothing; Idempotency-Key is not looked at. Permission: cast_ballots.',
  body: Type.Object({ ...CastParams.properties, choices: Choices }, { title: 'New ballot' }),
  headers: IF_MATCHING,
  says: 'The ballot: stances[0], and its poll.',
})

export const WITHDRAW_BALLOT = doing({
  ...poll,
  id: 'withdrawBallot',
  summary: 'Withdraw ballot',
  description:
    'Takes back a ballot that a key has cast, while voting is open: its voter holds it, not cast. The voter may also be named in the query. Permission: cast_ballots.',
  body: WithdrawParams,
  headers: IF_MATCHING,
  says: 'The poll, without that vote.',
})
