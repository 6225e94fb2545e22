import type { Event } from '../events/event.ts'
import { factsOf } from '../events/kinds.ts'
import type { MailKind } from '../events/mail-rule.ts'
import { keyEndAfterReminder } from '../keys/api-key.ts'
import { holdingOutcome, type Outcome } from '../polls/outcomes/outcome.ts'
import { type Poll, pollState } from '../polls/poll.ts'
import { isOpenedSince } from './recipients.ts'

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
  /** The comment that the message is about was deleted. */
  comment_deleted: boolean
  /** A later mail has newer facts about the meeting, or about what was decided. */
  overtaken: boolean
  /** A reminder before a later closing time is planned. */
  planned_again: boolean
}

/** A message about to be sent, as mail or otherwise, with the facts that decide whether to send it. */
export type Telling = Standing & {
  kind: MailKind
  event: Pick<Event, 'id' | 'kind' | 'created_at'>
  /** Null: none, or it is deleted. */
  thread: { id: number; key: string } | null
  poll: Pick<Poll, 'id' | 'key' | 'opened_at' | 'closing_at' | 'closed_at'> | null
  /** The outcome that it reports. `replaced`: a later outcome is reported instead. */
  outcome: (Pick<Outcome, 'created_at' | 'withdrawn_at'> & { replaced: boolean }) | null
  only_undecided: boolean
  now: Date
}

/**
 * Why a message is not worth sending. `stopped`: its recipient stopped the group's messages. `outdated`: its
 * content no longer applies, or no longer concerns its recipient.
 */
export type Untimely = 'poll_deleted' | 'thread_deleted' | 'stopped' | 'outdated'

/** Why this message is no longer worth sending. Null: it still is. */
export function whyUntimely(telling: Telling): Untimely | null {
  const deleted = deletedSubject(telling)
  if (deleted !== null) return deleted
  if (telling.muted) return 'stopped'
  return telling.active && mayStillSee(telling) && stillApplies(telling) ? null : 'outdated'
}

/** Whether this message is still worth sending: its content still applies and concerns its recipient. */
export function isTimely(telling: Telling): boolean {
  return whyUntimely(telling) === null
}

/** The deletion of a poll is itself a reason to cancel its meeting. */
function deletedSubject({ kind, thread, poll }: Telling): 'poll_deleted' | 'thread_deleted' | null {
  if (isOfGroup(kind) || isOfJoining(kind) || kind === 'meeting_cancelled') return null
  if (isOfThread(kind)) return thread === null ? 'thread_deleted' : null
  return poll === null ? 'poll_deleted' : null
}

/** Whether the recipient may still see what the message is about: others hear nothing more of it. */
export function mayStillSee({ kind, member, thread_guest, ballot_holder }: Telling): boolean {
  // People whose request to join was declined hear of it too.
  if (kind === 'join_answer') return true
  if (isOfGroup(kind) || isOfJoining(kind)) return member
  return member || (isOfThread(kind) ? thread_guest : ballot_holder)
}

function stillApplies(telling: Telling): boolean {
  if (telling.kind === 'group_invitation') return !telling.accepted
  if (telling.kind === 'key_ending') return telling.now < keyEndAfterReminder(telling.event.created_at)
  if (isOfGroup(telling.kind) || isOfJoining(telling.kind)) return true
  if (isOfThread(telling.kind)) return !telling.comment_deleted
  if (telling.kind === 'meeting_cancelled') return !telling.overtaken
  if (telling.poll === null) return false
  if (telling.kind === 'outcome_withdrawn') return !telling.overtaken
  const { is } = pollState(telling.poll, telling.now)
  switch (telling.kind) {
    case 'vote_invitation':
      return telling.ballot_holder && is !== 'closed' && !isOpenedSince(telling.event, telling.poll)
    case 'closing_soon':
      if (isPlanned(telling.event) && telling.planned_again) return false
      return is === 'open' && !(telling.only_undecided && (telling.voted || !telling.ballot_holder))
    case 'poll_closed':
      return is === 'closed' && isLastClosing(telling.event, telling.poll)
    case 'outcome':
    case 'outcome_review':
      return holdingOutcome(telling.outcome, telling.poll, telling.now)?.replaced === false
  }
}

/** A reminder that the settings of the poll plan, and nobody sent by hand. */
const isPlanned = ({ kind }: Pick<Event, 'kind'>) => factsOf(kind)?.mail?.to === 'by_setting'

/** Longer than a closing takes, from its event's time to its own. */
const CLOSING_MS = 60_000

/** Whether the poll was closed by this event, and not again since: by then its results may differ. */
function isLastClosing(
  { created_at }: Pick<Event, 'created_at'>,
  { closed_at }: Pick<Poll, 'closed_at'>,
): boolean {
  return closed_at !== null && closed_at.getTime() - created_at.getTime() < CLOSING_MS
}

type JoiningKind = 'join_request' | 'join_flood'

/** Messages to admins that lead to the page about links for joining. */
export function isOfJoining(kind: MailKind): kind is JoiningKind {
  return kind === 'join_request' || kind === 'join_flood'
}

type GroupKind = 'group_invitation' | 'webhook_disabled' | 'key_ending' | 'join_answer'

/** Messages about a group that lead to it. */
export function isOfGroup(kind: MailKind): kind is GroupKind {
  return ['group_invitation', 'webhook_disabled', 'key_ending', 'join_answer'].includes(kind)
}

type ThreadKind = 'announcement' | 'thread_invitation' | 'mention' | 'comment_reply' | 'thread_comment'

/** Messages about a thread that lead to it. */
export function isOfThread(kind: MailKind): kind is ThreadKind {
  return ['announcement', 'thread_invitation', 'mention', 'comment_reply', 'thread_comment'].includes(kind)
}
