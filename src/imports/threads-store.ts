import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { contentLanguage } from '../groups/content-language.ts'

const PATIENT = { patient: true }

type Page = { after: number; most: number }

export type ThreadLine = {
  place: number
  line: number
  source_id: string
  ref: string | null
  owner: string | null
  said_at: Date | null
  data: string
  known: number | null
  group_id: number | null
  author_id: number | null
}

const page = sql<Page, ThreadLine>(
  'import_threads.page',
  `select l.place, l.line, l.source_id, l.ref, l.owner, l.said_at, l.data::text as data,
     (select m.our_id from imported_records m where m.kind = 'thread' and m.source_key = l.source_key) as known,
     g.our_id as group_id, u.our_id as author_id
   from import_lines l
   left join lateral (select our_id from import_lines where kind = 'group' and source_id = l.ref limit 1) g on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.owner limit 1) u on true
   where l.kind = 'thread' and l.place > :after order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    ref: is.nullable(is.text),
    owner: is.nullable(is.text),
    said_at: is.nullable(is.instant),
    data: is.text,
    known: is.nullable(is.integer),
    group_id: is.nullable(is.integer),
    author_id: is.nullable(is.integer),
  },
  PATIENT,
)

const taken = sql<{ keys: string[] }, { key: string }>(
  'import_threads.taken',
  'select key from discussions where key = any (:keys::text[])',
  { key: is.text },
)

export type NewThread = {
  id: number
  key: string
  group_id: number
  author_id: number
  title: string
  description: string | null
  description_format: 'md' | 'html'
  created_at: Date
  updated_at: Date
  closed_at: string | null
  content_locale: string | null
}

const insert = sql<{ threads: string }>(
  'import_threads.insert',
  `insert into discussions (id, key, group_id, author_id, title, description, description_format, created_at,
     updated_at, last_activity_at, closed_at, content_locale, imported_at)
   overriding system value
   select id, key, group_id, author_id, title, description, description_format, created_at, updated_at, created_at,
     closed_at, coalesce(content_locale, ${contentLanguage('t.author_id', 't.group_id')}), now()
   from jsonb_to_recordset(:threads::jsonb) as t(id bigint, key text, group_id bigint, author_id bigint, title text,
     description text, description_format text, created_at timestamptz, updated_at timestamptz, closed_at timestamptz,
     content_locale text)`,
  null,
  PATIENT,
)

/** Comments of one level: `replies` have a `top`. `our_id`: what each is to get. */
export type CommentLine = {
  place: number
  our_id: number
  line: number
  source_id: string
  owner: string | null
  said_at: Date | null
  data: string
  number: number
  thread_id: number
  parent_id: number | null
  author_id: number | null
  deleted_by: number | null
}

const comments = sql<Page & { replies: boolean }, CommentLine>(
  'import_threads.comments',
  `select l.place, l.our_id, l.line, l.source_id, l.owner, l.said_at, l.data::text as data, l.number, t.our_id as thread_id,
     c.our_id as parent_id, u.our_id as author_id, d.our_id as deleted_by
   from import_lines l
   join lateral (select our_id from import_lines where kind = 'thread' and source_id = l.root limit 1) t on true
   left join lateral (select our_id from import_lines where kind = 'comment' and source_id = l.top and root = l.root limit 1) c on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.owner limit 1) u on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.data ->> 'deleted_by' limit 1) d on true
   where l.kind = 'comment' and (l.top is not null) = :replies::boolean and l.fresh and l.place > :after
   order by l.place limit :most`,
  {
    place: is.integer,
    our_id: is.integer,
    line: is.integer,
    source_id: is.text,
    owner: is.nullable(is.text),
    said_at: is.nullable(is.instant),
    data: is.text,
    number: is.integer,
    thread_id: is.integer,
    parent_id: is.nullable(is.integer),
    author_id: is.nullable(is.integer),
    deleted_by: is.nullable(is.integer),
  },
  PATIENT,
)

// Comments of an earlier import, and those whose thread was not imported.
const knownComments = sql<object>(
  'import_threads.known_comments',
  `update import_lines l set our_id = m.our_id from imported_records m
   where l.kind = 'comment' and m.kind = 'comment' and m.source_key = l.source_key`,
  null,
  PATIENT,
)

const homeless = sql<object, { line: number; source_id: string }>(
  'import_threads.homeless',
  `delete from import_lines l where l.kind = 'comment' and not exists (
     select from import_lines t where t.kind = 'thread' and t.source_id = l.root and t.our_id is not null)
   returning line, source_id`,
  { line: is.integer, source_id: is.text },
  PATIENT,
)

// The comments and polls of a thread in the order of their time, after those it has. Comments get their ids
// here, too: each statement writes all these rows again.
const number = sql<object>(
  'import_threads.number',
  `update import_lines l set number = n.number, our_id = coalesce(l.our_id, n.id), fresh = true
   from (
     select place, number, case kind when 'comment' then nextval(pg_get_serial_sequence('comments', 'id')) end as id
     from (
       select i.place, i.kind, coalesce(d.items_count, 0) + row_number() over (
         partition by t.our_id order by coalesce(i.said_at, d.created_at), i.place) as number
       from import_lines i
       join import_lines t on t.kind = 'thread' and t.source_id = case i.kind when 'poll' then i.ref else i.root end
       join discussions d on d.id = t.our_id
       where (i.kind = 'poll' and i.fresh and i.our_id is not null) or (i.kind = 'comment' and i.our_id is null)
       order by i.place
     ) in_order
   ) n where l.place = n.place`,
  null,
  PATIENT,
)

const drop = sql<{ places: number[] }>(
  'import_threads.drop_comments',
  'update import_lines set our_id = null, fresh = false where place = any (:places::bigint[])',
)

export type NewComment = {
  id: number
  discussion_id: number
  parent_id: number | null
  author_id: number
  body: string | null
  sequence_id: number
  created_at: Date
  edited_at: string | null
  deleted_at: string | null
  deleted_by: number | null
  content_locale: string | null
}

const insertComments = sql<{ comments: string }>(
  'import_threads.insert_comments',
  `insert into comments (id, discussion_id, parent_id, author_id, body, sequence_id, created_at, edited_at, deleted_at,
     deleted_by, content_locale)
   overriding system value
   select id, discussion_id, parent_id, author_id, body, sequence_id, created_at, edited_at, deleted_at, deleted_by,
     content_locale
   from jsonb_to_recordset(:comments::jsonb) as c(id bigint, discussion_id bigint, parent_id bigint, author_id bigint,
     body text, sequence_id int, created_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
     deleted_by bigint, content_locale text)`,
  null,
  PATIENT,
)

export function pageOfThreads(tx: Queryable, asked: Page): Promise<ThreadLine[]> {
  return page.all(tx, asked)
}

/** Those of these public keys that a thread has. */
export async function takenThreadKeys(tx: Queryable, keys: string[]): Promise<Set<string>> {
  return new Set((await taken.all(tx, { keys })).map(({ key }) => key))
}

export async function insertThreads(tx: Queryable, threads: NewThread[]): Promise<void> {
  await insert.run(tx, { threads: JSON.stringify(threads) })
}

/**
 * Numbers the items of threads that are new, once threads and polls are there; comments get ids. Returns the
 * comments whose thread was not imported; they are gone.
 */
export async function numberItems(tx: Queryable): Promise<{ line: number; source_id: string }[]> {
  await knownComments.run(tx, {})
  const lost = await homeless.all(tx, {})
  await number.run(tx, {})
  return lost
}

export function pageOfComments(tx: Queryable, asked: Page & { replies: boolean }): Promise<CommentLine[]> {
  return comments.all(tx, asked)
}

/** Comments that could not be written were not made. */
export async function dropComments(tx: Queryable, places: number[]): Promise<void> {
  if (places.length > 0) await drop.run(tx, { places })
}

export async function writeComments(tx: Queryable, comments: NewComment[]): Promise<void> {
  await insertComments.run(tx, { comments: JSON.stringify(comments) })
}
