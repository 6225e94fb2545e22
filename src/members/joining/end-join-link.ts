import type { Act } from '../../db/db.ts'
import { NotFound } from '../../errors.ts'
import { recordNote } from '../../events/record-note.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { endJoinLinkRow, findJoinLinkById } from './join-links-store.ts'

/** Ends a link at once; requests by it go on waiting. NotFound: the group has no such link. */
export async function endJoinLink(act: Act, link: { group_id: number; id: number }): Promise<void> {
  const { group_id, id } = link
  await lockMembers(act.tx, group_id)
  const found = await findJoinLinkById(act.tx, id)
  if (found === null || found.group_id !== group_id) throw new NotFound()
  if (await endJoinLinkRow(act.tx, link))
    await recordNote(act, { kind: 'join_link_ended', group_id, subject_id: group_id })
}
