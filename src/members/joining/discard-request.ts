import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { record } from '../../events/record.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { answerRequest } from './join-requests-store.ts'

/**
 * Declines a waiting request, and lets its person know. NotFound: the group has no such request, or it was
 * answered.
 */
export async function discardRequest(act: Act, to: { group_id: number; id: number }): Promise<void> {
  const { group_id } = to
  await lockMembers(act.tx, group_id)
  const answered = await answerRequest(act.tx, { ...to, state: 'declined' })
  if (answered === null) throw new NotFound()
  await record(act.tx, [
    {
      kind: 'join_declined',
      group_id,
      discussion_id: null,
      poll_id: null,
      subject_id: group_id,
      actor_id: act.actor.user_id,
      recipient_ids: [answered.user_id],
      recipient_message: null,
    },
  ])
}
