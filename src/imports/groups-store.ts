import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const PATIENT = { patient: true }

/** A group of the file. `parent_line`: whether its parent is in the file; `parent_id`: its parent here. */
export type GroupLine = {
  place: number
  line: number
  source_id: string
  ref: string | null
  said_at: Date | null
  data: string
  known: number | null
  parent_line: boolean
  parent_id: number | null
  creator_id: number | null
}

const next = sql<{ after: number; most: number; stuck: boolean }, GroupLine>(
  'import_groups.next',
  `select l.place, l.line, l.source_id, l.ref, l.said_at, l.data::text as data,
     (select m.our_id from imported_records m where m.kind = 'group' and m.source_key = l.source_key) as known,
     p.place is not null as parent_line, p.our_id as parent_id,
     (select u.our_id from import_lines u where u.kind = 'user' and u.source_id = l.owner) as creator_id
   from import_lines l
   left join lateral (select place, our_id from import_lines where kind = 'group' and source_id = l.ref limit 1) p on true
   where l.kind = 'group' and l.place > :after and l.our_id is null and (p.place is null or p.our_id is not null or :stuck::boolean)
   order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    ref: is.nullable(is.text),
    said_at: is.nullable(is.instant),
    data: is.text,
    known: is.nullable(is.integer),
    parent_line: is.flag,
    parent_id: is.nullable(is.integer),
    creator_id: is.nullable(is.integer),
  },
  PATIENT,
)

const taken = sql<{ handles: string[]; keys: string[] }, { taken: string }>(
  'import_groups.taken',
  `select handle as taken from groups where handle = any (:handles::text[])
   union all select key from groups where key = any (:keys::text[])`,
  { taken: is.text },
)

export type NewGroup = {
  id: number
  key: string
  handle: string
  name: string
  description: string | null
  description_format: 'md' | 'html'
  parent_id: number | null
  creator_id: number | null
  created_at: Date
}

const insert = sql<{ groups: string }>(
  'import_groups.insert',
  `with made as (
     insert into groups (id, key, handle, name, description, description_format, parent_id, creator_id, created_at)
     overriding system value
     select * from jsonb_to_recordset(:groups::jsonb) as g(id bigint, key text, handle text, name text, description text,
       description_format text, parent_id bigint, creator_id bigint, created_at timestamptz)
     returning id
   )
   insert into group_counts (group_id) select id from made`,
)

/** A membership of the file, with what it refers to. */
export type MemberLine = {
  place: number
  line: number
  source_id: string
  ref: string
  owner: string
  said_at: Date | null
  data: string
  group_id: number | null
  user_id: number | null
  inviter_id: number | null
  has_address: boolean
  /** The handle of the group, if it was here before this import. */
  known_group: string | null
  /** Is or was a member of it here. */
  known_member: boolean
}

const members = sql<{ after: number; most: number }, MemberLine>(
  'import_groups.members',
  `select l.place, l.line, l.source_id, coalesce(l.ref, '') as ref, coalesce(l.owner, '') as owner, l.said_at,
     l.data::text as data, g.our_id as group_id, u.our_id as user_id, i.our_id as inviter_id,
     exists (select from users where id = u.our_id and email is not null) as has_address,
     case when not g.fresh then (select handle from groups where id = g.our_id) end as known_group,
     exists (select from memberships where group_id = g.our_id and user_id = u.our_id) as known_member
   from import_lines l
   left join lateral (select our_id, fresh from import_lines where kind = 'group' and source_id = l.ref limit 1) g on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.owner limit 1) u on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.data ->> 'inviter' limit 1) i on true
   where l.kind = 'member' and l.place > :after order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    ref: is.text,
    owner: is.text,
    said_at: is.nullable(is.instant),
    data: is.text,
    group_id: is.nullable(is.integer),
    user_id: is.nullable(is.integer),
    inviter_id: is.nullable(is.integer),
    has_address: is.flag,
    known_group: is.nullable(is.text),
    known_member: is.flag,
  },
  PATIENT,
)

export type NewMember = {
  place: number
  group_id: number
  user_id: number
  inviter_id: number | null
  admin: boolean
  title: string | null
  accepted_at: string | null
  created_at: Date
}

// Whoever is a member here, or was removed here, stays so; people who deleted their accounts join nothing. Of
// two records of one person, an admin's counts.
const join = sql<{ members: string }>(
  'import_groups.join',
  `with asked as materialized (
     select * from jsonb_to_recordset(:members::jsonb) as m(place bigint, group_id bigint, user_id bigint,
       inviter_id bigint, admin boolean, title text, accepted_at timestamptz, created_at timestamptz)
   ), made as (
     insert into memberships (group_id, user_id, inviter_id, admin, title, accepted_at, created_at)
     select group_id, user_id, inviter_id, admin, title, accepted_at, created_at from asked m
     where not exists (select from users u where u.id = m.user_id and u.erased_at is not null)
     order by m.admin desc
     on conflict (group_id, user_id) do nothing returning group_id, user_id, admin, accepted_at
   ), marked as (
     update import_lines l set fresh = true
     from (select min(a.place) as place from asked a join made m using (group_id, user_id) group by group_id, user_id) f
     where l.place = f.place
   ), counted as (
     update group_counts c set memberships = c.memberships + n.members,
       pending_memberships = c.pending_memberships + n.pending, admin_memberships = c.admin_memberships + n.admins
     from (select group_id, count(*) as members, count(*) filter (where accepted_at is null) as pending,
             count(*) filter (where admin) as admins from made group by group_id) n
     where c.group_id = n.group_id
   )
   select 1 from made`,
  null,
  PATIENT,
)

const leaderless = sql<object, { handle: string; line: number }>(
  'import_groups.leaderless',
  `select g.handle, l.line from import_lines l join groups g on g.id = l.our_id
   where l.kind = 'group' and l.fresh and not exists (
     select from memberships m where m.group_id = g.id and m.admin and m.revoked_at is null)
   order by l.line`,
  { handle: is.text, line: is.integer },
  PATIENT,
)

/** Groups whose parent is here or not in the file; `stuck`: also those whose parents lead in a circle. */
export function nextGroups(
  tx: Queryable,
  asked: { after: number; most: number; stuck: boolean },
): Promise<GroupLine[]> {
  return next.all(tx, asked)
}

/** Those of these handles and public keys that a group has. */
export async function takenNames(
  tx: Queryable,
  asked: { handles: string[]; keys: string[] },
): Promise<Set<string>> {
  return new Set((await taken.all(tx, asked)).map((row) => row.taken))
}

export async function insertGroups(tx: Queryable, groups: NewGroup[]): Promise<void> {
  await insert.run(tx, { groups: JSON.stringify(groups) })
}

export function pageOfMembers(tx: Queryable, asked: { after: number; most: number }): Promise<MemberLine[]> {
  return members.all(tx, asked)
}

/** Returns how many were imported; the others are or were members already. */
export function joinMembers(tx: Queryable, joined: NewMember[]): Promise<number> {
  return join.run(tx, { members: JSON.stringify(joined) })
}

/** Groups that were imported without an admin. */
export function groupsWithoutAdmin(tx: Queryable): Promise<{ handle: string; line: number }[]> {
  return leaderless.all(tx, {})
}
