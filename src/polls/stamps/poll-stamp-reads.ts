import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { SNAPSHOT } from '../../db/snapshot.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { DISCUSSION_STAMP } from '../../discussions/discussion-reads.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { GROUP_STAMP, NEXT_DUE } from '../../groups/group-reads.ts'
import { nameStamp } from '../../groups/names/shown-users.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from '../../keys/api-key.ts'
import { KEY_FACTS } from '../../keys/key-reads.ts'
import { VOTED } from '../ballots/turnout-reads.ts'

/** A group's stamp, valid until `next_due` unless something is written. */
export type GroupStamp = { stamp: string; next_due: Date | null }
export const GROUP_STAMP_ROW: Fields<GroupStamp> = { stamp: is.text, next_due: is.nullable(is.instant) }

/**
 * `poll` null and the following: there is no such poll; `group` null: no such key; `closing_at` null: none,
 * or already recorded. `snapshot`: of all rows, in the first of them.
 */
export type StampRow = {
  now: Date
  key: JsonOf<PresentedKey> | null
  id: number | null
  group_id: number | null
  poll: string | null
  group: JsonOf<GroupStamp> | null
  closing_at: Date | null
  snapshot: string | null
}

const STAMP_ROW: Fields<StampRow> = {
  now: is.instant,
  key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
  id: is.nullable(is.integer),
  group_id: is.nullable(is.integer),
  poll: is.nullable(is.text),
  group: is.nullable(is.jsonOf(GROUP_STAMP_ROW)),
  closing_at: is.nullable(is.instant),
  snapshot: is.nullable(is.text),
}

// The same rows as in polls.show: xmin is the last transaction that wrote a row. Ballots need no stamp of
// their own, as each vote writes the tally, or is counted here.
const stamps = sql<{ asks: string }, StampRow>(
  'polls.stamps',
  `select now() as now, ${KEY_FACTS.replace(':hash', 'a.hash')} as key, p.id, p.group_id,
     case when p.closed_at is null then p.closing_at end as closing_at,
     case when a.place = 1 then ${SNAPSHOT} end as snapshot,
     case when p.id is not null then json_build_array(p.xmin,
       (select json_build_array(t.xmin, ${VOTED}) from tallies t where t.poll_id = p.id),
       (select json_agg(o.xmin order by o.slot) from poll_options o where o.poll_id = p.id),
       (select ${nameStamp('u', 'p.group_id')} from users u where u.id = p.author_id),
       (select e.xmin from events e where e.poll_id = p.id and e.kind = 'poll_created'),
       (select json_build_array(o.xmin, ${nameStamp('u', 'p.group_id')}) from outcomes o join users u on u.id = o.author_id
        where o.poll_id = p.id order by o.id desc limit 1),
       case when p.discussion_id is not null then
         (select ${DISCUSSION_STAMP} from discussions d where d.id = p.discussion_id) end)::text end as poll,
     case when a.hash is not null then (select json_build_object('stamp', ${GROUP_STAMP}::text, 'next_due', ${NEXT_DUE})
       from groups g where g.id = (
         select k.group_id from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = a.hash)) end as group
   from rows from (json_to_recordset(:asks::json) as (hash bytea, id bigint, key text))
     with ordinality as a(hash, id, key, place)
   left join lateral (
     select *, polls.xmin from polls where id = coalesce(a.id, (select id from polls where key = a.key))
       and discarded_at is null limit 1
   ) p on true
   order by a.place`,
  STAMP_ROW,
)

export type Ask = { hash: Buffer; ref: Ref }

/** For each ask, in order. Looks up a key in several asks, and its group, only once. */
export async function readStamps(db: Queryable, asks: Ask[]): Promise<StampRow[]> {
  const firsts = new Map<string, number>()
  const texts = asks.map(({ hash }) => `\\x${hash.toString('hex')}`)
  const wanted = asks.map(({ ref }, place) => {
    const text = texts[place] ?? ''
    if (firsts.has(text)) return { hash: null, ...ref }
    firsts.set(text, place)
    return { hash: text, ...ref }
  })
  const rows = await stamps.all(db, { asks: JSON.stringify(wanted) })
  return rows.map((row, place) => {
    const { key, group } = rows[firsts.get(texts[place] ?? '') ?? place] ?? row
    return { ...row, key, group }
  })
}
