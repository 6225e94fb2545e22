import { type TSchema, Type } from 'typebox'
import { Envelope } from '../api/envelope.ts'
import { Problem } from '../api/problem-record.ts'
import { ListOf, Record } from '../api/wire.ts'
import { DiscussionParams, described, MembershipParams, PollParamsA } from './params.ts'

/** How each endpoint stands in the document, and by which schema its answer is written. */

export const FORMS = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data']
export const KEY_QUERY = {
  api_key: Type.Optional(Type.String({ description: 'Your API key, when not sent as a header.' })),
}
export const IDEMPOTENCY = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      description: 'Sent again within 24 h, the request is answered again and done once.',
      maxLength: 255,
    }),
  ),
})
export const Ref = (what: string) =>
  Type.Object({ ref: Type.String({ description: `The ${what}'s id (digits) or key.` }) })

export const MembersSetRecord = Record('Members set', {
  added_emails: ListOf(Type.String(), 'Addresses newly invited, in the order given.'),
  removed_emails: ListOf(Type.String(), 'Addresses of removed members, by membership.'),
})

const failure = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: Problem } },
})

export const answers = (success: TSchema, description: string) => ({
  200: { ...success, description },
  '4xx': failure('What is wrong and how to mend it. Nothing was done.'),
  503: failure('The database is away; try again after Retry-After seconds.'),
})

export const SECURITY = [{ bearer: [] }, { api_key: [] }]

export const CREATE_DISCUSSION = {
  schema: {
    operationId: 'createDiscussion',
    tags: ['Discussions'],
    summary: 'Create discussion',
    description: 'Starts a thread and tells its recipients. Permission: create_discussion.',
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    body: described(DiscussionParams),
    response: answers(Envelope, 'The thread: discussions[0].'),
  },
}

export const CREATE_POLL = {
  schema: {
    operationId: 'createPoll',
    tags: ['Polls'],
    summary: 'Create poll',
    description:
      'Makes a poll, gives out its ballots and tells its recipients. Permission: create_poll. Keys of variant B do not know voter_can_add_options, and notify nobody unless notify_recipients is true; then, of a poll for everyone, all who are given a ballot are told.',
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    body: described(PollParamsA),
    response: answers(Envelope, 'The poll: polls[0].'),
  },
}

export const SET_MEMBERSHIPS = {
  schema: {
    operationId: 'manageMemberships',
    tags: ['Memberships'],
    summary: 'Manage memberships',
    description:
      'Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed: this can remove every member. Permission: manage_memberships.',
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    body: described(MembershipParams),
    response: answers(Type.Union([MembersSetRecord, Envelope]), 'Who was invited and who was removed.'),
  },
}
