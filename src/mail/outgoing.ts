import { isOfGroup, isOfJoining, isOfThread, type Telling } from '../notifications/timely.ts'
import type { LinkSubject, PersonalLink } from '../users/personal-link.ts'
import type { CancelledMeeting, Meeting } from './texts/meeting.ts'

/** A mail about to be sent, with the facts that decide whether to send it. */
export type Outgoing = Telling & {
  id: number
  user_id: number
  email: string
  group: { id: number; handle: string; name: string }
  discreet: boolean
  /** How often an admin sent it again. */
  resends: number
  subject: string
  text_body: string
  html_body: string
  /** For the recipient's calendar. */
  meeting: Meeting | null
  cancels: CancelledMeeting | null
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
