import type { Act } from '../db/db.ts'
import { changed } from '../events/field-change.ts'
import { recordNote } from '../events/record-note.ts'
import type { Group } from '../groups/group.ts'
import { lockMembers } from '../groups/groups-store.ts'
import { MOST_COPIED, mintCopiedLinks } from '../users/mint-copied-links.ts'
import type { CopiedLinks } from '../users/personal-link.ts'
import { pendingMembers } from './acceptance-store.ts'

/**
 * Creates a new link for each invited person who has not joined, starting after the person `after`, to be
 * passed on by hand. Records who did so.
 */
export async function mintInvitations(
  act: Act,
  { group, after }: { group: Group; after: number },
  public_url: string,
): Promise<CopiedLinks> {
  // Nobody withdraws an invitation meanwhile: the link would outlive it.
  await lockMembers(act.tx, group.id)
  const people = await pendingMembers(act.tx, { group_id: group.id, after, most: MOST_COPIED + 1 })
  const link = {
    purpose: 'invitation' as const,
    group_id: group.id,
    discussion_id: null,
    poll_id: null,
    discreet: false,
  }
  const copied = await mintCopiedLinks(act, people, {
    subject: { purpose: 'invitation', handle: group.handle },
    link,
    public_url,
  })
  const about = { group_id: group.id, subject_id: group.id }
  const changes = changed('links', null, copied.links.length)
  if (copied.links.length > 0) await recordNote(act, { kind: 'invitations_copied', ...about, changes })
  return copied
}
