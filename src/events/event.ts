/** All that happens and that others may have to hear of. Kinds of the outgoing interface, and one of ours. */
export const EVENT_KINDS = [
  'new_discussion',
  'discussion_edited',
  'discussion_announced',
  'discussion_closed',
  'discussion_reopened',
  'discussion_discarded',
  'new_comment',
  'comment_edited',
  'comment_deleted',
  'guest_removed',
  'poll_created',
  'poll_opened',
  'poll_closing_soon',
  'poll_expired',
  'poll_closed_by_user',
  'poll_reopened',
  'poll_edited',
  'poll_discarded',
  'voters_invited',
  'vote_reminder',
  'outcome_created',
  'outcome_updated',
  'outcome_review_due',
  'stance_created',
  'stance_updated',
  'stance_withdrawn',
  'membership_created',
  'membership_removed',
  'webhook_disabled',
  'key_ending',
] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export type SubjectType =
  | 'Discussion'
  | 'Poll'
  | 'Membership'
  | 'Stance'
  | 'Comment'
  | 'Outcome'
  | 'Webhook'
  | 'ApiKey'

/** One thing that happened, with the people who are told, fixed when it happened. */
export type Event = {
  id: number
  kind: EventKind
  group_id: number
  discussion_id: number | null
  poll_id: number | null
  subject_type: SubjectType
  subject_id: number
  actor_id: number | null
  recipient_ids: number[]
  recipient_message: string | null
  sequence_id: number | null
  created_at: Date
}

export type NewEvent = Omit<Event, 'id' | 'created_at' | 'sequence_id'> & { sequence_id?: number }

/** Polls and threads that were taken away, by id. */
export type Discarded = { poll_ids: number[]; discussion_ids: number[] }

/** What of these events took something away. Null: none. */
export function discardedIn(events: Event[]): Discarded | null {
  const of = (kind: EventKind) =>
    events.filter((event) => event.kind === kind).map(({ subject_id }) => subject_id)
  const gone = { poll_ids: of('poll_discarded'), discussion_ids: of('discussion_discarded') }
  return gone.poll_ids.length + gone.discussion_ids.length === 0 ? null : gone
}
