import type { Act } from '../../db/db.ts'
import { record } from '../../events/record.ts'
import { adminsOf } from './join-links-store.ts'

/** Records that someone asked to join, for the group's admins. */
export async function recordRequest(
  { tx }: Act,
  { group_id, user_id }: { group_id: number; user_id: number },
): Promise<void> {
  await record(tx, [
    {
      kind: 'join_requested',
      group_id,
      discussion_id: null,
      poll_id: null,
      subject_id: group_id,
      actor_id: user_id,
      recipient_ids: await adminsOf(tx, group_id),
      recipient_message: null,
    },
  ])
}
