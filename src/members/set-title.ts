import type { Act } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import { writeTitle } from '../groups/roles-store.ts'
import { checkLength } from '../text/length.ts'
import { singleLine } from '../text/one-line.ts'
import { holdMember } from './hold-member.ts'

const MAX_TITLE = 150

/**
 * Sets a member's role in the group ("Treasurer"); a blank text removes it. Returns whether it changed.
 * NotFound; Invalid: too long.
 */
export async function setTitle(
  act: Act,
  request: { group_id: number; membership_id: number; title: string },
): Promise<boolean> {
  const { group_id, membership_id } = request
  const title = singleLine(request.title).trim()
  refuse(checkLength('title', title, MAX_TITLE))
  const found = await holdMember(act, group_id, membership_id)
  if (title === (found.title ?? '')) return false
  await writeTitle(act.tx, found.id, title === '' ? null : title)
  await recordNote(act, { kind: 'member_titled', group_id, subject_id: found.id })
  return true
}
