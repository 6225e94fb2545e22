import type { Event } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import type { MailKind, MailRule } from '../events/mail-rule.ts'
import { type Poll, pollState } from '../polls/poll.ts'

/**
 * The audience of an event: people it names, a poll's author, all its voters (or only the undecided),
 * everyone its result concerns, those of them who do not know its current state, those who know an outcome or
 * a time that no longer holds, nobody.
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

/** The facts about a person that decide whether and how to notify them. */
export type PersonFacts = {
  user_id: number
  /** Has no address: a bot, or a person who deleted their account. */
  bot: boolean
  /** Muted this group's mails. */
  muted: boolean
  /** A member of the group, including pending ones. */
  member: boolean
  /** Mentioned in the event's comment. */
  mentioned: boolean
  /** Started the thread of the event's comment, which does not reply to another comment of theirs. */
  in_own_thread: boolean
  /** Knows a time of the event's meeting, which no longer has one. */
  loses_time?: boolean
  time_zone: string
}

/** The facts about anyone and an event that is not about a comment. */
export const NO_COMMENT = { mentioned: false, in_own_thread: false }

type Happened = Pick<Event, 'kind' | 'actor_id' | 'created_at'>
type PollFacts = Pick<Poll, 'opened_at' | 'closing_at' | 'closed_at' | 'notify_on_closing_soon'>

/** Whether this event sends mail to anyone, judging by the event alone. */
export function isMailed({ kind, recipient_ids }: Pick<Event, 'kind' | 'recipient_ids'>): boolean {
  const rule = mailRule(kind)
  return rule !== null && (rule.to !== 'named' || recipient_ids.length > 0)
}

/** The audience of this event, by the poll's state at `now`. Outdated events notify nobody. */
export function audienceOf(event: Happened, poll: PollFacts | null, now: Date): Audience {
  const rule = mailRule(event.kind)
  if (rule === null || !stillHolds(rule, { event, poll, now })) return 'nobody'
  if (rule.to !== 'by_setting') return rule.to
  return poll === null ? 'nobody' : poll.notify_on_closing_soon
}

type Standing = { event: Happened; poll: PollFacts | null; now: Date }

/** Whether the poll's state still allows the mail. */
function stillHolds(rule: MailRule, { event, poll, now }: Standing): boolean {
  if (rule.while === 'always') return true
  if (poll === null) return false
  const { is } = pollState(poll, now)
  return rule.while === 'as_begun' ? is !== 'closed' && !isOpenedSince(event, poll) : is === rule.while
}

/** A draft that was opened after its notification was recorded: opening has its own. */
export function isOpenedSince(
  { kind, created_at }: Pick<Event, 'kind' | 'created_at'>,
  { opened_at }: Pick<Poll, 'opened_at'>,
): boolean {
  return mailRule(kind)?.while === 'as_begun' && opened_at !== null && opened_at > created_at
}

/** Whether its mail invites people to a group. */
export const invitesToGroup = (kind: string): boolean => mailRule(kind)?.kind === 'group_invitation'

const mailRule = (kind: string): MailRule | null => factsOf(kind)?.mail ?? null

/** The people behind a poll, as facts. */
export type Authorship = {
  author_id: number
  author_is_bot: boolean
  /** The person who issued the poll's key, while a member of its group. */
  issuer_id: number | null
  admin_ids: number[]
}

/** The people notified as authors. For a poll made by a key these are its issuer, or the group's admins. */
export function authorsOf({ author_id, author_is_bot, issuer_id, admin_ids }: Authorship): number[] {
  if (!author_is_bot) return [author_id]
  return issuer_id === null ? admin_ids : [issuer_id]
}

/**
 * The mail for this person, or null: never for bots, not for the person's own actions (except to update their
 * calendar), and not for people who muted the group, also if they are invited again.
 */
export function mailFor(
  event: Pick<Event, 'kind' | 'actor_id'>,
  person: Omit<PersonFacts, 'time_zone'>,
): MailKind | null {
  const kind = mailRule(event.kind)?.kind ?? null
  if (kind === null || person.bot) return null
  if (person.user_id === event.actor_id && person.loses_time !== true) return null
  if (person.muted) return null
  if (kind === 'comment_reply' && person.mentioned) return 'mention'
  if (kind === 'comment_reply' && person.in_own_thread) return 'thread_comment'
  if (kind === 'meeting_cancelled' && person.loses_time !== true) return 'outcome_withdrawn'
  return kind === 'announcement' && !person.member ? 'thread_invitation' : kind
}
