import { MembershipChanges } from '../api/change-params.ts'
import { MEMBERSHIP } from '../api/definition.ts'
import { type Envelope, groupsEnvelope, membershipsEnvelope, withoutAddresses } from '../api/envelope.ts'
import { changesOf, numberIn } from '../api/exchange.ts'
import { OTHERWISE } from '../api/operations.ts'
import { change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadKeyGroup } from '../keys/load-key-group.ts'
import { holdMember } from '../members/hold-member.ts'
import { loadMember } from '../members/load-member.ts'
import { removeMember } from '../members/remove-member.ts'
import { setRole } from '../members/set-role.ts'
import { setTitle } from '../members/set-title.ts'
import { commandOf } from './authorize-key.ts'
import { membershipVersion, requireMatch, tellVersion } from './etags.ts'
import { type Asked, route } from './route.ts'

const ofOne = { path: '/memberships/:id', params: { id: MEMBERSHIP } } as const

const groups = route({
  method: 'GET',
  path: '/groups',
  permission: null,
  does: {
    id: 'listGroups',
    tag: 'Groups',
    summary: 'List groups',
    description:
      "The key's group, then its subgroups by id. Subgroups come without details; their counts are 0.",
    says: 'The groups: groups[0] is the key’s own.',
  },
  run: async ({ db, key }) => groupsEnvelope(await loadKeyGroup(db.pool, key.group_id)),
})

const show = route({
  ...ofOne,
  method: 'GET',
  permission: 'read_memberships',
  does: {
    id: 'showMembership',
    tag: 'Memberships',
    summary: 'Show membership',
    description: "A member of the key's group, with their email address.",
    says: 'The membership: memberships[0].',
  },
  run: async (asked) => showing(asked)(asked.db, numberIn(asked.request, 'id')),
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  permission: 'manage_memberships',
  body: MembershipChanges,
  does: {
    id: 'changeMembership',
    tag: 'Memberships',
    summary: 'Change membership',
    description: `Changes a member's role (admin or not) and their title in the group. A group always has at least one admin. ${OTHERWISE}`,
    says: 'The updated membership: memberships[0].',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      run: async (act) => {
        const { request, key } = asked
        const { group_id } = key
        const present = await holdMember(act, group_id, numberIn(request, 'id'))
        requireMatch(request, membershipVersion(present))
        const membership_id = present.id
        const { role, title } = changesOf(asked, MembershipChanges)
        if (title !== undefined) await setTitle(act, { group_id, membership_id, title: title ?? '' })
        if (role !== undefined) await setRole(act, { group_id, membership_id, admin: role === 'admin' })
        return membership_id
      },
      show: showing(asked),
    }),
})

const remove = route({
  ...ofOne,
  method: 'DELETE',
  permission: 'manage_memberships',
  does: {
    id: 'removeMembership',
    tag: 'Memberships',
    summary: 'Remove membership',
    description:
      'Removes a member, or withdraws an invitation, together with ballots not yet cast. This can be undone. People who had not joined stay guests of the threads and polls they were invited to before, and keep those ballots; people who had joined do not.',
    says: 'The removed membership: memberships[0].',
  },
  run: (asked) =>
    change(asked.db, commandOf(asked).actor, async (act) => {
      const { request, reply, key } = asked
      const { group_id, guard } = key
      const present = await holdMember(act, group_id, numberIn(request, 'id'))
      requireMatch(request, membershipVersion(present))
      const answer = await showing(asked)(act.tx, present.id)
      await removeMember(act, { group_id, membership_id: present.id, guard })
      reply.removeHeader('etag')
      return answer
    }),
})

/** Single members of the key's group, and related groups. */
export const memberRoutes = [groups, show, edit, remove]

/** The response about one member. */
function showing({ reply, key: { group_id, permissions } }: Asked) {
  return async (on: Db | Queryable, id: number): Promise<Envelope> => {
    const { membership, user } = await loadMember(poolOf(on), group_id, id)
    if (membership.revoked_at !== null) throw new NotFound()
    const { in_group } = await loadKeyGroup(poolOf(on), group_id)
    tellVersion(reply, membershipVersion(membership))
    const answer = membershipsEnvelope({ memberships: [membership], users: [user], total: null, in_group })
    return permissions.includes('read_memberships') ? answer : withoutAddresses(answer)
  }
}
