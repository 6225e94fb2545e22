import type { Json } from '../../db/json-rows.ts'
import { type Queryable, sql } from '../../db/sql.ts'

export type DoneRow = { event_id: number; actor: Json | null; membership: Json | null; member: Json | null }

const done = sql<{ event_ids: number[] }, DoneRow>(
  'webhooks.done',
  `select e.id as event_id, row_to_json(a) as actor, row_to_json(m) as membership, row_to_json(u) as member
   from events e left join users a on a.id = e.actor_id
   left join memberships m on e.subject_type = 'Membership' and m.id = e.subject_id
   left join users u on u.id = m.user_id
   where e.id = any (:event_ids::bigint[])`,
)

export type VoteRow = { event_id: number; ballot: Json; voter: Json }

const votes = sql<{ event_ids: number[] }, VoteRow>(
  'webhooks.votes',
  `select e.id as event_id, row_to_json(v) as voter,
     json_build_object('id', b.id, 'scores', b.scores, 'reason', b.reason, 'reason_format', b.reason_format,
       'cast_at', b.cast_at, 'api_key_id', b.api_key_id, 'cast_by', k.name) as ballot
   from events e join ballots b on b.poll_id = e.poll_id and b.user_id = e.actor_id
   join electorate v on v.poll_id = b.poll_id and v.user_id = b.user_id
   left join api_keys k on k.id = b.api_key_id
   where e.id = any (:event_ids::bigint[])`,
)

/** What these votes say at present, with those who cast them: only once the gate said that both may be seen. */
export async function readVotes(db: Queryable, event_ids: number[]): Promise<VoteRow[]> {
  return event_ids.length === 0 ? [] : votes.all(db, { event_ids })
}

/** Who did these things, and to whom. */
export function readDone(db: Queryable, event_ids: number[]): Promise<DoneRow[]> {
  return done.all(db, { event_ids })
}
