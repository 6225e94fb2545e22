import { type Fields, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { DEEDS, type Deed } from './deed.ts'

export type NewDeed = {
  what: Deed
  actor_id: number | null
  group_id: number | null
  group_name: string | null
  user_id: number | null
}

/**
 * An action of someone who runs the service. `actor` null: the command line or the clock; names as of now.
 */
export type ListedDeed = {
  id: number
  what: Deed
  actor: string | null
  group_name: string | null
  person: string | null
  created_at: Date
}

const ROW: Fields<ListedDeed> = {
  id: is.integer,
  what: is.oneOf(DEEDS),
  actor: is.nullable(is.text),
  group_name: is.nullable(is.text),
  person: is.nullable(is.text),
  created_at: is.instant,
}

/**
 * Changes when a person is erased, whose name is then gone from everywhere, and with each other deed: they
 * are few. Several of the latest, as the one with the highest id need not be the last to be committed.
 */
export const ERASURE_STAMP =
  '(select json_agg(latest.id) from (select id from service_events order by id desc limit 4) latest)'

const insert = sql<NewDeed>(
  'service_events.insert',
  `insert into service_events (what, actor_id, group_id, group_name, user_id)
   values (:what, :actor_id, :group_id, :group_name, :user_id)`,
)

type GroupDeeds = { user_id: number; what: Deed[]; group_ids: number[]; group_names: string[] }

const insertSeveral = sql<GroupDeeds>(
  'service_events.insert_several',
  `insert into service_events (what, group_id, group_name, user_id)
   select d.what, d.group_id, d.group_name, :user_id::bigint
   from unnest(:what::text[], :group_ids::bigint[], :group_names::text[]) as d(what, group_id, group_name)`,
)

const page = sql<{ per: number; from: number }, ListedDeed>(
  'service_events.page',
  `select e.id, e.what, coalesce(a.name, a.email) as actor, e.group_name, coalesce(p.name, p.email) as person, e.created_at
   from (select * from service_events order by id desc limit :per offset :from) e
   left join lateral (select name, email from users where id = e.actor_id limit 1) a on true
   left join lateral (select name, email from users where id = e.user_id limit 1) p on true
   order by e.id desc`,
  ROW,
)

export async function insertDeed(tx: Queryable, deed: NewDeed): Promise<void> {
  await insert.run(tx, deed)
}

/** Several for one person, by the clock or a provider. */
export async function insertGroupDeeds(tx: Queryable, deeds: GroupDeeds): Promise<void> {
  await insertSeveral.run(tx, deeds)
}

/** Newest first: `per` after the first `from`. */
export function pageDeeds(db: Queryable, ask: { per: number; from: number }): Promise<ListedDeed[]> {
  return page.all(db, ask)
}
