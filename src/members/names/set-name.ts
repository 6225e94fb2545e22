import type { Act } from '../../db/db.ts'
import { Conflict, refuse } from '../../errors.ts'
import { recordNote } from '../../events/record-note.ts'
import { removeGivenName, writeGivenName } from '../../groups/names/given-names-store.ts'
import { checkName, readName } from '../../users/name.ts'
import { holdMember } from '../hold-member.ts'

/**
 * Sets the name in this group of a member who has given none, until they give their own; a blank text removes
 * it. NotFound; Invalid: the name; Conflict: they have given their own.
 */
export async function setName(
  act: Act,
  request: { group_id: number; membership_id: number; name: string },
): Promise<void> {
  const { tx, actor } = act
  const { group_id, membership_id } = request
  const name = readName(request.name)
  refuse(checkName(name))
  const { user_id } = await holdMember(act, group_id, membership_id)
  const given = { group_id, user_id }
  const written =
    name === null
      ? await removeGivenName(tx, given)
      : await writeGivenName(tx, { ...given, name, given_by: actor.user_id })
  if (name !== null && !written) throw new Conflict('own_name.has_one')
  if (written) await recordNote(act, { kind: 'member_named', group_id, subject_id: membership_id })
}
