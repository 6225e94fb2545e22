import type { PollVisit } from '../../members/visits/load-visit.ts'
import { pollState } from '../../polls/poll.ts'
import { abilitiesOf } from './poll-tools.ts'

/** Whether the visitor may open the group's pages. */
export function opensGroup({ came_by, visitor }: PollVisit): boolean {
  return came_by === 'session' && visitor.member
}

/**
 * The form of a new poll like this one, in the same place. Null: the visitor may start none, or it is the
 * draft of others.
 */
export function againPath(visit: PollVisit): string | null {
  const { visitor, loaded } = visit
  const { poll, thread, in_group } = loaded
  if (!opensGroup(visit) || !visitor.accepted) return null
  // Those who edit a draft change in another one what cannot be edited.
  if (pollState(poll, loaded.now).is === 'draft' && !abilitiesOf(visit).includes('edit')) return null
  const open = thread !== null && thread.discussion.closed_at === null
  return `/new-poll?group=${in_group.group.handle}${open ? `&thread=${thread.discussion.key}` : ''}&again=${poll.key}`
}
