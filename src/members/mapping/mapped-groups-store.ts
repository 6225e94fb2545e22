import { type Fields, is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { GROUP_ROW } from '../../groups/group.ts'
import { groupStateOf } from '../../groups/group-state.ts'
import { LOGIN_STATES, type MappedGroup } from './mapping.ts'

const ROW: Fields<MappedGroup> = {
  ...pick(GROUP_ROW, 'id', 'handle', 'name'),
  ...{ membership_id: is.nullable(is.integer), accepted: is.flag, mapped: is.flag, removed: is.flag },
  login: is.oneOf(LOGIN_STATES),
}

/** A person's login, whose provider named these groups. */
export type Asked = { handles: string[]; user_id: number; issuer: string; subject: string }

// The groups of a mapping, with a person's membership in each. A membership that a claim has ended keeps the
// provider, so one that ended without it was ended by people here.
const groups = sql<Asked, MappedGroup>(
  'mapped_groups.of_user',
  `select g.id, g.handle, g.name, m.id as membership_id, m.accepted_at is not null as accepted,
     m.mapped_by is not distinct from :issuer and m.id is not null as mapped,
     exists (select from memberships r where r.group_id = g.id and r.user_id = :user_id
       and r.revoked_at is not null and r.mapped_by is null) as removed,
     case when l.group_id is null then 'new' when l.user_id = :user_id then 'own' else 'other' end as login
   from (select distinct handle from unnest(:handles::text[]) as h(handle)) h
   cross join lateral (select * from groups where handle = h.handle limit 1) g
   left join lateral (select id, accepted_at, mapped_by from memberships
     where group_id = g.id and user_id = :user_id and revoked_at is null limit 1) m on true
   left join mapped_logins l on l.group_id = g.id and l.login_hash = login_hash(:issuer, :subject)
   where ${groupStateOf('g')} = 'active' order by g.id`,
  ROW,
)

const mark = sql<{ group_id: number; user_id: number; issuer: string }>(
  'mapped_groups.mark',
  `update memberships set mapped_by = :issuer
   where group_id = :group_id and user_id = :user_id and revoked_at is null`,
)

const markEnded = sql<{ membership_id: number; issuer: string }>(
  'mapped_groups.mark_ended',
  'update memberships set mapped_by = :issuer where id = :membership_id',
)

const remember = sql<Remembered>(
  'mapped_groups.remember',
  `insert into mapped_logins (group_id, login_hash, user_id)
   select id, login_hash(:issuer, :subject), :user_id::bigint from unnest(:group_ids::bigint[]) as g(id) order by id
   on conflict do nothing`,
)

type Remembered = { group_ids: number[]; user_id: number; issuer: string; subject: string }

/** The open groups with these handles: the person's membership in each, and what is known of the login. */
export function mappedGroups(db: Queryable, asked: Asked): Promise<MappedGroup[]> {
  return groups.all(db, asked)
}

/** Records that this login is this person's in these groups, unless it was another person's there. */
export async function rememberLogin(tx: Queryable, login: Remembered): Promise<void> {
  await remember.run(tx, login)
}

/** Records that a provider's claim made this person a member. */
export async function markMapped(
  tx: Queryable,
  who: { group_id: number; user_id: number; issuer: string },
): Promise<void> {
  await mark.run(tx, who)
}

/** Records that a provider's claim has just ended this membership: a claim may begin it again. */
export async function markEndedByClaim(
  tx: Queryable,
  ended: { membership_id: number; issuer: string },
): Promise<void> {
  await markEnded.run(tx, ended)
}
