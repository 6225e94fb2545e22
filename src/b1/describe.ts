import { type TSchema, Type } from 'typebox'
import { Envelope, ListEnvelope } from '../api/envelope.ts'
import { Problem } from '../api/problem-record.ts'
import { ListOf, Record } from '../api/wire.ts'
import { DiscussionPaging, PollPaging } from './paging.ts'
import { DiscussionParams, described, MembershipParams, PagingParams, PollParamsA } from './params.ts'

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

/** Of what is read: whoever has the same already is told no more than that. */
export const readAnswers = (success: TSchema, description: string) => ({
  ...answers(success, description),
  304: { description: 'If-None-Match names the ETag of this answer: you have it.', type: 'null' },
})

export const UNCHANGED = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({ description: 'The ETag of the answer you have: 304 while there is no other.' }),
  ),
})
const IF_MATCH = {
  'if-match': Type.Optional(
    Type.String({
      description:
        'The ETag of the record as you read it: 412 `precondition_failed` when it was edited since.',
    }),
  ),
}
export const MATCHING = Type.Object(IF_MATCH)
export const MATCHING_ONCE = Type.Object({ ...IDEMPOTENCY.properties, ...IF_MATCH })

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

export const SHOW_DISCUSSION = {
  schema: {
    operationId: 'showDiscussion',
    tags: ['Discussions'],
    summary: 'Show discussion',
    description: 'A thread of the group of the key.',
    security: SECURITY,
    params: Ref('thread'),
    headers: UNCHANGED,
    querystring: Type.Object(KEY_QUERY),
    response: readAnswers(Envelope, 'The thread: discussions[0].'),
  },
}

export const LIST_DISCUSSIONS = {
  schema: {
    operationId: 'listDiscussions',
    tags: ['Discussions'],
    summary: 'List discussions',
    description: 'The threads of the group of the key, newest first.',
    security: SECURITY,
    headers: UNCHANGED,
    querystring: Type.Object({ ...KEY_QUERY, ...DiscussionPaging.properties }),
    response: readAnswers(ListEnvelope, 'The threads; meta.total counts all of this status.'),
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

export const SHOW_POLL = {
  schema: {
    operationId: 'showPoll',
    tags: ['Polls'],
    summary: 'Show poll',
    description:
      'A poll of the group of the key, with its results as far as a member who has not voted may see them.',
    security: SECURITY,
    params: Ref('poll'),
    headers: UNCHANGED,
    querystring: Type.Object(KEY_QUERY),
    response: readAnswers(Envelope, 'The poll: polls[0].'),
  },
}

export const LIST_POLLS = {
  schema: {
    operationId: 'listPolls',
    tags: ['Polls'],
    summary: 'List polls',
    description:
      'The polls of the group of the key, newest first, with their results as far as a member who has not voted may see them; who chose what is told by each poll alone.',
    security: SECURITY,
    headers: UNCHANGED,
    querystring: Type.Object({ ...KEY_QUERY, ...PollPaging.properties }),
    response: readAnswers(ListEnvelope, 'The polls; meta.total counts all of this status.'),
  },
}

export const LIST_MEMBERSHIPS = {
  schema: {
    operationId: 'listMemberships',
    tags: ['Memberships'],
    summary: 'List memberships',
    description:
      "The members of the key's group, pending ones too, by id. Permission: read_memberships. The key may also stand in a form-encoded body, also of a POST that names neither emails nor remove_absent.",
    security: SECURITY,
    headers: UNCHANGED,
    querystring: Type.Object({ ...KEY_QUERY, ...PagingParams.properties }),
    response: readAnswers(Envelope, 'The memberships, with their users; meta.total counts all of them.'),
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
