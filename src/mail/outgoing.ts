import type { Event } from '../events/event.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { keyEndAfterReminder } from '../keys/api-key.ts'
import { isOpenedSince } from '../notifications/recipients.ts'
import { holdingOutcome, type Outcome } from '../polls/outcomes/outcome.ts'
import { type Poll, pollState } from '../polls/poll.ts'
import type { LinkSubject, PersonalLink } from '../users/personal-link.ts'
import type { CancelledMeeting, Meeting } from './texts/meeting.ts'

/** How the mail's person stands to the group, thread and poll at the moment of sending. */
export type Standing = {
  muted: boolean
  member: boolean
  /** Has joined: an invitation has done its work. */
  accepted: boolean
  /** Reads the thread without being a member: invited to it, or to a poll in it. */
  thread_guest: boolean
  ballot_holder: boolean
  voted: boolean
  /** The comment that the mail tells of is gone. */
  comment_deleted: boolean
  /** What it says of a meeting is told by a later mail. */
  overtaken: boolean
}

/** A mail about to be sent, with what decides whether it still should be. */
export type Outgoing = Standing & {
  id: number
  kind: MailKind
  event: Pick<Event, 'id' | 'kind' | 'created_at'>
  user_id: number
  email: string
  group: { id: number; handle: string; name: string }
  /** Null: none, or it is gone. */
  thread: { id: number; key: string } | null
  poll: Pick<Poll, 'id' | 'key' | 'opened_at' | 'closing_at' | 'closed_at'> | null
  /** The outcome that the mail tells of; replaced: a later one is told in its place. */
  outcome: (Pick<Outcome, 'created_at'> & { replaced: boolean }) | null
  only_undecided: boolean
  discreet: boolean
  /** How often it was sent again by hand. */
  resends: number
  subject: string
  text_body: string
  html_body: string
  /** For its reader's calendar. */
  meeting: Meeting | null
  cancels: CancelledMeeting | null
  now: Date
}

/** Whether this mail's moment has not passed: what it says still holds and still concerns its person. */
export function isTimely(mail: Outgoing): boolean {
  if (mail.kind === 'group_invitation') return mail.member && !mail.accepted
  if (mail.muted) return false
  if (mail.kind === 'webhook_disabled') return mail.member
  if (mail.kind === 'key_ending') return mail.member && mail.now < keyEndAfterReminder(mail.event.created_at)
  if (isOfThread(mail.kind)) {
    return mail.thread !== null && (mail.member || mail.thread_guest) && !mail.comment_deleted
  }
  // To whom a poll is not shown any more nothing is told of it.
  if (!(mail.member || mail.ballot_holder)) return false
  if (mail.kind === 'meeting_cancelled') return !mail.overtaken
  if (mail.poll === null) return false
  const { is } = pollState(mail.poll, mail.now)
  switch (mail.kind) {
    case 'vote_invitation':
      return mail.ballot_holder && is !== 'closed' && !isOpenedSince(mail.event, mail.poll)
    case 'closing_soon':
      return is === 'open' && !(mail.only_undecided && (mail.voted || !mail.ballot_holder))
    case 'poll_closed':
      return is === 'closed'
    case 'outcome':
    case 'outcome_review':
      return holdingOutcome(mail.outcome, mail.poll, mail.now)?.replaced === false
  }
}

type GroupMail = 'group_invitation' | 'webhook_disabled' | 'key_ending'

/** Mails that tell of a group, and lead to it. */
function isOfGroup(kind: MailKind): kind is GroupMail {
  return ['group_invitation', 'webhook_disabled', 'key_ending'].includes(kind)
}

type ThreadMail = 'announcement' | 'thread_invitation' | 'mention' | 'comment_reply'

/** Mails that tell of a thread, and lead to it. */
function isOfThread(kind: MailKind): kind is ThreadMail {
  return ['announcement', 'thread_invitation', 'mention', 'comment_reply'].includes(kind)
}

/**
 * What the mail's button leads to, and the link that is made for it. Null: what it is about is gone, and
 * there is none.
 */
export function linkOf(mail: Outgoing): { subject: LinkSubject; link: PersonalLink } | null {
  const { kind, poll, thread, group, user_id, discreet } = mail
  const bare = { user_id, group_id: group.id, discussion_id: null, poll_id: null, discreet }
  if (isOfGroup(kind)) {
    const purpose = 'invitation'
    return { subject: { purpose, handle: group.handle }, link: { ...bare, purpose } }
  }
  if (isOfThread(kind)) {
    const purpose = 'thread'
    if (thread === null) return null
    return { subject: { purpose, key: thread.key }, link: { ...bare, purpose, discussion_id: thread.id } }
  }
  const purpose = 'ballot'
  if (poll === null) return null
  return { subject: { purpose, key: poll.key }, link: { ...bare, purpose, poll_id: poll.id } }
}

/**
 * The link by which this person stops the group's mails. It outlives the poll: it says nothing of any vote.
 */
export function unsubscribeLink(mail: Outgoing): PersonalLink {
  return {
    purpose: 'unsubscribe',
    user_id: mail.user_id,
    group_id: mail.group.id,
    discussion_id: null,
    poll_id: null,
    discreet: false,
  }
}
