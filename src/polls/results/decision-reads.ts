import { type Fields, is, type JsonOf, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { OUTCOME_ROW, type Outcome } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { POLL_OPTION_ROW, POLL_ROW } from '../poll-rows.ts'

export type DecisionRow = {
  outcome: JsonOf<Outcome>
  poll: Pick<Poll, 'key' | 'title' | 'poll_type'>
  option: PollOption | null
  /** The hash of the last closing's manifest. Null: there is none, or its results are not final. */
  manifest_hash: Buffer | null
}

const DECISION_ROW: Fields<DecisionRow> = {
  outcome: is.jsonOf(OUTCOME_ROW),
  poll: is.jsonOf(pick(POLL_ROW, 'key', 'title', 'poll_type')),
  option: is.nullable(is.jsonOf(POLL_OPTION_ROW)),
  manifest_hash: is.nullable(is.bytes),
}

// A reopened poll is undecided again: the outcome of its first result is not valid, like a withdrawn one.
const IS_VALID = `case when p.discarded_at is null and o.withdrawn_at is null and o.created_at >= coalesce(p.closed_at, p.closing_at)
       and coalesce(p.closed_at, p.closing_at) <= now()
       and not exists (select 1 from outcomes newer where newer.poll_id = o.poll_id and newer.id > o.id offset 0)
       then true else false end`

const page = sql<{ group_id: number; per: number; from: number }, DecisionRow>(
  'decisions.page',
  `select row_to_json(o) as outcome, json_build_object('key', p.key, 'title', p.title, 'poll_type', p.poll_type) as poll,
     (select row_to_json(x) from poll_options x where x.poll_id = o.poll_id and x.id = o.poll_option_id) as option,
     case when p.closed_at is not null and (not p.anonymous or p.sealed_at is not null) then
       (select sha256(convert_to(h.manifest, 'UTF8')) from poll_heads h where h.poll_id = p.id order by h.closing desc limit 1)
     end as manifest_hash
   from outcomes o join lateral (select * from polls where id = o.poll_id limit 1) p on true
   where (o.group_id, o.id) >= (:group_id::bigint, 0) and o.group_id <= :group_id::bigint
     and ${IS_VALID}
   order by o.group_id desc, o.id desc limit :per offset :from`,
  DECISION_ROW,
)

const ofPolls = sql<{ poll_ids: number[] }, { poll_id: number }>(
  'decisions.of_polls',
  `select o.poll_id from polls p join lateral (select * from outcomes where poll_id = p.id offset 0) o on true
   where p.id = any(:poll_ids::bigint[]) and ${IS_VALID}`,
  { poll_id: is.integer },
)

/** A page of a group's decisions: the valid outcome of each closed poll, newest first. */
export function readDecisions(
  db: Queryable,
  ask: { group_id: number; per: number; from: number },
): Promise<DecisionRow[]> {
  return page.all(db, ask)
}

/** Which of these polls have one. */
export async function findDecidedPolls(db: Queryable, poll_ids: number[]): Promise<ReadonlySet<number>> {
  return new Set((await ofPolls.all(db, { poll_ids })).map(({ poll_id }) => poll_id))
}
