import type { Act } from '../db/db.ts'
import type { KindAbout } from '../events/kinds.ts'
import { record } from '../events/record.ts'
import type { Poll } from './poll.ts'

type Concerned = Pick<Poll, 'id' | 'group_id' | 'discussion_id'>

/** The kind of event, and its recipients: none by default. */
type Happening = { kind: KindAbout<'Poll'>; recipient_ids?: number[] }

/** Records an event of a poll. */
export function recordOfPoll(act: Act, poll: Concerned, happening: Happening): Promise<void> {
  return recordOfPolls(act, [poll], happening)
}

/** The same for several polls. */
export function recordOfPolls(
  { tx, actor }: Act,
  polls: Concerned[],
  { kind, recipient_ids = [] }: Happening,
): Promise<void> {
  const happened = { kind, actor_id: actor.user_id, recipient_ids, recipient_message: null }
  return record(
    tx,
    polls.map(({ id, group_id, discussion_id }) => {
      const about = { group_id, discussion_id, poll_id: id, subject_id: id }
      return { ...about, ...happened }
    }),
  )
}
