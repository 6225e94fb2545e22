import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** The person's zone, chosen or the first of their browser; null: none is known. */
export const chosenZone = (u: string) =>
  `case when ${u}.utc_chosen or ${u}.time_zone <> 'UTC' then ${u}.time_zone end`

/**
 * Of the first admin who has one: what programs start has no author with a zone. `+ 0`: in the order of ids,
 * PostgreSQL would read all members up to the first admin.
 */
export const adminsZone = (group_id: string) =>
  `(select a.time_zone from memberships n join users a on a.id = n.user_id
    where n.group_id = ${group_id} and n.admin and n.revoked_at is null and ${chosenZone('a')} is not null order by n.id + 0 limit 1)`

const told = sql<{ group_id: number; user_ids: number[] }, { time_zone: string }>(
  'zones.told',
  `select coalesce(
     (select a.time_zone from unnest(:user_ids::bigint[]) with ordinality w(id, place) join users a on a.id = w.id
      where ${chosenZone('a')} is not null order by w.place limit 1),
     ${adminsZone(':group_id')}, 'UTC') as time_zone`,
  { time_zone: is.text },
)

/** The first zone among these people, else that of an admin of the group. */
export async function toldZone(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<string> {
  return (await told.one(db, ask)).time_zone
}
