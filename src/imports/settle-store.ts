import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { PersonData } from './loomio/line.ts'

const PATIENT = { patient: true }

// Newer files have threads of threads and of polls alike, which they call topics.
const threads = sql<object>(
  'import_settle.threads',
  `update import_lines l set ref = coalesce(l.ref, t.data ->> 'group'),
     data = l.data || jsonb_build_object('closed_at', coalesce(l.data ->> 'closed_at', t.data ->> 'closed_at'))
   from import_lines t
   where l.kind = 'thread' and t.kind = 'topic' and t.ref = 'Discussion:' || l.source_id`,
  null,
  PATIENT,
)

const polls = sql<object>(
  'import_settle.polls',
  `update import_lines l set
     ref = coalesce(l.ref, case when t.ref like 'Discussion:%' then substring(t.ref from 12) end),
     data = l.data || jsonb_build_object('group', coalesce(l.data ->> 'group', t.data ->> 'group'))
   from import_lines t where l.kind = 'poll' and t.kind = 'topic' and t.source_id = l.data ->> 'topic'`,
  null,
  PATIENT,
)

// Voters who are not in the file become former members, so that totals stay what they were. They have no key:
// they come once, with their poll.
const absent = sql<{ data: string }, { line: number; source_id: string }>(
  'import_settle.absent_voters',
  `insert into import_lines (kind, source_id, line, said_at, data)
   select distinct on (v.owner) 'user', v.owner, v.line, v.said_at, :data::jsonb
   from import_lines p join import_lines v on v.kind = 'vote' and v.ref = p.source_id
   where p.kind = 'poll' and p.data ->> 'closed_at' is not null and not (p.data ->> 'anonymous')::boolean
     and p.data ->> 'poll_type' <> 'question' and v.owner is not null
     and v.data ->> 'cast_at' is not null and (v.data ->> 'latest')::boolean
     and not exists (select from imported_records m where m.kind = 'poll' and m.source_key = p.source_key)
     and not exists (select from import_lines u where u.kind = 'user' and u.source_id = v.owner)
   order by v.owner, v.place
   returning line, source_id`,
  { line: is.integer, source_id: is.text },
  PATIENT,
)

// A reply has one parent, so that parents which lead in a circle are reached from nowhere.
const roots = sql<object>(
  'import_settle.roots',
  `with recursive under as (
     select c.place, c.source_id, null::text as top,
       case when c.ref like 'Stance:%' then (
         select 'Poll:' || v.ref from import_lines v where v.kind = 'vote' and v.source_id = substring(c.ref from 8))
       else c.ref end as root
     from import_lines c where c.kind = 'comment' and c.ref not like 'Comment:%'
     union all
     select c.place, c.source_id, coalesce(u.top, u.source_id), u.root
     from under u join import_lines c on c.kind = 'comment' and c.ref = 'Comment:' || u.source_id
   )
   update import_lines l set root = u.root, top = u.top from under u where l.place = u.place`,
  null,
  PATIENT,
)

// Replies to what is not in the file, or in a circle, stand in their thread, if they name it.
const orphans = sql<object>(
  'import_settle.orphans',
  `update import_lines set root = 'Discussion:' || (data ->> 'thread'), top = null
   where kind = 'comment' and root is null and data ->> 'thread' is not null`,
  null,
  PATIENT,
)

// A poll without a thread gets one if something was said in it.
const made = sql<object>(
  'import_settle.make_threads',
  `with made as (
     insert into import_lines (kind, source_id, line, ref, owner, said_at, source_key, data)
     select 'thread', 'poll-' || p.source_id, p.line, p.data ->> 'group', p.owner, p.said_at, 'poll-' || p.source_key,
       jsonb_build_object('title', p.data -> 'title', 'description_format', p.data -> 'details_format',
         'description', case when p.data ->> 'poll_type' = 'question' then p.data -> 'details' end,
         'locale', p.data -> 'locale')
     from import_lines p
     where p.kind = 'poll' and p.ref is null and (p.data ->> 'poll_type' = 'question' or exists (
       select from import_lines c where c.kind = 'comment' and c.root = 'Poll:' || p.source_id))
     returning source_id
   )
   update import_lines p set ref = m.source_id from made m
   where p.kind = 'poll' and 'poll-' || p.source_id = m.source_id`,
  null,
  PATIENT,
)

// The question itself, where its thread is about more.
const questions = sql<object>(
  'import_settle.questions',
  `insert into import_lines (kind, source_id, line, ref, owner, said_at, root, data)
   select 'comment', 'question-' || p.source_id, p.line, 'Poll:' || p.source_id, p.owner, p.said_at,
     'Poll:' || p.source_id, jsonb_build_object('title', p.data -> 'title', 'body', p.data -> 'details',
       'body_format', p.data -> 'details_format', 'locale', p.data -> 'locale')
   from import_lines p
   where p.kind = 'poll' and p.data ->> 'poll_type' = 'question' and p.ref is not null and p.ref not like 'poll-%'`,
  null,
  PATIENT,
)

// Unless they are still hidden from others there, or nobody is to know who said what.
const answers = sql<object>(
  'import_settle.answers',
  `insert into import_lines (kind, source_id, line, ref, owner, said_at, root, top, data)
   select 'comment', 'answer-' || v.source_id, v.line, 'Poll:' || p.source_id, v.owner,
     coalesce((v.data ->> 'cast_at')::timestamptz, v.said_at), 'Poll:' || p.source_id,
     case when p.ref not like 'poll-%' then 'question-' || p.source_id end,
     jsonb_build_object('body', v.data -> 'reason', 'body_format', v.data -> 'reason_format')
   from import_lines p join import_lines v on v.kind = 'vote' and v.ref = p.source_id
   where p.kind = 'poll' and p.data ->> 'poll_type' = 'question' and v.data ->> 'reason' is not null
     and (v.data ->> 'latest')::boolean and not (p.data ->> 'anonymous')::boolean
     and (p.data ->> 'closed_at' is not null or p.data ->> 'hide_results' <> 'until_closed')`,
  null,
  PATIENT,
)

// What was concluded from the answers.
const conclusions = sql<object>(
  'import_settle.conclusions',
  `with gone as (
     delete from import_lines o using import_lines p
     where o.kind = 'outcome' and p.kind = 'poll' and p.source_id = o.ref and p.data ->> 'poll_type' = 'question'
     returning o.source_id, o.line, o.owner, o.said_at, o.data, p.source_id as poll
   )
   insert into import_lines (kind, source_id, line, ref, owner, said_at, root, data)
   select 'comment', 'outcome-' || source_id, line, 'Poll:' || poll, owner, said_at, 'Poll:' || poll,
     jsonb_build_object('body', data -> 'statement', 'body_format', data -> 'statement_format')
   from gone`,
  null,
  PATIENT,
)

// From here on a root is the id of a thread, by whose key a comment is known. One statement does both: each
// writes the rows of all comments again.
const named = sql<object>(
  'import_settle.name_roots',
  `update import_lines l set root = t.source_id, source_key = t.source_key || '/' || l.source_id
   from (
     select c.place, t.source_id, t.source_key from import_lines c
     cross join lateral (select case when c.root like 'Discussion:%' then substring(c.root from 12) else (
       select ref from import_lines where kind = 'poll' and source_id = substring(c.root from 6)) end as id) r
     cross join lateral (
       select source_id, source_key from import_lines where kind = 'thread' and source_id = r.id limit 1) t
     where c.kind = 'comment' and c.root is not null
   ) t where l.place = t.place`,
  null,
  PATIENT,
)

// An outcome is known by the key of its poll.
const outcomeKeys = sql<object>(
  'import_settle.outcome_keys',
  `update import_lines l set source_key = o.source_key || '/' || l.source_id
   from import_lines o
   where l.kind = 'outcome' and o.kind = 'poll' and o.source_id = l.ref`,
  null,
  PATIENT,
)

// The last outcome of a poll here is the newest: they come in the order of their time.
const outcomes = sql<object>(
  'import_settle.order_outcomes',
  `with taken as (delete from import_lines where kind = 'outcome' returning *)
   insert into import_lines (kind, source_id, line, ref, owner, said_at, source_key, data)
   select kind, source_id, line, ref, owner, said_at, source_key, data from taken
   order by said_at nulls first, place`,
  null,
  PATIENT,
)

const lost = sql<object, { line: number; source_id: string }>(
  'import_settle.drop_lost',
  `delete from import_lines where kind = 'comment' and source_key is null returning line, source_id`,
  { line: is.integer, source_id: is.text },
  PATIENT,
)

/** A person of whom the file contains only votes. */
const ABSENT: PersonData = {
  key: null,
  email: null,
  bad_address: null,
  name: null,
  username: null,
  locale: null,
  time_zone: null,
  bot: false,
}

const STEPS = [
  threads,
  polls,
  roots,
  orphans,
  made,
  questions,
  answers,
  conclusions,
  named,
  outcomeKeys,
  outcomes,
]

type Place = { line: number; source_id: string }

/**
 * Finds out where threads, polls and comments belong, once all lines are there. Returns the comments that
 * belong nowhere, which are gone, and the voters who are not in the file. `done`: which share of it is done.
 */
export async function settleLines(
  tx: Queryable,
  done: (share: number) => void,
): Promise<{ lost: Place[]; absent: Place[] }> {
  for (const [place, step] of STEPS.entries()) {
    await step.run(tx, {})
    done((place + 1) / STEPS.length)
  }
  return { lost: await lost.all(tx, {}), absent: await absent.all(tx, { data: JSON.stringify(ABSENT) }) }
}
