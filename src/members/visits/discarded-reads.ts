import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { groupStateOf } from '../../groups/group-state.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { VISITOR_ROW, type Visitor } from './visit.ts'
import { STANCE_ROW, type Stance, visitorJson } from './visit-reads.ts'

/** By the hash of a personal link, a session, or both. */
export type DiscardedAsk = { hash: Buffer; user_id: number | null; key: string }

/** A group's name in its rows is without its parent's. */
export type Discarded = {
  at: Date
  group_id: number
  handle: string
  name: string
  parent_name: string | null
}
type Discard = Discarded & { discarder: JsonOf<User> | null }

const DISCARDED_ROW: Fields<Discarded> = {
  at: is.instant,
  group_id: is.integer,
  handle: is.text,
  name: is.text,
  parent_name: is.nullable(is.text),
}

const DISCARD_ROW: Fields<Discard> = { ...DISCARDED_ROW, discarder: is.nullable(is.jsonOf(USER_ROW)) }

const OF_GROUP =
  'g.id as group_id, g.handle, g.name, (select name from groups where id = g.parent_id) as parent_name'

const discarder = (type: 'Poll' | 'Discussion', id: string, kind: string) =>
  `(select row_to_json(u) from events e cross join lateral (select * from ${usersIn('e.group_id')} u where u.id = e.actor_id limit 1) u
    where e.subject_type = '${type}' and e.subject_id = ${id} and e.kind = '${kind}' order by e.id desc limit 1) as discarder`

const memberOf = (group_id: string, user_id: string) =>
  `(select * from memberships where group_id = ${group_id} and user_id = ${user_id} and revoked_at is null limit 1)`

const stanceOf = (u: string, m: string) =>
  `case when ${u}.id is not null then json_build_object('visitor', ${visitorJson(u, m, 'p.group_id')}, 'ballot', held_ballot(p.id, ${u}.id)) end`

export type DiscardedPollRow = Discard & { by_link: JsonOf<Stance> | null; by_session: JsonOf<Stance> | null }

const poll = sql<DiscardedAsk, DiscardedPollRow>(
  'discarded.poll',
  `select p.discarded_at as at, ${OF_GROUP}, ${discarder('Poll', 'p.id', 'poll_discarded')},
     ${stanceOf('lu', 'lm')} as by_link, ${stanceOf('v', 'vm')} as by_session
   from polls p join groups g on g.id = p.group_id
   left join lateral (select * from personal_links where hash = :hash and purpose = 'ballot' and poll_id = p.id limit 1) l on true
   left join lateral (select * from users where id = l.user_id limit 1) lu on true
   left join lateral (select * from users where id = :user_id::bigint limit 1) v on true
   left join lateral ${memberOf('p.group_id', 'lu.id')} lm on true
   left join lateral ${memberOf('p.group_id', 'v.id')} vm on true
   where p.key = :key and p.discarded_at is not null`,
  {
    ...DISCARD_ROW,
    by_link: is.nullable(is.jsonOf(STANCE_ROW)),
    by_session: is.nullable(is.jsonOf(STANCE_ROW)),
  },
)

export type DiscardedThreadRow = Discard & { visitor: JsonOf<Visitor>; by_link: boolean }

/** Whether a person could read it through a ballot in one of its polls, which were deleted with it. */
const hadBallotIn = (thread: string, reader: string) =>
  `exists (select from electorate e cross join lateral (select * from polls where id = e.poll_id limit 1) p
    where e.user_id = ${reader} and p.discussion_id = ${thread} and e.issued_as = 'named' and e.withdrawn_at is null
      and not exists (select from memberships x
        where x.group_id = p.group_id and x.user_id = ${reader} and x.revoked_at >= e.issued_at
          and (x.accepted_at is not null or e.issued_at >= x.created_at)))`

const thread = sql<DiscardedAsk, DiscardedThreadRow>(
  'discarded.thread',
  `select d.discarded_at as at, ${OF_GROUP}, ${discarder('Discussion', 'd.id', 'discussion_discarded')},
     ${visitorJson('u', 'm', 'd.group_id')} as visitor, who.by_link
   from discussions d join groups g on g.id = d.group_id
   cross join lateral (
     select c.user_id, c.by_link and c.user_id is distinct from :user_id::bigint as by_link from (
       select :user_id::bigint as user_id, false as by_link
       union all
       select l.user_id, true from personal_links l
       where l.hash = :hash and l.purpose = 'thread' and l.discussion_id = d.id
     ) c where may_read_thread(d.id, c.user_id) or ${hadBallotIn('d.id', 'c.user_id')}
     order by c.by_link desc limit 1
   ) who
   join users u on u.id = who.user_id
   left join lateral ${memberOf('d.group_id', 'u.id')} m on true
   where d.key = :key and d.discarded_at is not null`,
  { ...DISCARD_ROW, visitor: is.jsonOf(VISITOR_ROW), by_link: is.flag },
)

const openPoll = sql<{ hash: Buffer }, Discarded>(
  'discarded.open_poll',
  `select p.discarded_at as at, ${OF_GROUP}
   from open_links l join polls p on p.id = l.poll_id join groups g on g.id = p.group_id
   where l.hash = :hash and p.discarded_at is not null and p.opened_at is not null and ${groupStateOf('g')} = 'active'`,
  DISCARDED_ROW,
)

/** Of a page: that of a group by its handle, of one of its polls or of one of its threads by their keys. */
export type GroupPlace = 'group' | 'poll' | 'thread'
type GroupAsk = { hash: Buffer; user_id: number | null; name: string }
export type DeletedGroupRow = Discarded & { visitor: JsonOf<Visitor>; by_link: boolean }

/** The deleted group of a place, for one of its members. `link`: which of their links `l` lead there. */
const deletedGroup = (place: GroupPlace, of: { group: string; link: string }) =>
  sql<GroupAsk, DeletedGroupRow>(
    `discarded.group_of_${place}`,
    `select g.deleted_at as at, ${OF_GROUP}, ${visitorJson('u', 'm', 'm.group_id')} as visitor,
       who.by_link and u.id is distinct from :user_id::bigint as by_link
     from groups g
     cross join lateral (
       select :user_id::bigint as user_id, false as by_link
       union all
       select l.user_id, true from personal_links l where l.hash = :hash and l.group_id = g.id and ${of.link}
     ) who
     join users u on u.id = who.user_id
     join memberships m on m.group_id = g.id and m.user_id = u.id and m.revoked_at is null
     where g.deleted_at is not null and ${of.group}
     order by who.by_link desc limit 1`,
    { ...DISCARDED_ROW, visitor: is.jsonOf(VISITOR_ROW), by_link: is.flag },
  )

const deletedGroups: Record<GroupPlace, ReturnType<typeof deletedGroup>> = {
  group: deletedGroup('group', { group: 'g.handle = :name', link: "l.purpose = 'invitation'" }),
  poll: deletedGroup('poll', {
    group: 'g.id = (select group_id from polls where key = :name)',
    link: "l.purpose = 'ballot' and l.poll_id = (select id from polls where key = :name)",
  }),
  thread: deletedGroup('thread', {
    group: 'g.id = (select group_id from discussions where key = :name)',
    link: "l.purpose = 'thread' and l.discussion_id = (select id from discussions where key = :name)",
  }),
}

/** The deleted group of the place with this name, for one of these people who is in it. Null: none. */
export function readDeletedGroup(
  db: Queryable,
  place: GroupPlace,
  ask: GroupAsk,
): Promise<DeletedGroupRow | null> {
  return deletedGroups[place].first(db, ask)
}

/** A deleted poll with this key, and how these people stood to it. Null: there is none. */
export function readDiscardedPoll(db: Queryable, ask: DiscardedAsk): Promise<DiscardedPollRow | null> {
  return poll.first(db, ask)
}

/** The same of a thread, for one of them who could read it. Null: there is none, or neither could. */
export function readDiscardedThread(db: Queryable, ask: DiscardedAsk): Promise<DiscardedThreadRow | null> {
  return thread.first(db, ask)
}

/** The deleted poll of an open link. */
export function readDiscardedOpenPoll(db: Queryable, hash: Buffer): Promise<Discarded | null> {
  return openPoll.first(db, { hash })
}
