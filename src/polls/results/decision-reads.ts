import type { Json } from '../../db/json-rows.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { PollOption } from '../poll-option.ts'

export type DecisionRow = { outcome: Json; poll: Json; option: PollOption | null }

// A poll that was reopened is undecided again: what was said of its first result does not hold any more.
const page = sql<{ group_id: number; per: number; from: number }, DecisionRow>(
  'decisions.page',
  `select row_to_json(o) as outcome, json_build_object('key', p.key, 'title', p.title, 'poll_type', p.poll_type) as poll,
     (select row_to_json(x) from poll_options x where x.poll_id = o.poll_id and x.id = o.poll_option_id) as option
   from outcomes o join polls p on p.id = o.poll_id
   where o.group_id = :group_id and p.discarded_at is null and o.created_at >= coalesce(p.closed_at, p.closing_at)
     and coalesce(p.closed_at, p.closing_at) <= now()
     and not exists (select 1 from outcomes newer where newer.poll_id = o.poll_id and newer.id > o.id)
   order by o.id desc limit :per offset :from`,
)

/** A page of what a group decided: of each closed poll the outcome that holds, newest first. */
export function readDecisions(
  db: Queryable,
  ask: { group_id: number; per: number; from: number },
): Promise<DecisionRow[]> {
  return page.all(db, ask)
}
