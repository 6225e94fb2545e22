import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { LISTED_MEMBERSHIP_ROW, type ListedMembership } from './group.ts'
import { usersIn } from './names/shown-users.ts'

/** A membership in any state, with its person. */
export type GroupPerson = ListedMembership & { revoked_at: Date | null; user: User }

const PERSON_ROW: Fields<GroupPerson> = {
  ...LISTED_MEMBERSHIP_ROW,
  revoked_at: is.nullable(is.instant),
  user: is.record(USER_ROW),
}

const fromJson = jsonReader(PERSON_ROW)

/** Which people of a group: members, invited people, or removed members. */
export type PeopleOf = 'joined' | 'invited' | 'removed'

const people = sql<
  { group_id: number; which: PeopleOf; per: number; from: number },
  { person: JsonOf<GroupPerson> }
>(
  'people.page',
  `select json_build_object('id', m.id, 'group_id', m.group_id, 'user_id', m.user_id, 'inviter_id', m.inviter_id,
     'admin', m.admin, 'title', m.title, 'accepted_at', m.accepted_at, 'revoked_at', m.revoked_at,
     'created_at', m.created_at, 'email', u.email, 'user', row_to_json(u)) as person
   from memberships m join lateral (select * from ${usersIn('m.group_id')} u where u.id = m.user_id limit 1) u on true
   where m.group_id = :group_id and case :which::text
     when 'joined' then m.revoked_at is null and m.accepted_at is not null
     when 'invited' then m.revoked_at is null and m.accepted_at is null
     else m.revoked_at is not null end
   order by (m.admin and m.revoked_at is null) desc, lower(u.name) nulls last, m.id limit :per offset :from`,
  { person: is.jsonOf(PERSON_ROW) },
)

/** A page of a group's people: admins first, then by name. */
export async function readPeople(
  db: Queryable,
  ask: { group_id: number; which: PeopleOf; per: number; from: number },
): Promise<GroupPerson[]> {
  return (await people.all(db, ask)).map((row) => fromJson(row.person))
}
