import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const PATIENT = { patient: true }

type Page = { after: number; most: number }

/**
 * A person of the file; `known`: from an earlier import; `by_address`: who has the address, or had it when
 * the import began and has deleted their account since.
 */
export type PersonLine = {
  place: number
  line: number
  source_id: string
  said_at: Date | null
  data: string
  known: number | null
  by_address: number | null
  username_taken: boolean
}

const page = sql<Page, PersonLine>(
  'import_people.page',
  `select l.place, l.line, l.source_id, l.said_at, l.data::text as data,
     (select m.our_id from imported_records m where m.kind = 'user' and m.source_key = l.source_key) as known,
     coalesce(
       (select u.id from import_accounts a join users u on u.id = a.user_id and u.erased_at is not null
        where lower(a.said) = lower(l.data ->> 'email') and a.kind in ('address', 'other') order by a.kind limit 1),
       (select u.id from users u where lower(u.email) = lower(l.data ->> 'email'))) as by_address,
     exists (select from users u where u.username = l.data ->> 'username') as username_taken
   from import_lines l where l.kind = 'user' and l.place > :after order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    said_at: is.nullable(is.instant),
    data: is.text,
    known: is.nullable(is.integer),
    by_address: is.nullable(is.integer),
    username_taken: is.flag,
  },
  PATIENT,
)

/** `left`: the row of somebody without an account. */
export type NewPerson = {
  place: number
  id: number
  name: string | null
  username: string | null
  email: string | null
  bot: boolean
  left: boolean
  locale: string | null
  time_zone: string
  created_at: Date
}

// Somebody may have come meanwhile.
const insert = sql<{ people: string }>(
  'import_people.insert',
  `with asked as materialized (
     select * from jsonb_to_recordset(:people::jsonb) as p(place bigint, id bigint, name text, username text,
       email text, bot boolean, "left" boolean, locale text, time_zone text, created_at timestamptz)
   ), made as (
     insert into users (id, name, username, email, bot, locale, time_zone, created_at, erased_at)
     overriding system value
     select id, name, username, email, bot, locale, time_zone, created_at, case when "left" then now() end from asked
     on conflict (lower(email)) do nothing returning id
   )
   update import_lines l set our_id = m.id, fresh = true from asked a join made m on m.id = a.id where l.place = a.place`,
  null,
  PATIENT,
)

const others = sql<object>(
  'import_people.find_others',
  `update import_lines l set our_id = u.id from users u
   where l.kind = 'user' and l.our_id is null and l.data ->> 'email' is not null
     and lower(u.email) = lower(l.data ->> 'email')`,
  null,
  PATIENT,
)

// Keys in files have no hyphens.
const NOBODY_KEY = 'no-body'

const nobody = sql<{ id: number; name: string }, { id: number }>(
  'import_people.nobody',
  `with known as (
     select our_id from imported_records where kind = 'user' and source_key = '${NOBODY_KEY}'
   ), made as (
     insert into users (id, name, erased_at) overriding system value
     select :id, :name, now() where not exists (select from known) returning id
   ), kept as (
     insert into imported_records (kind, source_key, our_id) select 'user', '${NOBODY_KEY}', id from made
   )
   select our_id as id from known union all select id from made`,
  ID,
)

/** People of the file, a page of them. */
export function pageOfPeople(tx: Queryable, asked: Page): Promise<PersonLine[]> {
  return page.all(tx, asked)
}

/** Adds people; those whose address is taken are left to `findOthers`. */
export async function insertPeople(tx: Queryable, people: NewPerson[]): Promise<void> {
  if (people.length > 0) await insert.run(tx, { people: JSON.stringify(people) })
}

/** Finds people of the file by their address who were not added. */
export async function findOthers(tx: Queryable): Promise<void> {
  await others.run(tx, {})
}

/** The one who stands for authors that the file does not name. */
export async function ensureNobody(tx: Queryable, person: { id: number; name: string }): Promise<number> {
  return (await nobody.one(tx, person)).id
}
