import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Envelope, membershipsEnvelope } from '../api/envelope.ts'
import { tellIgnored } from '../api/exchange.ts'
import { DEFAULT_PER, MemberListParams, MembershipParams } from '../api/params.ts'
import { refuse } from '../errors.ts'
import { requirePermission } from '../groups/keys/api-key.ts'
import { loadKey } from '../groups/keys/load-key.ts'
import { loadMembers } from '../groups/load-members.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body, Fields } from '../http/forms.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { setMembers } from '../members/set-members.ts'
import { checkGroupId, commandOf, noteUse } from './authorize-key.ts'
import { SET_MEMBERSHIPS } from './describe/describe.ts'
import { LIST_MEMBERSHIPS } from './describe/describe-memberships.ts'

/** List and manage the members of the key's group. */
export function membershipRoutes(app: FastifyInstance, services: Services): void {
  const { db } = services
  app.get('/memberships', LIST_MEMBERSHIPS, (request, reply) =>
    list(services, request, reply, queryOf(request)),
  )

  app.post('/memberships', SET_MEMBERSHIPS, async (request, reply) => {
    const body = bodyOf(request)
    if (asksForTheList(body)) return list(services, request, reply, { ...queryOf(request), ...body.fields })
    const key = await loadKey(db, request.keyHash)
    noteUse(db, key)
    requirePermission(key, 'manage_memberships')
    const { values, problems, ignored } = readFields(MembershipParams, body)
    refuse(problems)
    tellIgnored(reply, checkGroupId(values.group_id ?? null, key, ignored))
    const { emails, remove_absent = false, dry_run = false, force = false } = values
    const asked = { group_id: key.group_id, emails, remove_absent, dry_run, force, guard: key.guard }
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: (act) => setMembers(act, asked),
        show: async (_, set) => set,
      },
    )
  })
}

/** `curl -d 'api_key=KEY' …/memberships` is a POST that means to list. A JSON body never does. */
function asksForTheList({ encoding, fields }: Body): boolean {
  return encoding === 'form' && fields['emails'] === undefined && fields['remove_absent'] === undefined
}

async function list(
  { db }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  fields: Fields,
): Promise<Envelope> {
  const { values, problems, ignored } = readFields(MemberListParams, { encoding: 'form', fields })
  const { key, ...page } = await loadMembers(db.pool, request.keyHash, {
    per: values.per ?? DEFAULT_PER,
    from: values.from ?? 0,
  })
  noteUse(db, key)
  refuse(problems)
  tellIgnored(reply, checkGroupId(values.group_id ?? null, key, ignored))
  return membershipsEnvelope(page)
}
