import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { GROUP_ROW, MEMBERSHIP_ROW, type Membership } from './group.ts'
import { GROUP_FACTS_ROW, type GroupJson } from './group-facts.ts'
import { GROUP_FACTS } from './group-reads.ts'
import { shownName, usersIn } from './names/shown-users.ts'

export type GroupVisitRow = {
  now: Date
  in_group: GroupJson
  membership: JsonOf<Membership> | null
  inviter: JsonOf<User> | null
  /** The person's name in the group; null: none yet. */
  called: string | null
  subgroups: { handle: string; name: string }[]
  in_parent: boolean
}

const VISIT_ROW: Fields<GroupVisitRow> = {
  now: is.instant,
  in_group: is.jsonOf(GROUP_FACTS_ROW),
  membership: is.nullable(is.jsonOf(MEMBERSHIP_ROW)),
  inviter: is.nullable(is.jsonOf(USER_ROW)),
  called: is.nullable(is.text),
  subgroups: is.jsonListOf(pick(GROUP_ROW, 'handle', 'name')),
  in_parent: is.flag,
}

// Subgroups are visible to their members: others may not know of them.
const visit = (condition: string) => `select now() as now, ${GROUP_FACTS} as in_group,
     case when m.id is not null then json_build_object('id', m.id, 'group_id', m.group_id, 'user_id', m.user_id,
       'inviter_id', m.inviter_id, 'admin', m.admin, 'title', m.title, 'accepted_at', m.accepted_at,
       'created_at', m.created_at) end as membership,
     (select row_to_json(i) from ${usersIn('g.id')} i where i.id = m.inviter_id) as inviter,
     (select ${shownName('u', 'g.id')} from users u where u.id = :user_id::bigint) as called,
     (select coalesce(json_agg(json_build_object('handle', s.handle, 'name', s.name) order by s.name, s.id), '[]')
      from groups s join memberships own on own.group_id = s.id and own.user_id = :user_id::bigint and own.revoked_at is null
      where s.parent_id = g.id and s.deleted_at is null) as subgroups,
     exists (select from memberships own where own.group_id = g.parent_id and own.user_id = :user_id::bigint
       and own.revoked_at is null) as in_parent
   from groups g left join memberships m
     on m.group_id = g.id and m.user_id = :user_id::bigint and m.revoked_at is null
   where ${condition}`

const byHandle = sql<{ handle: string; user_id: number }, GroupVisitRow>(
  'group_visits.by_handle',
  visit('g.handle = :handle'),
  VISIT_ROW,
)

const byId = sql<{ id: number; user_id: number }, GroupVisitRow>(
  'group_visits.by_id',
  visit('g.id = :id'),
  VISIT_ROW,
)

/** A group and this person's relation to it. Null: no such group. */
export function readGroupVisit(
  db: Queryable,
  handle: string,
  user_id: number,
): Promise<GroupVisitRow | null> {
  return byHandle.first(db, { handle, user_id })
}

/** The same for a group by id. */
export function readGroupVisitById(
  db: Queryable,
  id: number,
  user_id: number,
): Promise<GroupVisitRow | null> {
  return byId.first(db, { id, user_id })
}
