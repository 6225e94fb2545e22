import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Envelope, membershipsEnvelope } from '../api/envelope.ts'
import { tellIgnored } from '../api/exchange.ts'
import { IDEMPOTENCY } from '../api/operations.ts'
import { DEFAULT_PER, MemberListParams, MembershipParams } from '../api/params.ts'
import { MembersSetRecord } from '../api/records/present-membership.ts'
import type { Db } from '../db/db.ts'
import { refuse } from '../errors.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import { answerOnce } from '../http/idempotency.ts'
import { loadKeyMembers } from '../keys/load-key-members.ts'
import { setMembers } from '../members/set-members.ts'
import { checkGroupId, commandOf } from './authorize-key.ts'
import { route, routeLoading } from './route.ts'

const list = routeLoading(loadList, {
  method: 'GET',
  path: '/memberships',
  permission: 'read_memberships',
  query: MemberListParams,
  does: {
    id: 'listMemberships',
    tag: 'Memberships',
    summary: 'List memberships',
    description: "The members of the key's group, including pending ones, ordered by id.",
    says: 'The memberships, with their users; meta.total counts all of them.',
  },
  besides:
    'The key can also be sent in a form-encoded body, even in a POST that contains neither emails nor remove_absent.',
  run: async ({ reply, key, found: { page, asked } }) => {
    refuse(asked.problems)
    tellIgnored(reply, checkGroupId(asked.values.group_id ?? null, key, asked.ignored))
    return membershipsEnvelope(page)
  },
})

const set = route({
  method: 'POST',
  path: '/memberships',
  permission: 'manage_memberships',
  meant: (request) => (asksForTheList(request) ? list : null),
  headers: IDEMPOTENCY,
  body: MembershipParams,
  answer: Type.Union([MembersSetRecord, Envelope]),
  does: {
    id: 'manageMemberships',
    tag: 'Memberships',
    summary: 'Manage memberships',
    description:
      'Invites every address that is not in the group yet and, with remove_absent, removes every member who is not listed, which can be all of them. The number of addresses new to the service that a key can invite per hour is limited (429 invites_limited). The first request within an hour is accepted in full, but emails beyond the limit are spread over the following hours.',
    says: 'The people who were invited and removed.',
  },
  run: async (asked) => {
    const { key, request, reply } = asked
    const { values, problems, ignored } = readFields(MembershipParams, bodyOf(request))
    refuse(problems)
    tellIgnored(reply, checkGroupId(values.group_id ?? null, key, ignored))
    const { emails, remove_absent = false, dry_run = false, force = false } = values
    const wish = { group_id: key.group_id, emails, remove_absent, dry_run, force, guard: key.guard }
    return answerOnce(commandOf(asked), asked, {
      run: (act) => setMembers(act, wish),
      show: async (_, made) => made,
    })
  },
})

/** Lists and manages the members of the key's group. */
export const membershipRoutes = [list, set]

/** `curl -d 'api_key=KEY' …/memberships` is a POST meant as a request for the list. A JSON body never is. */
function asksForTheList(request: FastifyRequest): boolean {
  const { encoding, fields } = bodyOf(request)
  return encoding === 'form' && fields['emails'] === undefined && fields['remove_absent'] === undefined
}

/** The key with the requested page, if its parameters are readable: the permission is checked first. */
async function loadList(db: Db, request: FastifyRequest) {
  // The body of a GET is only read for the key.
  const fields =
    request.method === 'GET' ? queryOf(request) : { ...queryOf(request), ...bodyOf(request).fields }
  const asked = readFields(MemberListParams, { encoding: 'form', fields })
  const { per, from } = asked.values
  const paging = { per: per ?? DEFAULT_PER, from: from ?? 0 }
  const { key, ...page } = await loadKeyMembers(db.pool, request.keyHash, paging)
  return { key, page, asked }
}
