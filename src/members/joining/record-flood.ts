import type { Act } from '../../db/db.ts'
import { record } from '../../events/record.ts'
import { FLOOD_TOLD_HOURS, type JoinLink } from './join-link.ts'
import { adminsOf, markFlooded } from './join-links-store.ts'

/** Records, at most once a day for each link, that too many people use it, and notifies the admins. */
export async function recordFlood(
  { tx }: Act,
  { id, group_id }: Pick<JoinLink, 'id' | 'group_id'>,
): Promise<void> {
  if (!(await markFlooded(tx, id, FLOOD_TOLD_HOURS))) return
  await record(tx, [
    {
      kind: 'join_flooded',
      group_id,
      discussion_id: null,
      poll_id: null,
      subject_id: group_id,
      actor_id: null,
      recipient_ids: await adminsOf(tx, group_id),
      recipient_message: null,
    },
  ])
}
