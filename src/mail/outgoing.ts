import type { Event } from '../events/event.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { keyEndAfterReminder } from '../keys/api-key.ts'
import { isOpenedSince } from '../notifications/recipients.ts'
import { holdingOutcome, type Outcome } from '../polls/outcomes/outcome.ts'
import { type Poll, pollState } from '../polls/poll.ts'
import type { LinkSubject, PersonalLink } from '../users/personal-link.ts'
import type { CancelledMeeting, Meeting } from './texts/meeting.ts'

/** The recipient's relation to the group, thread and poll at the moment of sending. */
export type Standing = {
  /** The group is neither suspended nor deleted. */
  active: boolean
  muted: boolean
  member: boolean
  /** Has joined: the invitation is no longer needed. */
  accepted: boolean
  /** Reads the thread without being a member: invited to it, or to a poll in it. */
  thread_guest: boolean
  ballot_holder: boolean
  voted: boolean
  /** The comment that the mail is about was deleted. */
  comment_deleted: boolean
  /** A later mail has newer facts about the meeting. */
  overtaken: boolean
}

/** A mail about to be sent, with the facts that decide whether to send it. */
export type Outgoing = Standing & {
  id: number
  kind: MailKind
  event: Pick<Event, 'id' | 'kind' | 'created_at'>
  user_id: number
  email: string
  group: { id: number; handle: string; name: string }
  /** Null: none, or it is deleted. */
  thread: { id: number; key: string } | null
  poll: Pick<Poll, 'id' | 'key' | 'opened_at' | 'closing_at' | 'closed_at'> | null
  /** The outcome that the mail reports. `replaced`: a later outcome is reported instead. */
  outcome: (Pick<Outcome, 'created_at'> & { replaced: boolean }) | null
  only_undecided: boolean
  discreet: boolean
  /** How often an admin sent it again. */
  resends: number
  subject: string
  text_body: string
  html_body: string
  /** For the recipient's calendar. */
  meeting: Meeting | null
  cancels: CancelledMeeting | null
  now: Date
}

/** Whether this mail is still worth sending: its content still applies and concerns its recipient. */
export function isTimely(mail: Outgoing): boolean {
  if (!mail.active) return false
  if (mail.kind === 'group_invitation') return mail.member && !mail.accepted
  if (mail.muted) return false
  if (mail.kind === 'webhook_disabled' || isOfJoining(mail.kind)) return mail.member
  if (mail.kind === 'join_answer') return true
  if (mail.kind === 'key_ending') return mail.member && mail.now < keyEndAfterReminder(mail.event.created_at)
  if (isOfThread(mail.kind)) {
    return mail.thread !== null && (mail.member || mail.thread_guest) && !mail.comment_deleted
  }
  // People who may no longer see a poll get no mails about it.
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

type JoiningMail = 'join_request' | 'join_flood'

/** Mails to admins that link to a page on which they sign in. */
function isOfJoining(kind: MailKind): kind is JoiningMail {
  return kind === 'join_request' || kind === 'join_flood'
}

type GroupMail = 'group_invitation' | 'webhook_disabled' | 'key_ending' | 'join_answer'

/** Mails about a group that link to it. */
function isOfGroup(kind: MailKind): kind is GroupMail {
  return ['group_invitation', 'webhook_disabled', 'key_ending', 'join_answer'].includes(kind)
}

type ThreadMail = 'announcement' | 'thread_invitation' | 'mention' | 'comment_reply'

/** Mails about a thread that link to it. */
function isOfThread(kind: MailKind): kind is ThreadMail {
  return ['announcement', 'thread_invitation', 'mention', 'comment_reply'].includes(kind)
}

/**
 * What the mail's button leads to, and the link to make for it. Null: the subject is gone, so there is no
 * link.
 */
export function linkOf(mail: Outgoing): { subject: LinkSubject; link: PersonalLink } | null {
  const { kind, poll, thread, group, user_id, discreet } = mail
  const bare = { user_id, group_id: group.id, discussion_id: null, poll_id: null, discreet }
  if (isOfJoining(kind)) return null
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
 * The recipient's unsubscribe link for the group. It outlives the poll because it reveals nothing about a
 * vote.
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
