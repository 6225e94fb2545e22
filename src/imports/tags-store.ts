import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { TAG_ROW, type Tag } from '../groups/tags/tag.ts'

const PATIENT = { patient: true }

/** A thread or poll that this import made, with the names of its tags. */
export type Carrier = {
  place: number
  kind: 'thread' | 'poll'
  our_id: number
  group_id: number
  names: string[]
}

// Newer files have the tags at the topic. A question became a thread, or comments of one.
const page = sql<{ after: number; most: number }, Carrier>(
  'import_tags.page',
  `select l.place, l.kind, l.our_id, coalesce(d.group_id, p.group_id) as group_id, t.names
   from import_lines l
   left join lateral (select group_id from discussions where l.kind = 'thread' and id = l.our_id limit 1) d on true
   left join lateral (select group_id from polls where l.kind = 'poll' and id = l.our_id limit 1) p on true
   cross join lateral (
     select data -> 'tags' as names from (
       select 1 as rank, l.data
       union all
       select 2, o.data from import_lines o where o.kind = 'topic'
         and o.ref = case l.kind when 'thread' then 'Discussion:' else 'Poll:' end || l.source_id
       union all
       select 3, q.data from import_lines q where l.kind = 'thread' and q.kind = 'poll' and q.our_id is null
         and 'poll-' || q.source_id = l.source_id
     ) said where jsonb_array_length(data -> 'tags') > 0 order by rank limit 1
   ) t
   where l.kind in ('thread', 'poll') and l.fresh and l.our_id is not null and l.place > :after
   order by l.place limit :most`,
  {
    place: is.integer,
    kind: is.oneOf(['thread', 'poll']),
    our_id: is.integer,
    group_id: is.integer,
    names: is.json(is.list(is.text)),
  },
  PATIENT,
)

/** A tag to use so many times more; `folded`: the name without differences of case. */
export type Use = { group_id: number; name: string; folded: string; uses: number }

type Used = Tag & Pick<Use, 'group_id' | 'folded'>

const take = sql<{ uses: string }, Used>(
  'import_tags.take',
  `insert into tags as t (group_id, name, folded, uses)
   select group_id, name, folded, uses
   from jsonb_to_recordset(:uses::jsonb) as u(group_id bigint, name text, folded text, uses int)
   order by group_id, folded
   on conflict (group_id, folded) do update set uses = t.uses + excluded.uses
   returning id, name, group_id, folded`,
  { ...TAG_ROW, group_id: is.integer, folded: is.text },
  PATIENT,
)

const write = (table: 'discussions' | 'polls') =>
  sql<{ rows: string }>(
    `import_tags.write_${table}`,
    `update ${table} c set tags = r.tags
     from jsonb_to_recordset(:rows::jsonb) as r(id bigint, tags jsonb) where c.id = r.id`,
    null,
    PATIENT,
  )
const writeThreads = write('discussions')
const writePolls = write('polls')

export function pageOfCarriers(tx: Queryable, asked: { after: number; most: number }): Promise<Carrier[]> {
  return page.all(tx, asked)
}

/** The tags for these uses, which are made where missing. */
export function takeTags(tx: Queryable, uses: Use[]): Promise<Used[]> {
  return take.all(tx, { uses: JSON.stringify(uses) })
}

/** Saves the tags of threads or polls, by their ids. */
export async function writeTags(
  tx: Queryable,
  kind: Carrier['kind'],
  rows: { id: number; tags: Tag[] }[],
): Promise<void> {
  if (rows.length > 0)
    await (kind === 'thread' ? writeThreads : writePolls).run(tx, { rows: JSON.stringify(rows) })
}
