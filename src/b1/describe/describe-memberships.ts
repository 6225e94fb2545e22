import { Type } from 'typebox'
import { MembershipChanges } from '../../api/change-params.ts'
import { doing, OTHERWISE, reading, removing } from '../../api/operations.ts'
import { MemberListParams } from '../../api/params.ts'

/** How the members of the group, and the groups around it, stand in the document. */

const MAY = 'Permission: manage_memberships.'
const member = {
  tag: 'Memberships',
  params: Type.Object({ id: Type.String({ description: 'The id of the membership.' }) }),
  says: 'The membership as it is now: memberships[0].',
}

export const LIST_MEMBERSHIPS = reading({
  id: 'listMemberships',
  tag: 'Memberships',
  summary: 'List memberships',
  description:
    "The members of the key's group, pending ones too, by id. Permission: read_memberships. The key may also stand in a form-encoded body, also of a POST that names neither emails nor remove_absent.",
  query: MemberListParams.properties,
  says: 'The memberships, with their users; meta.total counts all of them.',
})

export const SHOW_MEMBERSHIP = reading({
  ...member,
  id: 'showMembership',
  summary: 'Show membership',
  description: 'A member of the group of the key, with the address. Permission: read_memberships.',
  says: 'The membership: memberships[0].',
})

export const CHANGE_MEMBERSHIP = doing({
  ...member,
  id: 'changeMembership',
  summary: 'Change membership',
  description: `Makes a member an admin or an admin a plain member, and says what they do in the group. A group keeps at least one admin. ${OTHERWISE} ${MAY}`,
  body: MembershipChanges,
})

export const REMOVE_MEMBERSHIP = removing({
  ...member,
  id: 'removeMembership',
  summary: 'Remove membership',
  description: `Removes a member, or withdraws an invitation: ballots not yet cast are taken back. It can be undone. ${MAY}`,
  says: 'The membership as it was: memberships[0].',
})

export const LIST_GROUPS = reading({
  id: 'listGroups',
  tag: 'Groups',
  summary: 'List groups',
  description:
    'The group of the key, and then its subgroups by id: of these no more than that they are there, their numbers read 0.',
  says: 'The groups: groups[0] is the key’s own.',
})
