import type { Act } from '../db/db.ts'
import { lockDiscussion, removeThreadGuest } from '../discussions/discussions-store.ts'
import { mayEditThread, type ThreadReader } from '../discussions/thread-rights.ts'
import { Forbidden, NotFound } from '../errors.ts'
import { record } from '../events/record.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { membersAmong } from '../groups/memberships-store.ts'
import { holdPolls } from '../polls/ballots/electorate-store.ts'
import { takeThreadBallots } from '../polls/electorate/issue-ballots.ts'
import { deleteLostLinks } from '../users/personal-links-store.ts'

export type GuestRemoval = { discussion_id: number; group_id: number; user_id: number; reader: ThreadReader }

/**
 * Removes a guest from a thread: they no longer see it and its polls, and lose the ballots they have not
 * cast. Their comments stay, and so does a ballot given to them by name. NotFound: no such guest; Forbidden:
 * neither the thread's author nor an admin.
 */
export async function removeGuest(act: Act, request: GuestRemoval): Promise<void> {
  const { tx, actor } = act
  const { discussion_id, group_id, user_id, reader } = request
  await lockMembers(tx, group_id)
  const thread = await lockDiscussion(tx, discussion_id)
  if (thread === null) throw new NotFound()
  if (!mayEditThread(thread, reader)) throw new Forbidden('not_yours.remove_guests')
  await holdPolls(tx, group_id)
  if (!(await removeThreadGuest(tx, { id: discussion_id, user_id }))) throw new NotFound()
  // A guest who has since joined the group has these ballots as a member.
  if ((await membersAmong(tx, group_id, [user_id])).length === 0)
    await takeThreadBallots(act, { discussion_id, group_id, user_id, inviter_id: actor.user_id ?? 0 })
  await deleteLostLinks(tx, { group_id, user_ids: [user_id] })
  await record(tx, [
    {
      kind: 'guest_removed',
      group_id,
      // Like a departing member it affects every page of the group: the thread's, and those of its polls.
      discussion_id: null,
      poll_id: null,
      subject_id: discussion_id,
      actor_id: actor.user_id,
      recipient_ids: [],
      recipient_message: null,
    },
  ])
}
