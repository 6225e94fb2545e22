import type { Event } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import type { MailKind, MailRule } from '../events/mail-rule.ts'
import { type Poll, pollState } from '../polls/poll.ts'

/**
 * Whom an event is told to: those it names, a poll's author, holders of its ballots (or only the undecided),
 * all whom its result concerns, those of them who do not know it as it is now, those who know a time that no
 * longer holds, nobody.
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
export function isMailed({ kind, recipient_ids }: Pick<Event, 'kind' | 'recipient_ids'>): boolean {
  const rule = mailRule(kind)
  return rule !== null && (rule.to !== 'named' || recipient_ids.length > 0)
}

/** Whom this event is told to, as the poll stands at `now`. What has been overtaken is told to nobody. */
export function audienceOf(event: Happened, poll: PollFacts | null, now: Date): Audience {
  const rule = mailRule(event.kind)
  if (rule === null || !stillHolds(rule, { event, poll, now })) return 'nobody'
  if (rule.to !== 'by_setting') return rule.to
  return poll === null ? 'nobody' : poll.notify_on_closing_soon
}

type Standing = { event: Happened; poll: PollFacts | null; now: Date }

/** Whether the poll stands as it must for the mail to go out. */
function stillHolds(rule: MailRule, { event, poll, now }: Standing): boolean {
  if (rule.while === 'always') return true
  if (poll === null) return false
  const { is } = pollState(poll, now)
  return rule.while === 'as_begun' ? is !== 'closed' && !isOpenedSince(event, poll) : is === rule.while
}

/** A draft that was opened after it was told of: its opening is told by itself. */
export function isOpenedSince(
  { kind, created_at }: Pick<Event, 'kind' | 'created_at'>,
  { opened_at }: Pick<Poll, 'opened_at'>,
): boolean {
  return mailRule(kind)?.while === 'as_begun' && opened_at !== null && opened_at > created_at
}

/** Whether its mail invites people to a group. */
export const invitesToGroup = (kind: string): boolean => mailRule(kind)?.kind === 'group_invitation'

const mailRule = (kind: string): MailRule | null => factsOf(kind)?.mail ?? null

/** Who stands behind a poll, as facts. */
export type Authorship = {
  author_id: number
  author_is_bot: boolean
  /** The person who issued the poll's key, while a member of its group. */
  issuer_id: number | null
  admin_ids: number[]
}

/**
 * The people who are told what an author is told. A poll made by a key is its issuer's, or the group's
 * admins'.
 */
export function authorsOf({ author_id, author_is_bot, issuer_id, admin_ids }: Authorship): number[] {
  if (!author_is_bot) return [author_id]
  return issuer_id === null ? admin_ids : [issuer_id]
}

/**
 * By which mail this person is told, or null: bots never are, nobody is told of what they did themselves (but
 * a calendar of theirs may have to be), and who muted the group hears nothing more of it. The invitation to
 * the group is the first contact and goes out.
 */
export function mailFor(event: Pick<Event, 'kind' | 'actor_id'>, person: PersonFacts): MailKind | null {
  const kind = mailRule(event.kind)?.kind ?? null
  if (kind === null || person.bot) return null
  if (person.user_id === event.actor_id && person.loses_time !== true) return null
  if (kind === 'group_invitation') return kind
  if (person.muted) return null
  if (kind === 'comment_reply' && person.mentioned) return 'mention'
  return kind === 'announcement' && !person.member ? 'thread_invitation' : kind
}
