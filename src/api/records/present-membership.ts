import { type Static, Type } from 'typebox'
import type { ListedMembership } from '../../groups/group.ts'
import { Flag, Id, ListOf, MaybeId, MaybeText, MaybeTime, maybeTime, Record, Time, time } from '../wire.ts'

export const MembershipRecord = Record('Membership', {
  id: Id('The membership.'),
  group_id: Id('The group.'),
  user_id: Id('The member.'),
  inviter_id: MaybeId('The person who invited the member.'),
  admin: Flag('The member is an admin of the group.'),
  title: MaybeText("The member's title in the group."),
  accepted_at: MaybeTime('When the member joined; null: invited, not yet joined.'),
  created_at: Time('When the member was first invited.'),
  user_email: MaybeText("The member's address; null for keys without read_memberships."),
})

export type WireMembership = Static<typeof MembershipRecord>

export function presentMembership(membership: ListedMembership): WireMembership {
  return {
    id: membership.id,
    group_id: membership.group_id,
    user_id: membership.user_id,
    inviter_id: membership.inviter_id,
    admin: membership.admin,
    title: membership.title,
    accepted_at: maybeTime(membership.accepted_at),
    created_at: time(membership.created_at),
    user_email: membership.email,
  }
}

/** The result of a list of addresses. */
export const MembersSetRecord = Record('Members set', {
  added_emails: ListOf(Type.String(), 'Newly invited addresses, in the order given.'),
  removed_emails: ListOf(Type.String(), 'Addresses of removed members, by membership.'),
})
