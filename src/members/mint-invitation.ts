import type { Act } from '../db/db.ts'
import { Conflict } from '../errors.ts'
import { recordNote } from '../events/record-note.ts'
import type { Group } from '../groups/group.ts'
import { mintLink } from '../users/mint-link.ts'
import { linkAddress } from '../users/personal-link.ts'
import { holdMember } from './hold-member.ts'

/**
 * Creates a new link for an invitation, to be passed on by hand, and returns its address. Records who did so.
 * NotFound: no such member; Conflict `joined_already`: the person has already joined.
 */
export async function mintInvitation(
  act: Act,
  { group, membership_id }: { group: Group; membership_id: number },
  public_url: string,
): Promise<string> {
  const { tx, actor } = act
  // Nobody withdraws the invitation meanwhile: the link would outlive it.
  const found = await holdMember(act, group.id, membership_id)
  if (found.accepted_at !== null) throw new Conflict('joined_already.joined')
  const link = {
    user_id: found.user_id,
    group_id: group.id,
    discussion_id: null,
    poll_id: null,
    discreet: false,
  }
  const made = { origin: 'page', copied_by: actor.user_id } as const
  await recordNote(act, { kind: 'invitation_copied', group_id: group.id, subject_id: found.id })
  const token = await mintLink(tx, { ...link, purpose: 'invitation' }, made)
  return linkAddress(public_url, { purpose: 'invitation', handle: group.handle }, token)
}
