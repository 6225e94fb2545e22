import type { FastifyInstance } from 'fastify'
import { MembershipChanges } from '../api/change-params.ts'
import { type Envelope, groupsEnvelope, membershipsEnvelope, withoutAddresses } from '../api/envelope.ts'
import { changesOf, type Exchange, numberIn } from '../api/exchange.ts'
import { change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import type { PresentedKey } from '../groups/keys/api-key.ts'
import { loadKeyGroup } from '../groups/keys/load-key-group.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { holdMember } from '../members/hold-member.ts'
import { loadMember } from '../members/load-member.ts'
import { removeMember } from '../members/remove-member.ts'
import { setRole } from '../members/set-role.ts'
import { setTitle } from '../members/set-title.ts'
import { admit, commandOf } from './authorize-key.ts'
import {
  CHANGE_MEMBERSHIP,
  LIST_GROUPS,
  REMOVE_MEMBERSHIP,
  SHOW_MEMBERSHIP,
} from './describe/describe-memberships.ts'
import { membershipVersion, requireMatch, tellVersion } from './etags.ts'

/** Single members of the key's group, and the groups around it. */
export function memberRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/groups', LIST_GROUPS, async (request) => {
    const { group_id } = await admit(db, request, null)
    return groupsEnvelope(await loadKeyGroup(db.pool, group_id))
  })

  app.get('/memberships/:id', SHOW_MEMBERSHIP, async (request, reply) => {
    const key = await admit(db, request, 'read_memberships')
    return showing({ request, reply }, key)(db, numberIn(request, 'id'))
  })

  app.patch('/memberships/:id', CHANGE_MEMBERSHIP, async (request, reply) => {
    const key = await admit(db, request, 'manage_memberships')
    const { group_id } = key
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: async (act) => {
          const present = await holdMember(act, group_id, numberIn(request, 'id'))
          requireMatch(request, membershipVersion(present))
          const membership_id = present.id
          const { role, title } = changesOf({ request, reply }, MembershipChanges)
          if (title !== undefined) await setTitle(act, { group_id, membership_id, title: title ?? '' })
          if (role !== undefined) await setRole(act, { group_id, membership_id, admin: role === 'admin' })
          return membership_id
        },
        show: showing({ request, reply }, key),
      },
    )
  })

  app.delete('/memberships/:id', REMOVE_MEMBERSHIP, async (request, reply) => {
    const key = await admit(db, request, 'manage_memberships')
    const { group_id, guard } = key
    return change(db, commandOf(db, key).actor, async (act) => {
      const present = await holdMember(act, group_id, numberIn(request, 'id'))
      requireMatch(request, membershipVersion(present))
      const answer = await showing({ request, reply }, key)(act.tx, present.id)
      await removeMember(act, { group_id, membership_id: present.id, guard })
      reply.removeHeader('etag')
      return answer
    })
  })
}

/** The answer about one member. */
function showing({ reply }: Exchange, { group_id, permissions }: PresentedKey) {
  return async (on: Db | Queryable, id: number): Promise<Envelope> => {
    const { membership, user } = await loadMember(poolOf(on), group_id, id)
    if (membership.revoked_at !== null) throw new NotFound()
    const { in_group } = await loadKeyGroup(poolOf(on), group_id)
    tellVersion(reply, membershipVersion(membership))
    const answer = membershipsEnvelope({ memberships: [membership], users: [user], total: null, in_group })
    return permissions.includes('read_memberships') ? answer : withoutAddresses(answer)
  }
}
