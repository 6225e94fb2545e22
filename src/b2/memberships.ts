import type { FastifyInstance } from 'fastify'
import { joinedEnvelope, membershipsEnvelope, withoutAddresses } from '../api/envelope.ts'
import { fieldsOf, numberIn } from '../api/exchange.ts'
import { NotFound } from '../errors.ts'
import { loadJoined, loadRoster } from '../groups/load-members.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { loadMember } from '../members/load-member.ts'
import { setMembers } from '../members/set-members.ts'
import { admit, commandOf, enterGroup } from './authorize-person.ts'
import * as route from './describe.ts'
import { GroupQuery, groupIn, MemberQuery, NewMembers, queried } from './params.ts'
import { topical } from './records.ts'

/** The groups of a person, and who is in them. */
export function membershipRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  groupRoute(app, services, route.SHOW_GROUP)
  app.get('/groups', route.LIST_GROUPS, async (request) => {
    const { user_id } = await admit(db, request)
    return topical(joinedEnvelope(await loadJoined(db.pool, user_id)))
  })

  app.get('/memberships', route.LIST_MEMBERSHIPS, async (request, reply) => {
    const key = await admit(db, request)
    const { group_id, per, from } = queried({ request, reply }, GroupQuery)
    const { in_group, abilities } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const admin = abilities.includes('administer')
    const answer = membershipsEnvelope(await loadRoster(db.pool, in_group, { pending: admin, per, from }))
    return topical(admin ? answer : withoutAddresses(answer))
  })

  app.get('/memberships/:id', route.SHOW_MEMBERSHIP, async (request, reply) => {
    const key = await admit(db, request)
    const { group_id } = queried({ request, reply }, MemberQuery)
    const { in_group, abilities } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const admin = abilities.includes('administer')
    const { membership, user } = await loadMember(db.pool, group_id, numberIn(request, 'id'))
    if (membership.revoked_at !== null || !(admin || membership.accepted_at !== null)) throw new NotFound()
    const answer = membershipsEnvelope({ memberships: [membership], users: [user], total: null, in_group })
    return topical(admin ? answer : withoutAddresses(answer))
  })

  app.post('/memberships', route.SET_MEMBERSHIPS, async (request, reply) => {
    const key = await admit(db, request)
    const group_id = groupIn(bodyOf(request))
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: async (act) => {
          await enterGroup(act.tx, key, { group_id, ability: 'administer' })
          return fieldsOf({ request, reply }, NewMembers)
        },
        run: (act, { emails, remove_absent = false, dry_run = false, force = false }) =>
          setMembers(act, { group_id, emails, remove_absent, dry_run, force, guard: true }),
        show: async (_, set) => set,
      },
    )
  })
}

/** One of the groups of a person. NotFound: they have not joined it, or there is none. */
export function groupRoute(app: FastifyInstance, { db }: Services, described: object): void {
  app.get('/groups/:ref', described, async (request) => {
    const { user_id } = await admit(db, request)
    const { ref } = request.params as { ref: string }
    const found = (await loadJoined(db.pool, user_id)).filter(({ in_group: { group } }) =>
      [String(group.id), group.key, group.handle].includes(ref),
    )
    if (found.length === 0) throw new NotFound()
    return topical(joinedEnvelope(found.slice(0, 1)))
  })
}
