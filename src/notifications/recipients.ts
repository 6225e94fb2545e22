import type { Event } from '../events/event.ts'
import { type ClosingSoonAudience, type Poll, pollState } from '../polls/poll.ts'

/** The mails there are. */
export const MAIL_KINDS = [
  'group_invitation',
  'thread_invitation',
  'vote_invitation',
  'announcement',
  'closing_soon',
  'poll_closed',
  'mention',
  'comment_reply',
  'outcome',
  'outcome_review',
  'meeting_cancelled',
  'webhook_disabled',
  'key_ending',
] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/**
 * Whom an event is told to: those it names, a poll's author, holders of its ballots (or only the undecided), all whom
 * its result concerns, those of them who do not know it as it is now, those who know a time that no longer holds, nobody.
 */
export type Audience =
  | 'named'
  | 'author'
  | 'voters'
  | 'undecided_voters'
  | 'concerned'
  | 'uninformed'
  | 'misinformed'
  | 'nobody'

/** What matters about a person when deciding whether and how to tell them. */
export type PersonFacts = {
  user_id: number
  bot: boolean
  /** Asked this group's mails to stop. */
  muted: boolean
  /** A member of the group, pending ones too. */
  member: boolean
  /** Named by the comment that the event is about. */
  mentioned: boolean
  /** Was told a time of the meeting that the event is about, which has none any more. */
  loses_time?: boolean
  time_zone: string
}

type Happened = Pick<Event, 'kind' | 'actor_id' | 'created_at'>
type PollFacts = Pick<Poll, 'opened_at' | 'closing_at' | 'closed_at' | 'notify_on_closing_soon'>

/** Whether this event is told to anybody by mail, as far as it can say by itself. */
export function tells({ kind, recipient_ids }: Pick<Event, 'kind' | 'recipient_ids'>): boolean {
  return MAIL_OF[kind] !== undefined && (recipient_ids.length > 0 || BY_ROLE.has(kind))
}

/** Told to people for what they are to the poll, and not by name. */
const BY_ROLE = new Set<Event['kind']>([
  'poll_closing_soon',
  'vote_reminder',
  'poll_expired',
  'poll_closed_by_user',
  'outcome_created',
  'outcome_updated',
  'poll_reopened',
  'poll_discarded',
])

/** Whom this event is told to, as the poll stands at `now`. What has been overtaken is told to nobody. */
export function audienceOf(event: Happened, poll: PollFacts | null, now: Date): Audience {
  if (NAMED.has(event.kind)) return 'named'
  if (WITHDRAWING.has(event.kind)) return 'misinformed'
  if (poll === null) return 'nobody'
  const { is } = pollState(poll, now)
  switch (event.kind) {
    case 'poll_created':
      return is === 'closed' || openedSince(event, poll) ? 'nobody' : 'named'
    case 'poll_opened':
    case 'voters_invited':
      return is === 'open' ? 'named' : 'nobody'
    case 'poll_closing_soon':
      return is === 'open' ? CLOSING_SOON[poll.notify_on_closing_soon] : 'nobody'
    case 'vote_reminder':
      return is === 'open' ? 'undecided_voters' : 'nobody'
    case 'poll_expired':
    case 'poll_closed_by_user':
      return is === 'closed' ? 'author' : 'nobody'
    case 'outcome_created':
      return is === 'closed' ? 'concerned' : 'nobody'
    case 'outcome_updated':
      return is === 'closed' ? 'uninformed' : 'nobody'
    case 'outcome_review_due':
      return is === 'closed' ? 'named' : 'nobody'
    default:
      return 'nobody'
  }
}

/** Told to those the event names, whatever became of anything since. */
const NAMED = new Set<Event['kind']>([
  'new_discussion',
  'discussion_announced',
  'membership_created',
  'webhook_disabled',
  'key_ending',
  'new_comment',
  'comment_edited',
])

/** What was settled is not any more. */
const WITHDRAWING = new Set<Event['kind']>(['poll_reopened', 'poll_discarded'])

const CLOSING_SOON: Record<ClosingSoonAudience, Audience> = {
  nobody: 'nobody',
  author: 'author',
  voters: 'voters',
  undecided_voters: 'undecided_voters',
}

/** A draft that was opened after it was told of: its opening is told by itself. */
export function openedSince(event: Pick<Event, 'created_at'>, poll: Pick<Poll, 'opened_at'>): boolean {
  return poll.opened_at !== null && poll.opened_at > event.created_at
}

/** Who stands behind a poll, as facts. */
export type Authorship = {
  author_id: number
  author_is_bot: boolean
  /** The person who issued the poll's key, while a member of its group. */
  issuer_id: number | null
  admin_ids: number[]
}

/** The people who are told what an author is told. A poll made by a key is its issuer's, or the group's admins'. */
export function authorsOf({ author_id, author_is_bot, issuer_id, admin_ids }: Authorship): number[] {
  if (!author_is_bot) return [author_id]
  return issuer_id === null ? admin_ids : [issuer_id]
}

/**
 * By which mail this person is told, or null: bots never are, nobody is told of what they did themselves (but a calendar
 * of theirs may have to be), and who muted the group hears nothing more of it. The invitation to the group is the first contact and goes out.
 */
export function mailFor(event: Pick<Event, 'kind' | 'actor_id'>, person: PersonFacts): MailKind | null {
  const kind = MAIL_OF[event.kind] ?? null
  if (kind === null || person.bot) return null
  if (person.user_id === event.actor_id && person.loses_time !== true) return null
  if (kind === 'group_invitation') return kind
  if (person.muted) return null
  if (kind === 'comment_reply' && person.mentioned) return 'mention'
  return kind === 'announcement' && !person.member ? 'thread_invitation' : kind
}

const MAIL_OF: Partial<Record<Event['kind'], MailKind>> = {
  new_discussion: 'announcement',
  discussion_announced: 'announcement',
  new_comment: 'comment_reply',
  comment_edited: 'mention',
  membership_created: 'group_invitation',
  webhook_disabled: 'webhook_disabled',
  key_ending: 'key_ending',
  poll_created: 'vote_invitation',
  poll_opened: 'vote_invitation',
  voters_invited: 'vote_invitation',
  vote_reminder: 'closing_soon',
  poll_closing_soon: 'closing_soon',
  poll_expired: 'poll_closed',
  poll_closed_by_user: 'poll_closed',
  outcome_created: 'outcome',
  outcome_updated: 'outcome',
  poll_reopened: 'meeting_cancelled',
  poll_discarded: 'meeting_cancelled',
  outcome_review_due: 'outcome_review',
}
