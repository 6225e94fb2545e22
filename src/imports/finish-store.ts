import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { addingItems } from '../groups/item-counts.ts'
import type { Added } from './report.ts'

const PATIENT = { patient: true }

/** `fresh`: made by this import. */
export type TouchedGroup = Added & { id: number; fresh: boolean }

// Told to nobody: dispatched as they are written.
const events = sql<object>(
  'import_finish.events',
  `insert into events (kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id, sequence_id,
     created_at, dispatched_at, feed_number)
   select kind, group_id, discussion_id, poll_id, subject_type, subject_id, actor_id, sequence_id, at, now(),
     nextval('feed_numbers')
   from (select * from (
     select 'new_discussion' as kind, d.group_id, d.id as discussion_id, null::bigint as poll_id,
       'Discussion' as subject_type, d.id as subject_id, d.author_id as actor_id, null::int as sequence_id, d.created_at as at
     from import_lines l cross join lateral (select * from discussions where id = l.our_id limit 1) d where l.kind = 'thread' and l.fresh
     union all
     select 'poll_created', p.group_id, p.discussion_id, p.id, 'Poll', p.id, p.author_id, l.number, p.created_at
     from import_lines l cross join lateral (select * from polls where id = l.our_id limit 1) p where l.kind = 'poll' and l.fresh
     union all
     select 'poll_expired', p.group_id, p.discussion_id, p.id, 'Poll', p.id, null, null, p.closed_at
     from import_lines l cross join lateral (select * from polls where id = l.our_id limit 1) p where l.kind = 'poll' and l.fresh and p.closed_at is not null
     union all
     select 'outcome_created', o.group_id, p.discussion_id, o.poll_id, 'Outcome', o.id, o.author_id, null, o.created_at
     from import_lines l cross join lateral (select * from outcomes where id = l.our_id limit 1) o cross join lateral (select * from polls where id = o.poll_id limit 1) p
     where l.kind = 'outcome' and l.fresh
     union all
     select 'new_comment', d.group_id, d.id, null, 'Comment', c.id, c.author_id, null, c.created_at
     from import_lines l cross join lateral (select * from comments where id = l.our_id limit 1) c cross join lateral (select * from discussions where id = c.discussion_id limit 1) d
     where l.kind = 'comment' and l.fresh and c.deleted_at is null
   ) happened order by at, discussion_id, sequence_id, subject_id) in_order`,
  null,
  PATIENT,
)

const threads = sql<object>(
  'import_finish.threads',
  `update discussions d set
     items_count = greatest(d.items_count, n.items),
     comments_count = coalesce(c.number, 0),
     last_comment_at = c.last_at,
     last_activity_at = greatest(d.last_activity_at, c.last_at, p.last_at)
   from (
     select t.our_id, max(i.number) as items
     from (
       select root as thread, number from import_lines where kind = 'comment' and fresh
       union all select ref, number from import_lines where kind = 'poll' and fresh and ref is not null
     ) i join import_lines t on t.kind = 'thread' and t.source_id = i.thread
     where t.our_id is not null group by t.our_id
   ) n
   left join lateral (
     select count(*) as number, max(created_at) as last_at from comments
     where discussion_id = n.our_id and deleted_at is null) c on true
   left join lateral (select max(created_at) as last_at from polls where discussion_id = n.our_id) p on true
   where d.id = n.our_id`,
  null,
  PATIENT,
)

const counts = sql<object>(
  'import_finish.count_items',
  addingItems(`(
    select d.group_id, 0 as polls, 0 as closed_polls, 1 as discussions, (d.closed_at is not null)::int as closed_discussions
    from import_lines l cross join lateral (select * from discussions where id = l.our_id limit 1) d where l.kind = 'thread' and l.fresh
    union all
    select p.group_id, 1, (p.closed_at is not null)::int, 0, 0
    from import_lines l cross join lateral (select * from polls where id = l.our_id limit 1) p where l.kind = 'poll' and l.fresh) as c`),
  null,
  PATIENT,
)

const remember = sql<object>(
  'import_finish.remember',
  `insert into imported_records (kind, source_key, our_id, group_id)
   select l.kind, l.source_key, l.our_id,
     case l.kind when 'group' then l.our_id
       when 'thread' then (select group_id from discussions where id = l.our_id)
       when 'poll' then (select group_id from polls where id = l.our_id)
       when 'outcome' then (select group_id from outcomes where id = l.our_id)
       when 'comment' then (select d.group_id from comments c cross join lateral (select * from discussions where id = c.discussion_id limit 1) d where c.id = l.our_id)
     end
   from import_lines l
   where l.kind in ('user', 'group', 'thread', 'poll', 'outcome', 'comment') and l.our_id is not null
     and l.source_key is not null
   on conflict (kind, source_key) do nothing`,
  null,
  PATIENT,
)

// People without a key are not in the file.
const tally = sql<object, { kind: string; imported: number; already: number }>(
  'import_finish.tally',
  `select kind, (count(*) filter (where fresh))::int as imported, (count(*) filter (where not fresh))::int as already
   from import_lines
   where kind in ('user', 'group', 'thread', 'poll', 'outcome', 'comment') and our_id is not null
     and source_key is not null group by kind`,
  { kind: is.text, imported: is.integer, already: is.integer },
  PATIENT,
)

const touched = sql<object, TouchedGroup>(
  'import_finish.touched',
  `select g.id, g.handle, bool_or(t.fresh) as fresh,
     (count(*) filter (where kind = 'group' and not t.fresh))::int as "group",
     ${['member', 'thread', 'comment', 'poll', 'outcome'].map((kind) => `(count(*) filter (where kind = '${kind}'))::int as "${kind}"`).join(', ')}
   from (
     select our_id as group_id, kind, true as fresh from import_lines where kind = 'group' and fresh
     union all
     select b.parent_id, l.kind, false from import_lines l cross join lateral (select * from groups where id = l.our_id limit 1) b
     where l.kind = 'group' and l.fresh and b.parent_id is not null
     union all
     select i.our_id, l.kind, false from import_lines l join import_lines i on i.kind = 'group' and i.source_id = l.ref
     where l.kind = 'member' and l.fresh
     union all
     select d.group_id, l.kind, false from import_lines l cross join lateral (select * from discussions where id = l.our_id limit 1) d where l.kind = 'thread' and l.fresh
     union all
     select p.group_id, l.kind, false from import_lines l cross join lateral (select * from polls where id = l.our_id limit 1) p where l.kind = 'poll' and l.fresh
     union all
     select o.group_id, l.kind, false from import_lines l cross join lateral (select * from outcomes where id = l.our_id limit 1) o where l.kind = 'outcome' and l.fresh
     union all
     select d.group_id, l.kind, false from import_lines l cross join lateral (select * from comments where id = l.our_id limit 1) c cross join lateral (select * from discussions where id = c.discussion_id limit 1) d
     where l.kind = 'comment' and l.fresh
   ) t join groups g on g.id = t.group_id
   group by g.id order by g.id`,
  {
    id: is.integer,
    handle: is.text,
    fresh: is.flag,
    group: is.integer,
    member: is.integer,
    thread: is.integer,
    comment: is.integer,
    poll: is.integer,
    outcome: is.integer,
  },
  PATIENT,
)

/** Writes what happened, in the order of time. The caller holds the feed. */
export async function insertPastEvents(tx: Queryable): Promise<void> {
  await events.run(tx, {})
}

/** Counts the items of threads, and what groups hold; remembers what was imported. */
export async function finishLines(tx: Queryable): Promise<void> {
  await threads.run(tx, {})
  await counts.run(tx, {})
  await remember.run(tx, {})
}

/** How many of each kind were imported, and were here already. */
export function countLines(tx: Queryable): Promise<{ kind: string; imported: number; already: number }[]> {
  return tally.all(tx, {})
}

/** The groups that were imported or got something, and what. */
export function touchedGroups(tx: Queryable): Promise<TouchedGroup[]> {
  return touched.all(tx, {})
}
