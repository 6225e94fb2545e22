import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

/** A person as people who run the service see them. `groups`: the names of the first ones. */
export type ServicePerson = {
  id: number
  name: string | null
  email: string
  groups: string[]
  groups_count: number
  sessions: number
  passkeys: number
  created_at: Date
}

const ROW: Fields<ServicePerson> = {
  id: is.integer,
  name: is.nullable(is.text),
  email: is.text,
  groups: is.list(is.text),
  groups_count: is.integer,
  sessions: is.integer,
  passkeys: is.integer,
  created_at: is.instant,
}

const page = sql<{ start: string | null; most: number; per: number; from: number }, ServicePerson>(
  'service_people.page',
  `select u.id, u.name, u.email, u.created_at,
     array(select g.name from memberships m join groups g on g.id = m.group_id
       where m.user_id = u.id and m.revoked_at is null order by m.id limit :most) as groups,
     (select count(*) from memberships m where m.user_id = u.id and m.revoked_at is null)::int as groups_count,
     (select count(*) from sessions s where s.user_id = u.id and s.expires_at > now())::int as sessions,
     (select count(*) from passkeys p where p.user_id = u.id)::int as passkeys
   from (
     select * from users where email is not null
       and (:start::text is null or lower(name) like :start::text or lower(email) like :start::text)
     order by id desc limit :per offset :from
   ) u order by u.id desc`,
  ROW,
)

/** People, newest first: `per` after the first `from`, each with `most` names of groups. */
export function pagePeople(
  db: Queryable,
  ask: { start: string | null; most: number; per: number; from: number },
): Promise<ServicePerson[]> {
  return page.all(db, ask)
}
