import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'

export type DoneRow = { event_id: number; actor: Json | null; membership: Json | null; member: Json | null }

const done = sql<{ event_ids: number[] }, DoneRow>(
  'webhooks.done',
  `select e.id as event_id, row_to_json(a) as actor, row_to_json(m) as membership, row_to_json(u) as member
   from events e left join users a on a.id = e.actor_id
   left join memberships m on e.subject_type = 'Membership' and m.id = e.subject_id
   left join users u on u.id = m.user_id
   where e.id = any (:event_ids::bigint[])`,
)

/** Who did these things, and to whom. */
export function readDone(db: Queryable, event_ids: number[]): Promise<DoneRow[]> {
  return done.all(db, { event_ids })
}
