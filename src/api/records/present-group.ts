import type { Static } from 'typebox'
import { fullName, type Group, NO_COUNTS } from '../../groups/group.ts'
import type { GroupFacts } from '../../groups/group-facts.ts'
import { Count, Flag, Id, MaybeId, MaybeText, OneOf, Record, Text, Time, time } from '../wire.ts'
import { MEMBERS_CAN, PRIVATE_GROUP, PUBLIC_GROUP } from './constants.ts'

const switches = Object.fromEntries(
  Object.keys(MEMBERS_CAN).map((name) => [name, Flag('What members can do without being admins.')]),
) as { [Name in keyof typeof MEMBERS_CAN]: ReturnType<typeof Flag> }

export const GroupRecord = Record('Group', {
  id: Id('The group.'),
  key: Text('Eight letters and digits.'),
  handle: Text('The name in addresses: /g/HANDLE.'),
  name: Text('Its name.'),
  full_name: Text("Its name, preceded by the parent group's name."),
  parent_id: MaybeId('The group it belongs to.'),
  description: MaybeText('Its purpose.'),
  description_format: OneOf(['md', 'html'], 'The format of the description.'),
  created_at: Time('When it was created.'),
  creator_id: MaybeId('The person who created it.'),
  memberships_count: Count('The number of members, including pending ones.'),
  pending_memberships_count: Count('The number of people invited who have not joined.'),
  accepted_memberships_count: Count('Joined.'),
  admin_memberships_count: Count('Admins.'),
  polls_count: Count('The number of polls, including drafts and closed ones.'),
  closed_polls_count: Count('The number of polls whose voting has closed.'),
  discussions_count: Count('Threads.'),
  open_discussions_count: Count('The number of threads that are not closed.'),
  closed_discussions_count: Count('Closed threads.'),
  group_privacy: Text(
    '"open": anyone can see the group and its public threads; "closed": only its members can.',
  ),
  discussion_privacy_options: Text(
    '"public_or_private": threads can be started as public; "private_only": all threads are private.',
  ),
  membership_granted_upon: Text(
    'Always "invitation": nobody can join, or ask to, without an invitation or a link from an admin.',
  ),
  is_visible_to_public: Flag('Anyone can see the group and its public threads.'),
  ...switches,
})

export type WireGroup = Static<typeof GroupRecord>

export function presentGroup({ group, parent, counts }: GroupFacts): WireGroup {
  return {
    id: group.id,
    key: group.key,
    handle: group.handle,
    name: group.name,
    full_name: fullName(group, parent),
    parent_id: group.parent_id,
    description: group.description,
    description_format: group.description_format,
    created_at: time(group.created_at),
    creator_id: group.creator_id,
    memberships_count: counts.memberships,
    pending_memberships_count: counts.pending_memberships,
    accepted_memberships_count: counts.memberships - counts.pending_memberships,
    admin_memberships_count: counts.admin_memberships,
    polls_count: counts.polls,
    closed_polls_count: counts.closed_polls + counts.due_polls,
    discussions_count: counts.discussions,
    open_discussions_count: counts.discussions - counts.closed_discussions,
    closed_discussions_count: counts.closed_discussions,
    ...(group.public ? PUBLIC_GROUP : PRIVATE_GROUP),
    ...MEMBERS_CAN,
  }
}

/** A subgroup of the key's group: its counts are private and read 0. */
export function presentSubgroup(group: Group, parent: Group): WireGroup {
  return presentGroup({ group, parent, counts: NO_COUNTS })
}

/** The parent of the key's group: its counts are private and read 0. */
export function presentParent(parent: Group): WireGroup {
  return presentGroup({ group: parent, parent: null, counts: NO_COUNTS })
}
