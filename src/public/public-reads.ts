import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { shownName } from '../groups/names/shown-users.ts'
import {
  PUBLIC_COMMENT_ROW,
  PUBLIC_GROUP_ROW,
  PUBLIC_OUTCOME_ROW,
  PUBLIC_THREAD_ROW,
  PUBLIC_TITLE_ROW,
  type PublicComment,
  type PublicGroup,
  type PublicOutcome,
  type PublicThread,
  type PublicTitle,
} from './public-facts.ts'

// Every statement itself demands that what it returns is public. None reads ballots, voters or addresses.

const OPEN_GROUP = 'g.public and g.suspended_at is null and g.deleted_at is null'
const OPEN_THREAD = 'not d.private and d.discarded_at is null'

const GROUP = `json_build_object('id', g.id, 'handle', g.handle, 'name', g.name, 'description', g.description,
  'description_format', g.description_format, 'locale', g.locale, 'indexed', g.indexed, 'created_at', g.created_at)`

const AUTHOR = `(select ${shownName('u', 'd.group_id')} from users u where u.id = d.author_id)`

const THREAD = `json_build_object('id', d.id, 'key', d.key, 'title', d.title, 'description', d.description,
  'description_format', d.description_format, 'content_locale', d.content_locale, 'comments_count', d.comments_count,
  'created_at', d.created_at, 'updated_at', d.updated_at, 'closed_at', d.closed_at, 'author', ${AUTHOR})`

type InGroup = { now: Date; in_group: JsonOf<PublicGroup> }

const IN_GROUP: Fields<InGroup> = { now: is.instant, in_group: is.jsonOf(PUBLIC_GROUP_ROW) }

const group = sql<{ handle: string }, InGroup>(
  'public.group',
  `select now() as now, ${GROUP} as in_group from groups g where g.handle = :handle and ${OPEN_GROUP}`,
  IN_GROUP,
)

// The index discussions_public finds them in this order.
const latest = (most: string) => `(select * from discussions d where d.group_id = :group_id and ${OPEN_THREAD}
  order by d.last_activity_at desc, d.id desc ${most})`

const titles = sql<{ group_id: number; per: number; from: number }, PublicTitle>(
  'public.titles',
  `select d.key, d.title, d.items_count, d.created_at, d.last_activity_at, d.closed_at, ${AUTHOR} as author
   from ${latest('limit :per offset :from')} d order by d.last_activity_at desc, d.id desc`,
  PUBLIC_TITLE_ROW,
)

const threads = sql<{ group_id: number; most: number }, { thread: JsonOf<PublicThread> }>(
  'public.threads',
  `select ${THREAD} as thread from ${latest('limit :most')} d order by d.last_activity_at desc, d.id desc`,
  { thread: is.jsonOf(PUBLIC_THREAD_ROW) },
)

// Of the threads that were active last: the list has an end, however many there are.
const outcomes = sql<{ group_id: number; threads: number; most: number }, JsonOf<PublicOutcome>>(
  'public.outcomes',
  `select json_build_object('id', o.id, 'statement', o.statement, 'statement_format', o.statement_format,
       'review_on', o.review_on, 'created_at', o.created_at, 'published_at', o.published_at) as outcome,
     json_build_object('key', p.key, 'title', p.title, 'poll_type', p.poll_type) as poll,
     (select json_build_object('name', x.name) from poll_options x where x.poll_id = o.poll_id and x.id = o.poll_option_id)
       as option,
     (select ${shownName('u', 'p.group_id')} from users u where u.id = o.author_id) as author
   from ${latest('limit :threads')} d
   join lateral (select * from polls where discussion_id = d.id and discarded_at is null) p on true
   join lateral (select * from outcomes where poll_id = p.id order by id desc limit 1) o on true
   where o.withdrawn_at is null and o.created_at >= coalesce(p.closed_at, p.closing_at) and coalesce(p.closed_at, p.closing_at) <= now()
   order by o.id desc limit :most`,
  PUBLIC_OUTCOME_ROW,
)

type ThreadRow = InGroup & { thread: JsonOf<PublicThread> }

const thread = sql<{ key: string }, ThreadRow>(
  'public.thread',
  `select now() as now, ${GROUP} as in_group, ${THREAD} as thread
   from discussions d join groups g on g.id = d.group_id
   where d.key = :key and ${OPEN_THREAD} and ${OPEN_GROUP}`,
  { ...IN_GROUP, thread: is.jsonOf(PUBLIC_THREAD_ROW) },
)

const comments = sql<{ discussion_id: number; ids: number[] }, PublicComment>(
  'public.comments',
  `select c.id, c.body, c.created_at, c.content_locale,
     (select ${shownName('u', 'd.group_id')} from users u where u.id = c.author_id) as author
   from comments c join discussions d on d.id = c.discussion_id and ${OPEN_THREAD}
   where c.discussion_id + 0 = :discussion_id and c.id = any (:ids::bigint[])`,
  PUBLIC_COMMENT_ROW,
)

type PollRow = InGroup & { poll_id: number; thread: { key: string; title: string } }

const poll = sql<{ key: string }, PollRow>(
  'public.poll',
  `select now() as now, ${GROUP} as in_group, p.id as poll_id,
     json_build_object('key', d.key, 'title', d.title) as thread
   from polls p join discussions d on d.id = p.discussion_id join groups g on g.id = d.group_id
   where p.key = :key and p.discarded_at is null and p.opened_at <= now() and p.closing_at is not null
     and ${OPEN_THREAD} and ${OPEN_GROUP}`,
  {
    ...IN_GROUP,
    poll_id: is.integer,
    thread: is.jsonOf({ key: is.text, title: is.text }),
  },
)

/** The public group with this handle. Null: there is none, or it is not public. */
export function readPublicGroup(db: Queryable, handle: string): Promise<InGroup | null> {
  return group.first(db, { handle })
}

/** A page of the public threads of a group, latest activity first. */
export function readPublicTitles(
  db: Queryable,
  ask: { group_id: number; per: number; from: number },
): Promise<PublicTitle[]> {
  return titles.all(db, ask)
}

/** The public threads of a group that were active last, with their texts. */
export async function readPublicThreads(
  db: Queryable,
  ask: { group_id: number; most: number },
): Promise<JsonOf<PublicThread>[]> {
  return (await threads.all(db, ask)).map(({ thread }) => thread)
}

/** The valid outcomes of the polls in the last `threads` public threads of a group, newest first. */
export function readPublicOutcomes(
  db: Queryable,
  ask: { group_id: number; threads: number; most: number },
): Promise<JsonOf<PublicOutcome>[]> {
  return outcomes.all(db, ask)
}

/** The public thread with this key. Null: there is none, or it is not public. */
export function readPublicThread(db: Queryable, key: string): Promise<ThreadRow | null> {
  return thread.first(db, { key })
}

/** These comments of a public thread, in any order. */
export function readPublicComments(
  db: Queryable,
  ask: { discussion_id: number; ids: number[] },
): Promise<PublicComment[]> {
  return comments.all(db, ask)
}

/** The public poll with this key. Null: there is none, it has not opened, or its thread is not public. */
export function readPublicPoll(db: Queryable, key: string): Promise<PollRow | null> {
  return poll.first(db, { key })
}
