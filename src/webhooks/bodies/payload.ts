import { presentComment } from '../../api/comments-envelope.ts'
import { discussionEnvelope, envelope, pollEnvelope, withUsers } from '../../api/envelope.ts'
import { presentMembership } from '../../api/records/present-membership.ts'
import { presentDecision } from '../../api/records/present-results.ts'
import { presentStance } from '../../api/records/present-stance.ts'
import { presentUser } from '../../api/records/present-user.ts'
import { time } from '../../api/wire.ts'
import { electedOptions } from '../../polls/counts/elected.ts'
import { publishedHead } from '../../polls/heads/published-head.ts'
import type { LoadedPoll } from '../../polls/load-poll.ts'
import { isFinal } from '../../polls/poll.ts'
import { describeEvent, type EventText } from './event-sentence.ts'
import { type EventView, isVote } from './event-view.ts'

/**
 * The JSON payload of a webhook: first the names that clients of such webhooks expect, then the event's ids,
 * then the records as the API returns them.
 */
export function payload(view: EventView, public_url: string): object {
  const { event, subject } = view
  const { path, ...text } = describeEvent(view)
  const of = (type: string) => (event.subject_type === type ? event.subject_id : null)
  return {
    kind: event.kind,
    url: `${public_url}${path}`,
    ...inOrder(text),
    poll_type: subject.about === 'poll' ? subject.loaded.poll.poll_type : null,
    id: event.id,
    occurred_at: time(event.created_at),
    group_id: event.group_id,
    discussion_id: event.discussion_id,
    poll_id: event.poll_id,
    comment_id: of('Comment'),
    outcome_id: of('Outcome'),
    // Identifies the voter: it stays when a vote changes.
    stance_id: isVote(event) && event.actor_id === null ? null : of('Stance'),
    membership_id: of('Membership'),
    actor_id: event.actor_id,
    ...closingOf(view),
    data: dataOf(view),
  }
}

type Closing = { decision: object | null; elected: string[] | null; head: string | null }

const NOT_CLOSED: Closing = { decision: null, elected: null, head: null }

/**
 * Of a poll whose voting has closed: what its rules decide, the names of the options it elected, and the
 * signed head, null until it is signed.
 */
function closingOf({ subject }: EventView): Closing {
  if (subject.about !== 'poll') return NOT_CLOSED
  const { loaded, head } = subject
  if (!isFinal(loaded.poll, loaded.now)) return NOT_CLOSED
  return {
    decision: presentDecision(loaded),
    elected: electedOptions(loaded).map(({ name }) => name),
    head: head === null ? null : publishedHead(head).head,
  }
}

function inOrder({ text, title, group_name, actor_name }: Omit<EventText, 'path'>) {
  return { text, title, group_name, actor_name }
}

function dataOf(view: EventView): object {
  const { subject, actor } = view
  switch (subject.about) {
    case 'poll':
      return pollOf(view, subject.loaded)
    case 'thread':
      return discussionEnvelope({ ...subject.thread, in_group: subject.in_group })
    case 'comment': {
      const { thread, in_group, comment } = subject
      const answer = withUsers(discussionEnvelope({ ...thread, in_group }), [comment.author])
      return { ...answer, comments: [presentComment(comment)] }
    }
    case 'group': {
      const { member } = view
      const users = [actor, member?.user ?? null].filter((user) => user !== null)
      return {
        ...envelope('memberships', subject.in_group, { users: users.map(presentUser) }),
        memberships: member === null ? [] : [membershipOf(member.membership)],
      }
    }
  }
}

/** Addresses are only for readers of memberships. */
function membershipOf(membership: NonNullable<EventView['member']>['membership']): object {
  return { ...presentMembership({ ...membership, email: '' }), user_email: null }
}

/** The poll with the event's vote, if that is visible. */
function pollOf({ actor, vote }: EventView, loaded: LoadedPoll): object {
  const answer = withUsers(pollEnvelope(loaded), actor === null ? [] : [actor])
  return vote === null ? answer : { ...answer, stances: [presentStance(vote.ballot, vote.voter, loaded)] }
}
