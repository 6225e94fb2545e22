import { type Fields, is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { GROUP_ROW } from '../../groups/group.ts'
import { groupStateOf } from '../../groups/group-state.ts'
import type { MappedGroup } from './mapping.ts'

const ROW: Fields<MappedGroup> = {
  ...pick(GROUP_ROW, 'id', 'handle', 'name'),
  ...{ membership_id: is.nullable(is.integer), accepted: is.flag, mapped: is.flag, removed: is.flag },
}

// The groups of a mapping, with a person's membership in each. A membership that a claim has ended keeps the
// provider, so one that ended without it was ended by people here.
const groups = sql<{ handles: string[]; user_id: number; issuer: string }, MappedGroup>(
  'mapped_groups.of_user',
  `select g.id, g.handle, g.name, m.id as membership_id, m.accepted_at is not null as accepted,
     m.mapped_by is not distinct from :issuer and m.id is not null as mapped,
     exists (select from memberships r where r.group_id = g.id and r.user_id = :user_id
       and r.revoked_at is not null and r.mapped_by is null) as removed
   from (select distinct handle from unnest(:handles::text[]) as h(handle)) h
   cross join lateral (select * from groups where handle = h.handle limit 1) g
   left join lateral (select id, accepted_at, mapped_by from memberships
     where group_id = g.id and user_id = :user_id and revoked_at is null limit 1) m on true
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

/** The open groups with these handles, with the person's membership in each. */
export function mappedGroups(
  db: Queryable,
  ask: { handles: string[]; user_id: number; issuer: string },
): Promise<MappedGroup[]> {
  return groups.all(db, ask)
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
