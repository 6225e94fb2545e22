import { Type } from 'typebox'
import { MEMBERSHIP } from '../api/definition.ts'
import { Envelope, joinedEnvelope, membershipsEnvelope, withoutAddresses } from '../api/envelope.ts'
import { fieldsOf, numberIn } from '../api/exchange.ts'
import { MembersSetRecord } from '../api/records/present-membership.ts'
import { Id, ListOf, Record, Text } from '../api/wire.ts'
import { NotFound } from '../errors.ts'
import { loadJoined, loadRoster, loadSuspended } from '../groups/load-members.ts'
import { bodyOf } from '../http/credentials.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadMember } from '../members/load-member.ts'
import { setMembers } from '../members/set-members.ts'
import { commandOf, enterGroup } from './authorize-person.ts'
import { GroupQuery, groupIn, MemberQuery, NewMembers, queried } from './params.ts'
import { topical, withTopics } from './records.ts'
import { type Asked, route } from './route.ts'

const SuspendedGroup = Record('Suspended group', {
  id: Id('The id of the group.'),
  key: Text('Its key.'),
  handle: Text('Its handle, as in its URL.'),
  name: Text('Its name.'),
})

const GroupsEnvelope = withTopics('Groups envelope', {
  ...Envelope.properties,
  meta: Type.Object({
    ...Envelope.properties.meta.properties,
    suspended: ListOf(SuspendedGroup, 'Your groups that nobody can open for now.'),
  }),
})

const ofGroup = {
  method: 'GET',
  path: '/groups/:ref',
  params: { ref: { to: 'group', about: 'The id, key or handle of the group.' } },
} as const

const showGroup = route({
  ...ofGroup,
  does: {
    id: 'showGroup',
    tag: 'Groups',
    summary: 'Show group',
    description: 'One of your groups, by its id, key or handle.',
    says: 'The group: groups[0].',
  },
  run: showOne,
})

const showGroupForThread = route({
  ...ofGroup,
  does: {
    id: 'showGroupForThread',
    tag: 'Groups',
    summary: 'Show group, as before a thread is started',
    description: 'The same, at the path that older b2 clients call before they start a thread.',
    says: 'The group: groups[0].',
  },
  run: showOne,
})

const listGroups = route({
  method: 'GET',
  path: '/groups',
  does: {
    id: 'listGroups',
    tag: 'Groups',
    summary: 'List groups',
    description:
      'The groups you have joined, each with your membership in it. meta.suspended lists those that the people who run the service have suspended: requests about them are answered 403 group_suspended.',
    says: 'The groups; meta.total counts them.',
  },
  answer: GroupsEnvelope,
  run: async ({ db, key }) => {
    const { meta, ...answer } = topical(joinedEnvelope(await loadJoined(db.pool, key.user_id)), {})
    return { ...answer, meta: { ...meta, suspended: await loadSuspended(db.pool, key.user_id) } }
  },
})

const list = route({
  method: 'GET',
  path: '/memberships',
  query: GroupQuery,
  does: {
    id: 'listMemberships',
    tag: 'Memberships',
    summary: 'List memberships',
    description:
      'The members of one of your groups, by id. Admins also see email addresses, and people who were invited but have not joined.',
    says: 'The memberships, with their users; meta.total counts all of them.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { group_id, per, from } = queried(asked, GroupQuery)
    const { in_group, abilities } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const admin = abilities.includes('administer')
    const answer = membershipsEnvelope(await loadRoster(db.pool, in_group, { pending: admin, per, from }))
    return topical(admin ? answer : withoutAddresses(answer), {})
  },
})

const show = route({
  method: 'GET',
  path: '/memberships/:id',
  params: { id: MEMBERSHIP },
  query: MemberQuery,
  does: {
    id: 'showMembership',
    tag: 'Memberships',
    summary: 'Show membership',
    description: 'A member of one of your groups, as in the list.',
    says: 'The membership: memberships[0].',
  },
  run: async (asked) => {
    const { db, key, request } = asked
    const { group_id } = queried(asked, MemberQuery)
    const { in_group, abilities } = await enterGroup(db.pool, key, { group_id, ability: 'read' })
    const admin = abilities.includes('administer')
    const { membership, user } = await loadMember(db.pool, group_id, numberIn(request, 'id'))
    if (membership.revoked_at !== null || !(admin || membership.accepted_at !== null)) throw new NotFound()
    const answer = membershipsEnvelope({ memberships: [membership], users: [user], total: null, in_group })
    return topical(admin ? answer : withoutAddresses(answer), {})
  },
})

const set = route({
  method: 'POST',
  path: '/memberships',
  body: NewMembers,
  answer: MembersSetRecord,
  does: {
    id: 'manageMemberships',
    tag: 'Memberships',
    summary: 'Manage memberships',
    description:
      'Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed, including you. For admins. Emptying the group or removing its last admin must be forced.',
    says: 'The people who were invited and removed.',
  },
  run: async (asked) => {
    const group_id = groupIn(bodyOf(asked.request), NewMembers)
    return answerOnce(commandOf(asked), asked, {
      enter: async (act) => {
        await enterGroup(act.tx, asked.key, { group_id, ability: 'administer' })
        return fieldsOf(asked, NewMembers)
      },
      run: (act, { emails, remove_absent = false, dry_run = false, force = false }) =>
        setMembers(act, { group_id, emails, remove_absent, dry_run, force, guard: true }),
      show: async (_, made) => made,
    })
  },
})

/** The groups of a person, and their members. */
export const membershipRoutes = [showGroup, listGroups, list, show, set]

/** One of the groups of a person, at the path of older clients of b2. */
export const groupRoutes = [showGroupForThread]

/** One of the groups of a person. NotFound: no such group, or they have not joined it. */
async function showOne({ db, key, request }: Asked) {
  const { ref } = request.params as { ref: string }
  const found = (await loadJoined(db.pool, key.user_id)).filter(({ in_group: { group } }) =>
    [String(group.id), group.key, group.handle].includes(ref),
  )
  if (found.length === 0) throw new NotFound()
  return topical(joinedEnvelope(found.slice(0, 1)), {})
}
