import { is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import {
  DISCUSSION_FACTS,
  DISCUSSION_FACTS_ROW,
  type DiscussionJson,
} from '../../discussions/discussion-reads.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../../groups/group-facts.ts'
import { GROUP_FACTS } from '../../groups/group-reads.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { COPIED_ROW, type CopiedJson, VISITOR_ROW, type Visitor } from './visit.ts'
import { CARRIES, COPIED, visitorJson } from './visit-reads.ts'

export type ThreadVisitRow = {
  now: Date
  /** Came by the link, and is not the signed-in person. */
  by_link: boolean
  /** How their link was copied. */
  copied: CopiedJson | null
  copied_by: number | null
  visitor: Visitor
  last_seen: number | null
  thread: DiscussionJson
  in_group: GroupJson
}

// A link that this browser keeps for the thread takes precedence over the session: its page names its person.
const visit = sql<{ hash: Buffer; user_id: number | null; key: string }, ThreadVisitRow>(
  'thread_visits.by_key',
  `select now() as now, who.by_link and who.user_id is distinct from :user_id::bigint as by_link,
     case when who.user_id is distinct from :user_id::bigint then who.copied end as copied,
     case when who.user_id is distinct from :user_id::bigint then who.copied_by end as copied_by,
     ${visitorJson('u', 'm', 'd.group_id')} as visitor,
     (select r.last_seen from discussion_readers r where r.discussion_id = d.id and r.user_id = u.id) as last_seen,
     ${DISCUSSION_FACTS} as thread, ${GROUP_FACTS} as in_group
   from discussions d join groups g on g.id = d.group_id
   cross join lateral (
     select c.user_id, c.by_link, c.copied, c.copied_by from (
       select :user_id::bigint as user_id, false as by_link, null::json as copied, null::bigint as copied_by
       union all
       select l.user_id, true, ${COPIED}, l.copied_by from personal_links l
       where l.hash = :hash and (l.purpose = 'thread' and l.discussion_id = d.id
         or l.purpose = 'ballot' and ${CARRIES}
           and exists (select from polls where id = l.poll_id and discussion_id = d.id))
     ) c where may_read_thread(d.id, c.user_id) order by c.by_link desc limit 1
   ) who
   join users u on u.id = who.user_id
   left join memberships m on m.group_id = d.group_id and m.user_id = u.id and m.revoked_at is null
   where d.key = :key and d.discarded_at is null`,
  {
    now: is.instant,
    by_link: is.flag,
    copied: is.nullable(is.jsonOf(COPIED_ROW)),
    copied_by: is.nullable(is.integer),
    visitor: is.jsonOf(VISITOR_ROW),
    last_seen: is.nullable(is.integer),
    thread: is.jsonOf(DISCUSSION_FACTS_ROW),
    in_group: is.jsonOf(GROUP_FACTS_ROW),
  },
)

/** A thread for the holder of this link or this signed-in person. Null: no such thread, or no access. */
export function readThreadVisit(
  db: Queryable,
  ask: { hash: Buffer; user_id: number | null; key: string },
): Promise<ThreadVisitRow | null> {
  return visit.first(db, ask)
}

export type ThreadPersonRow = { user: JsonOf<User>; as: 'member' | 'invited' | 'guest' | 'voter' }

const people = sql<{ discussion_id: number; most: number }, ThreadPersonRow>(
  'thread_visits.people',
  `select row_to_json(u) as user, p.as
   from (
     (select m.user_id, case when m.accepted_at is null then 'invited' else 'member' end as as, 1 as place from discussions d
      join memberships m on m.group_id = d.group_id and m.revoked_at is null
      join lateral (select name from ${usersIn('m.group_id')} u where u.id = m.user_id limit 1) mu on true
      where d.id = :discussion_id order by lower(mu.name) nulls last, m.id limit :most::int)
     union all
     (select t.user_id, 'guest', 2 from thread_guests t join discussions d on d.id = t.discussion_id
      where t.discussion_id = :discussion_id and not exists (select 1 from memberships m
        where m.group_id = d.group_id and m.user_id = t.user_id and m.revoked_at is null offset 0)
      order by t.created_at, t.user_id limit :most::int)
     union all
     (select e.user_id, 'voter', 3 from (
        select distinct e.user_id, p.group_id from polls p join electorate e on e.poll_id = p.id
        where p.discussion_id = :discussion_id and p.discarded_at is null and e.issued_as = 'named'
          and e.withdrawn_at is null
      ) e
      where may_read_thread(:discussion_id, e.user_id)
        and not exists (select 1 from thread_guests t
          where t.discussion_id = :discussion_id and t.user_id = e.user_id offset 0)
        and not exists (select 1 from memberships m
          where m.group_id = e.group_id and m.user_id = e.user_id and m.revoked_at is null offset 0)
      limit :most::int)
   ) p join ${usersIn('(select group_id from discussions where id = :discussion_id)')} u on u.id = p.user_id
   order by p.place, lower(u.name) nulls last, u.id`,
  { user: is.jsonOf(USER_ROW), as: is.oneOf(['member', 'invited', 'guest', 'voter']) },
)

/**
 * The readers of a thread: the first `most` members of its group, guests, and people with a ballot in one of
 * its polls.
 */
export function readThreadPeople(
  db: Queryable,
  ask: { discussion_id: number; most: number },
): Promise<ThreadPersonRow[]> {
  return people.all(db, ask)
}
