import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { ANY_MEMBERSHIP_ROW, type AnyMembership } from './group.ts'
import { usersIn } from './names/shown-users.ts'

/** A membership in any state, with its person. People who deleted their accounts have no address. */
export type GroupPerson = Omit<AnyMembership, 'email'> & { email: string | null; user: User }

const PERSON_ROW: Fields<GroupPerson> = {
  ...ANY_MEMBERSHIP_ROW,
  email: is.nullable(is.text),
  user: is.record(USER_ROW),
}

const fromJson = jsonReader(PERSON_ROW)

/** Which people of a group: members, invited people, or those of ended memberships and invitations. */
export type PeopleOf = 'joined' | 'invited' | 'removed'

const PERSON = `json_build_object('id', m.id, 'group_id', m.group_id, 'user_id', m.user_id, 'inviter_id', m.inviter_id,
     'admin', m.admin, 'title', m.title, 'accepted_at', m.accepted_at, 'revoked_at', m.revoked_at, 'has_left', m.has_left,
     'created_at', m.created_at, 'email', u.email, 'user', row_to_json(u)) as person`
const WITH_PERSON = `join lateral (select * from ${usersIn('m.group_id')} u where u.id = m.user_id limit 1) u on true`

const IN_LIST = `m.group_id = :group_id and case :which::text
     when 'joined' then m.revoked_at is null and m.accepted_at is not null
     when 'invited' then m.revoked_at is null and m.accepted_at is null
     else m.revoked_at is not null end`
const IS_FOUND = `(:find::text is null or strpos(lower(u.name), lower(:find::text)) > 0
     or (:by_address::boolean and strpos(lower(u.email), lower(:find::text)) > 0))`
const LEADS = '(m.admin and m.revoked_at is null)'

type Listed = { group_id: number; which: PeopleOf; find: string | null; by_address: boolean }
export type PeopleAsk = Listed & { per: number; from: number }

type PersonJson = { person: JsonOf<GroupPerson> }

const page = sql<PeopleAsk, PersonJson>(
  'people.page',
  `select ${PERSON} from memberships m ${WITH_PERSON} where ${IN_LIST} and ${IS_FOUND}
   order by ${LEADS} desc, lower(u.name) nulls last, m.id limit :per offset :from`,
  { person: is.jsonOf(PERSON_ROW) },
)

const some = sql<{ group_id: number; ids: number[] }, PersonJson>(
  'people.some',
  `select ${PERSON} from unnest(:ids::bigint[]) as asked(id)
   join lateral (select * from memberships where id = asked.id limit 1) m on m.group_id = :group_id ${WITH_PERSON}`,
  { person: is.jsonOf(PERSON_ROW) },
)

/** What decides the order of a list; `id`: of the membership. */
export type PersonName = { id: number; name: string | null; leads: boolean }

// Without `offset 0` PostgreSQL may look for the first ids among those of all groups.
const names = sql<Listed & { most: number }, PersonName>(
  'people.names',
  `select m.id, u.name, ${LEADS} as leads
   from (select * from memberships where group_id = :group_id offset 0) m
   join lateral (select name, email from ${usersIn('m.group_id')} u where u.id = m.user_id limit 1) u on true
   where ${IN_LIST} and ${IS_FOUND} order by m.id limit :most`,
  { id: is.integer, name: is.nullable(is.text), leads: is.flag },
)

/** A page of a group's people: admins first, then by name, in the database's order. */
export async function readPeople(db: Queryable, ask: PeopleAsk): Promise<GroupPerson[]> {
  return (await page.all(db, ask)).map((row) => fromJson(row.person))
}

/** The names in a list; at most `most`. */
export function readPeopleNames(db: Queryable, ask: Listed & { most: number }): Promise<PersonName[]> {
  return names.all(db, ask)
}

/** The people of these memberships, in their order. */
export async function readPeopleOf(db: Queryable, group_id: number, ids: number[]): Promise<GroupPerson[]> {
  const found = (await some.all(db, { group_id, ids })).map((row) => fromJson(row.person))
  const by_id = new Map(found.map((person) => [person.id, person]))
  return ids.flatMap((id) => by_id.get(id) ?? [])
}
