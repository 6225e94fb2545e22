import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { MEMBERSHIP_ROW, type Membership } from './group.ts'
import { GROUP_FACTS_ROW, type GroupJson } from './group-facts.ts'
import { GROUP_FACTS } from './group-reads.ts'
import { usersIn } from './names/shown-users.ts'

type Member = Membership & { user: User }
export type MemberJson = JsonOf<Member>

export const MEMBER_ROW: Fields<Member> = { ...MEMBERSHIP_ROW, user: is.record(USER_ROW) }

export const memberFromJson = jsonReader(MEMBER_ROW)

/** A membership with its person; `m` is the alias of its row. */
export const MEMBER = `m.id, m.group_id, m.user_id, m.inviter_id, m.admin, m.title, m.accepted_at, m.created_at,
          row_to_json(u) as user
        from memberships m join lateral ${usersIn('m.group_id')} u on u.id = m.user_id`

type RosterPage = { group_id: number; pending: boolean; per: number; from: number }

const roster = sql<RosterPage, { member: MemberJson }>(
  'members.roster',
  `select row_to_json(m) as member from (
     select ${MEMBER}
     where m.group_id + 0 = :group_id and m.revoked_at is null and (:pending::boolean or m.accepted_at is not null)
     order by m.id limit :per offset :from) m`,
  { member: is.jsonOf(MEMBER_ROW) },
)

type JoinedRow = { in_group: GroupJson; member: MemberJson }

const joined = sql<{ user_id: number }, JoinedRow>(
  'members.joined',
  `select ${GROUP_FACTS} as in_group, (select row_to_json(m) from (select ${MEMBER} where m.id = own.id) m) as member
   from memberships own join groups g on g.id = own.group_id
   where own.user_id = :user_id and own.revoked_at is null and own.accepted_at is not null
     and g.suspended_at is null and g.deleted_at is null
   order by g.id`,
  { in_group: is.jsonOf(GROUP_FACTS_ROW), member: is.jsonOf(MEMBER_ROW) },
)

/** A group that nobody can open for now. */
export type SuspendedGroup = { id: number; key: string; handle: string; name: string }

const suspended = sql<{ user_id: number }, SuspendedGroup>(
  'members.suspended',
  `select g.id, g.key, g.handle, g.name
   from memberships own join groups g on g.id = own.group_id
   where own.user_id = :user_id and own.revoked_at is null and own.accepted_at is not null
     and g.suspended_at is not null and g.deleted_at is null
   order by g.id`,
  { id: is.integer, key: is.text, handle: is.text, name: is.text },
)

/** A page of the members of a group, by id; `pending`: including invited people. */
export async function readRoster(db: Queryable, ask: RosterPage): Promise<MemberJson[]> {
  return (await roster.all(db, ask)).map((row) => row.member)
}

/** The groups that this person has joined, each with their membership. */
export function readJoined(db: Queryable, user_id: number): Promise<JoinedRow[]> {
  return joined.all(db, { user_id })
}

/** The groups that this person has joined and that are suspended. */
export function readSuspended(db: Queryable, user_id: number): Promise<SuspendedGroup[]> {
  return suspended.all(db, { user_id })
}
