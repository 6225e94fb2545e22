import { jsonReader } from '../db/json-rows.ts'
import { type Fields, is, type JsonOf, pick } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import { COMMENT_ROW } from '../discussions/comments/comment.ts'
import { MENTIONED_ROW, mentionedIn } from '../discussions/comments/comment-reads.ts'
import {
  DISCUSSION_FACTS,
  DISCUSSION_FACTS_ROW,
  type DiscussionJson,
} from '../discussions/discussion-reads.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { API_KEY_ROW } from '../keys/api-key.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../polls/ballots/ballot-rows.ts'
import { POLL_ROW } from '../polls/poll-rows.ts'
import type { Mentioned } from '../users/shown-names.ts'
import { USER_ROW, type User } from '../users/user.ts'
import type { GonePoll, StandingComment, StoppedWebhook } from './notice.ts'
import type { Authorship, PersonFacts } from './recipients.ts'
import { adminsZone, chosenZone } from './zone-reads.ts'

export type GroupRow = { in_group: GroupJson; actor: JsonOf<User> | null }
export type KeyRow = { in_group: GroupJson; name: string; prefix: string; expires_at: Date | null }
/** `url`: with its secrets. `is_alike`: another webhook of the group calls the same host. */
export type WebhookRow = {
  in_group: GroupJson
  url: string
  reason: StoppedWebhook['reason']
  is_alike: boolean
}
export type ThreadRow = { in_group: GroupJson; thread: DiscussionJson; actor: JsonOf<User> | null }

const group = sql<{ group_id: number; actor_id: number | null }, GroupRow>(
  'notices.group',
  `select ${GROUP_FACTS} as in_group, (select row_to_json(u) from ${usersIn('g.id')} u where u.id = :actor_id::bigint) as actor
   from groups g where g.id = :group_id`,
  { in_group: is.jsonOf(GROUP_FACTS_ROW), actor: is.nullable(is.jsonOf(USER_ROW)) },
)

const key = sql<{ id: number }, KeyRow>(
  'notices.key',
  `select ${GROUP_FACTS} as in_group, k.name, k.expires_at,
     (select prefix from key_secrets where api_key_id = k.id order by created_at desc limit 1) as prefix
   from api_keys k join groups g on g.id = k.group_id where k.id = :id`,
  {
    in_group: is.jsonOf(GROUP_FACTS_ROW),
    ...pick(API_KEY_ROW, 'name', 'expires_at'),
    prefix: is.text,
  },
)

const webhook = sql<{ id: number }, WebhookRow>(
  'notices.webhook',
  `select ${GROUP_FACTS} as in_group, w.url, w.disabled_reason as reason,
     exists (select from webhooks o where o.group_id = w.group_id and o.id <> w.id
       and substring(o.url from '//([^/?#]*)') = substring(w.url from '//([^/?#]*)')) as is_alike
   from webhooks w join groups g on g.id = w.group_id
   where w.id = :id and w.disabled_reason in ('gone', 'failing')`,
  {
    in_group: is.jsonOf(GROUP_FACTS_ROW),
    url: is.text,
    reason: is.oneOf(['gone', 'failing']),
    is_alike: is.flag,
  },
)

const thread = sql<{ id: number; actor_id: number | null }, ThreadRow>(
  'notices.thread',
  `select ${GROUP_FACTS} as in_group, ${DISCUSSION_FACTS} as thread,
     (select row_to_json(u) from ${usersIn('g.id')} u where u.id = :actor_id::bigint) as actor
   from discussions d join groups g on g.id = d.group_id where d.id = :id and d.discarded_at is null`,
  {
    in_group: is.jsonOf(GROUP_FACTS_ROW),
    thread: is.jsonOf(DISCUSSION_FACTS_ROW),
    actor: is.nullable(is.jsonOf(USER_ROW)),
  },
)

/** A comment, not deleted. */
type Said = Omit<StandingComment, 'author' | 'mentioned'>
export type SaidRow = { comment: JsonOf<Said>; author: JsonOf<User>; mentioned: Mentioned[] }

const SAID_ROW: Fields<Said> = { ...COMMENT_ROW, body: is.text }

export const standingFromJson = jsonReader(SAID_ROW)

// Its deletion waits until the mails about it are written: then it finds and deletes them.
const comment = sql<{ id: number }, SaidRow>(
  'notices.comment',
  `select row_to_json(c) as comment, row_to_json(u) as author, ${mentionedIn('c', usersIn('d.group_id'))} as mentioned
   from comments c join discussions d on d.id = c.discussion_id
   join lateral ${usersIn('d.group_id')} u on u.id = c.author_id where c.id = :id and c.deleted_at is null for share of c`,
  { comment: is.jsonOf(SAID_ROW), author: is.jsonOf(USER_ROW), mentioned: is.jsonListOf(MENTIONED_ROW) },
)

const authors = sql<{ poll_id: number }, Authorship>(
  'notices.authors',
  `select p.author_id, u.email is null as author_is_bot,
     (select m.user_id from api_keys k
      join memberships m on m.group_id = p.group_id and m.user_id = k.issuer_id and m.revoked_at is null
      where k.id = p.api_key_id) as issuer_id,
     array(select m.user_id from memberships m
           where m.group_id = p.group_id and m.admin and m.revoked_at is null order by 1) as admin_ids
   from polls p join users u on u.id = p.author_id where p.id = :poll_id`,
  {
    author_id: is.integer,
    author_is_bot: is.flag,
    issuer_id: is.nullable(is.integer),
    admin_ids: is.list(is.integer),
  },
)

/** A person whom a poll's result may concern, as facts. */
export type ConcernedRow = { user_id: number; member: boolean; ballot: HeldBallot | null }

const concerned = sql<{ poll_id: number }, ConcernedRow>(
  'notices.concerned',
  `select w.user_id, m.id is not null as member, held_ballot(p.id, w.user_id) as ballot
   from polls p
   cross join lateral (
     select user_id from electorate where poll_id = p.id
     union
     select user_id from memberships
     where p.discussion_id is not null and group_id + 0 = p.group_id and revoked_at is null
   ) w
   left join lateral (select id from memberships
     where group_id = p.group_id and user_id = w.user_id and revoked_at is null limit 1) m on true
   where p.id = :poll_id order by w.user_id`,
  { user_id: is.integer, member: is.flag, ballot: is.nullable(is.jsonOf(HELD_BALLOT_ROW)) },
)

/**
 * Sent messages about a poll's outcome: `told`: anyone got one; the time that the latest one named.
 * `waiting_ids`: people whose last mail has not been sent. `times`: people who may know a time that was not
 * withdrawn, and which.
 */
export type OutcomeMails = {
  told: boolean
  told_time: string | null
  waiting_ids: number[]
  times: { user_id: number; time: string }[]
}

const outcomeMails = sql<{ poll_id: number }, OutcomeMails>(
  'notices.outcome_told',
  `with mailed as (
     select m.* from events e join mails m on m.event_id = e.id and m.kind = 'outcome'
     where e.poll_id = :poll_id and e.subject_type = 'Outcome'
     union all select m.* from mails m where m.poll_id = :poll_id and m.kind = 'meeting_cancelled'
   ), told as (
     select m.id, m.user_id, m.status = 'sent' as sent, m.status = 'sent' or m.attempts > 0 as tried,
       b.meeting ->> 'option' as time
     from mailed m join mail_bodies b on b.hash = m.body_hash
   ), last as (
     select distinct on (user_id) * from told order by user_id, id desc
   ), reached as (
     select distinct on (user_id) user_id, time from told where tried order by user_id, id desc
   )
   select exists (select 1 from last where sent) as told,
     (select time from last where sent order by id desc limit 1) as told_time,
     array(select user_id from last where not sent order by 1) as waiting_ids,
     (select coalesce(json_agg(json_build_object('user_id', user_id, 'time', time) order by user_id), '[]')
      from reached where time is not null) as times`,
  {
    told: is.flag,
    told_time: is.nullable(is.text),
    waiting_ids: is.list(is.integer),
    times: is.jsonListOf({ user_id: is.integer, time: is.text }),
  },
)

// Calendars compare sequence numbers: an outcome's is above all earlier and below all later ones.
const sequence = sql<object, { sequence: number }>(
  'notices.sequence',
  "select nextval(pg_get_serial_sequence('outcomes', 'id')) as sequence",
  { sequence: is.integer },
)

const gone = sql<{ poll_id: number }, { in_group: GroupJson; poll: GonePoll }>(
  'notices.gone_poll',
  `select ${GROUP_FACTS} as in_group, json_build_object('key', p.key, 'title', p.title, 'poll_type', p.poll_type) as poll
   from polls p join groups g on g.id = p.group_id where p.id = :poll_id`,
  { in_group: is.jsonOf(GROUP_FACTS_ROW), poll: is.jsonOf(pick(POLL_ROW, 'key', 'title', 'poll_type')) },
)

/** A person in relation to one event. */
export type PersonRow = Omit<PersonFacts, 'loses_time'> &
  Pick<User, 'locale'> & { event_id: number; browser_locale: string | null }

// People without a zone get times in that of the author of the poll or thread, or of the event's actor, or
// else of an admin, who is looked up once for each group.
const people = sql<{ event_ids: number[]; user_ids: number[] }, PersonRow>(
  'notices.people',
  `select w.event_id, u.id as user_id, u.email is null as bot, u.locale, u.browser_locale,
     coalesce(${chosenZone('u')}, ${chosenZone('author')}, ${chosenZone('starter')}, ${chosenZone('actor')}, lead.time_zone, 'UTC') as time_zone,
     exists (select 1 from mutes x where x.user_id = u.id and x.group_id = e.group_id offset 0) as muted,
     exists (select 1 from memberships m
             where m.group_id = e.group_id and m.user_id = u.id and m.revoked_at is null offset 0) as member,
     e.subject_type = 'Comment' and exists (select 1 from comments c
             where c.id = e.subject_id and u.id = any (c.mentioned_ids) offset 0) as mentioned,
     e.subject_type = 'Comment' and d.author_id = u.id and not exists (
             select 1 from comments c join comments answered on answered.id = c.parent_id
             where c.id = e.subject_id and answered.author_id = u.id offset 0) as in_own_thread
   from unnest(:event_ids::bigint[], :user_ids::bigint[]) as w(event_id, user_id)
   join events e on e.id = w.event_id join users u on u.id = w.user_id
   left join users actor on actor.id = e.actor_id
   left join polls p on p.id = e.poll_id left join users author on author.id = p.author_id
   left join discussions d on d.id = e.discussion_id left join users starter on starter.id = d.author_id
   left join (select g.group_id, ${adminsZone('g.group_id')} as time_zone
     from (select distinct group_id from events where id = any (:event_ids::bigint[])) g) lead on lead.group_id = e.group_id`,
  {
    event_id: is.integer,
    user_id: is.integer,
    ...pick(USER_ROW, 'bot', 'locale', 'time_zone'),
    browser_locale: is.nullable(is.text),
    muted: is.flag,
    member: is.flag,
    mentioned: is.flag,
    in_own_thread: is.flag,
  },
)

/** A group, and the actor of an event in it. */
export function readGroup(db: Queryable, group_id: number, actor_id: number | null): Promise<GroupRow> {
  return group.one(db, { group_id, actor_id })
}

/** An API key with its group. */
export function readKey(db: Queryable, id: number): Promise<KeyRow> {
  return key.one(db, { id })
}

/** A webhook that was disabled after failures, with its group. Null: enabled again, or gone. */
export function readWebhook(db: Queryable, id: number): Promise<WebhookRow | null> {
  return webhook.first(db, { id })
}

/** A thread, and the actor of an event in it. Null: no such thread. */
export function readThread(db: Queryable, id: number, actor_id: number | null): Promise<ThreadRow | null> {
  return thread.first(db, { id, actor_id })
}

/** A comment and its author. Null: it was deleted. */
export function readComment(db: Queryable, id: number): Promise<SaidRow | null> {
  return comment.first(db, { id })
}

export function readAuthorship(db: Queryable, poll_id: number): Promise<Authorship> {
  return authors.one(db, { poll_id })
}

/** Everyone with a ballot in the poll; for a poll in a thread, the members of its group too. */
export function readConcerned(db: Queryable, poll_id: number): Promise<ConcernedRow[]> {
  return concerned.all(db, { poll_id })
}

export function readOutcomeMails(db: Queryable, poll_id: number): Promise<OutcomeMails> {
  return outcomeMails.one(db, { poll_id })
}

/** A sequence number for a meeting's next message: above all earlier ones. */
export async function takeSequence(db: Queryable): Promise<number> {
  return (await sequence.one(db, {})).sequence
}

/** The facts of a deleted poll for messages, and its group. */
export function readGonePoll(
  db: Queryable,
  poll_id: number,
): Promise<{ in_group: GroupJson; poll: GonePoll }> {
  return gone.one(db, { poll_id })
}

/** The facts of these people, each in relation to the event of the same index. */
export function readPeople(
  db: Queryable,
  pairs: { event_id: number; user_id: number }[],
): Promise<PersonRow[]> {
  return people.all(db, {
    event_ids: pairs.map((pair) => pair.event_id),
    user_ids: pairs.map((pair) => pair.user_id),
  })
}
