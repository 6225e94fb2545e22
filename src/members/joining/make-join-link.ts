import type { Act } from '../../db/db.ts'
import { problem, refuse } from '../../errors.ts'
import { changed } from '../../events/field-change.ts'
import { recordNote } from '../../events/record-note.ts'
import { lockMembers } from '../../groups/groups-store.ts'
import { hashToken, newToken } from '../../users/secret.ts'
import { checkJoinLink, MOST_LINKS, type NewJoinLink } from './join-link.ts'
import { countOpenLinks, insertJoinLink } from './join-links-store.ts'

/**
 * Makes a link by which people join the group, in the name of its actor. Returns its token, which is not
 * stored. Invalid: the settings, or too many links are open.
 */
export async function makeJoinLink(
  act: Act,
  { group_id, made_by, ...settings }: NewJoinLink & { group_id: number; made_by: number },
): Promise<{ id: number; token: string }> {
  refuse(checkJoinLink(settings, act.now))
  await lockMembers(act.tx, group_id)
  if ((await countOpenLinks(act.tx, group_id)) >= MOST_LINKS)
    refuse([problem('links', 'too_many_join_links', { most: MOST_LINKS })])
  const token = newToken()
  const { asks, most, ends_at } = settings
  const hash = hashToken(token)
  const id = await insertJoinLink(act.tx, { group_id, made_by, asks, most, ends_at, hash })
  const changes = changed('expires_at', null, ends_at)
  await recordNote(act, { kind: 'join_link_made', group_id, subject_id: group_id, changes })
  return { id, token }
}
