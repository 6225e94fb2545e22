import { Type } from 'typebox'
import { Envelope } from '../../api/envelope.ts'
import { answers, FORMS, IDEMPOTENCY, SECURITY } from '../../api/operations.ts'
import { DiscussionParams, described, MembershipParams, PollParamsA } from '../../api/params.ts'
import { MembersSetRecord } from '../../api/records/present-membership.ts'

/** How each endpoint stands in the document, and by which schema its answer is written. */

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
      'Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed: this can remove every member. A key may invite so many addresses new to the service in an hour (429 invites_limited), but the first such request of its hour passes whole, and mails beyond that number are spread over the next hours. Permission: manage_memberships.',
    consumes: FORMS,
    security: SECURITY,
    headers: IDEMPOTENCY,
    body: described(MembershipParams),
    response: answers(Type.Union([MembersSetRecord, Envelope]), 'Who was invited and who was removed.'),
  },
}
