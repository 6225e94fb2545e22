import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'

// A poll that was reopened is undecided again: what was said of its first result is not shown beside open voting.
const page = sql<{ group_id: number; per: number; from: number }, { outcome: Json; poll: Json }>(
  'decisions.page',
  `select row_to_json(o) as outcome, json_build_object('key', p.key, 'title', p.title) as poll
   from outcomes o join polls p on p.id = o.poll_id
   where o.group_id = :group_id and p.discarded_at is null and (p.closed_at is not null or p.closing_at <= now())
     and not exists (select 1 from outcomes newer where newer.poll_id = o.poll_id and newer.id > o.id)
   order by o.id desc limit :per offset :from`,
)

/** A page of what a group decided: of each closed poll the outcome that holds, newest first. */
export function readDecisions(
  db: Queryable,
  ask: { group_id: number; per: number; from: number },
): Promise<{ outcome: Json; poll: Json }[]> {
  return page.all(db, ask)
}
