import { jsonReader } from '../../db/json-rows.ts'
import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import type { Ref } from '../../discussions/load-discussion.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../../groups/group-facts.ts'
import { GROUP_FACTS } from '../../groups/group-reads.ts'
import { groupStateOf } from '../../groups/group-state.ts'
import { hasNamed, isTyped, shownName, usersIn } from '../../groups/names/shown-users.ts'
import { ERASURE_STAMP } from '../../groups/service/service-events-store.ts'
import { HELD_BALLOT_ROW, type HeldBallot } from '../../polls/ballots/ballot-rows.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { COPIED_ROW, type CopiedJson, VISITOR_ROW, type Visitor } from './visit.ts'

/** Person `u` with their membership `m` as a visitor in this group. */
export const visitorJson = (u: string, m: string, group_id: string) =>
  `json_build_object('id', ${u}.id, 'name', ${shownName(u, group_id)}, 'named', ${hasNamed(u, group_id)},
  'name_typed', ${isTyped(u, group_id)}, 'name_settled', ${u}.name is not null and ${u}.signed_in_at is not null, 'email', ${u}.email, 'time_zone', ${u}.time_zone,
  'utc_chosen', ${u}.utc_chosen, 'locale', ${u}.locale, 'group_locale', (select g.locale from groups g where g.id = ${group_id}),
  'group_state', coalesce((select ${groupStateOf('g')} from groups g where g.id = ${group_id}), 'active'), 'member', ${m}.id is not null, 'admin', coalesce(${m}.admin, false), 'accepted', ${m}.accepted_at is not null)`

// Every read names its purpose: it does not find a link of another purpose.
const OF_LINK = `${visitorJson('u', 'm', 'l.group_id')} as visitor`

/** How link `l` was copied; null: it was not. */
export const COPIED = `case when l.origin <> 'mail' then json_build_object('on', l.created_on,
  'by', case when l.origin = 'command_line' then 'operator' when l.copied_by = l.user_id then 'holder' else 'admin' end) end`

/**
 * Whether voting link `l` also opens the thread of its poll, to those who may read it: only their mailbox has
 * had it, and it leaves no trace of who had not voted in an anonymous poll.
 */
export const CARRIES = "l.origin = 'mail' and not l.discreet"

const JOINS = `join users u on u.id = l.user_id
  left join memberships m on m.group_id = l.group_id and m.user_id = l.user_id and m.revoked_at is null`

export type ArrivalRow = {
  viewer: JsonOf<SignedIn> | null
  poll_id: number | null
  /** Changes whenever the row of the poll is written. */
  poll_written: string | null
  by_link: (Stance & { copied: CopiedJson | null; carries: boolean }) | null
  by_session: Stance | null
  shown: string
}
/** A visitor's relation to a poll. */
export type Stance = { visitor: Visitor; ballot: HeldBallot | null }

const VIEWER_ROW: Fields<SignedIn> = { ...USER_ROW, session_id: is.integer }

export const viewerFromJson = jsonReader(VIEWER_ROW)

export const STANCE_ROW: Fields<Stance> = {
  visitor: is.record(VISITOR_ROW),
  ballot: is.nullable(is.record(HELD_BALLOT_ROW)),
}

const ARRIVAL_ROW: Fields<ArrivalRow> = {
  viewer: is.nullable(is.jsonOf(VIEWER_ROW)),
  poll_id: is.nullable(is.integer),
  poll_written: is.nullable(is.text),
  by_link: is.nullable(
    is.jsonOf({ ...STANCE_ROW, copied: is.nullable(is.record(COPIED_ROW)), carries: is.flag }),
  ),
  by_session: is.nullable(is.jsonOf(STANCE_ROW)),
  shown: is.text,
}

// `shown` changes whenever the poll's page would: xmin is the last transaction that wrote a row. It ignores
// new names of other people, and texts such as "in 5 minutes": a page is at most a minute old. A name that
// was erased is gone at once.
const arrivals = sql<{ came: string }, ArrivalRow>(
  'visits.arrivals',
  `select row_to_json(v) as viewer, p.id as poll_id, p.xmin::text as poll_written,
     case when lu.id is not null then json_build_object('visitor', ${visitorJson('lu', 'lm', 'p.group_id')}, 'ballot', held_ballot(p.id, lu.id),
       'copied', ${COPIED}, 'carries', ${CARRIES}) end as by_link,
     case when v.id is not null then json_build_object('visitor', ${visitorJson('v', 'vm', 'p.group_id')}, 'ballot', held_ballot(p.id, v.id)) end as by_session,
     json_build_array(p.id, p.xmin, p.opened_at <= now(), p.closing_at <= now(), date_trunc('minute', now()), ${ERASURE_STAMP},
       (select t.xmin from tallies t where t.poll_id = p.id),
       case when p.anonymous and p.sealed_at is null
         then (select count(*) from electorate e where e.poll_id = p.id and e.voted) end,
       (select json_agg(o.xmin) from poll_options o where o.poll_id = p.id),
       (select json_agg(o.xmin) from outcomes o where o.poll_id = p.id),
       case when p.closed_at is not null then (select json_agg(h.xmin) from poll_heads h where h.poll_id = p.id) end,
       (select d.xmin from discussions d where d.id = p.discussion_id),
       (select json_agg(g.xmin) from groups g where g.id in (p.group_id, (select parent_id from groups where id = p.group_id)))
     )::text as shown
   from rows from (json_to_recordset(:came::json) as (session bytea, link bytea, key text))
     with ordinality as a(session, link, key, place)
   left join lateral (select u.*, s.id as session_id from sessions s join users u on u.id = s.user_id
     where s.hash = a.session and s.expires_at > now() limit 1) v on true
   left join lateral (select *, polls.xmin from polls where key = a.key and discarded_at is null limit 1) p on true
   left join lateral (select * from personal_links where hash = a.link and purpose = 'ballot' and poll_id = p.id limit 1) l on true
   left join lateral (select * from users where id = l.user_id limit 1) lu on true
   left join lateral (select * from memberships where group_id = p.group_id and user_id = lu.id and revoked_at is null limit 1) lm on true
   left join lateral (select * from memberships where group_id = p.group_id and user_id = v.id and revoked_at is null limit 1) vm on true
   order by a.place`,
  ARRIVAL_ROW,
)

const person = sql<{ user_id: number; id: number | null; key: string | null }, Stance & { poll_id: number }>(
  'visits.person',
  `select ${visitorJson('u', 'm', 'p.group_id')} as visitor, p.id as poll_id, held_ballot(p.id, u.id) as ballot
   from polls p join users u on u.id = :user_id
   left join memberships m on m.group_id = p.group_id and m.user_id = u.id and m.revoked_at is null
   where p.id = coalesce(:id::bigint, (select id from polls where key = :key)) and p.discarded_at is null`,
  {
    poll_id: is.integer,
    visitor: is.jsonOf(VISITOR_ROW),
    ballot: is.nullable(is.jsonOf(HELD_BALLOT_ROW)),
  },
)

type InvitationRow = {
  mailed: boolean
  copied: CopiedJson | null
  visitor: Visitor
  inviter: JsonOf<User> | null
  in_group: GroupJson
}

const invitation = sql<{ hash: Buffer; handle: string }, InvitationRow>(
  'visits.invitation',
  `select l.origin = 'mail' as mailed, ${COPIED} as copied, ${OF_LINK}, ${GROUP_FACTS} as in_group,
     (select row_to_json(i) from ${usersIn('g.id')} i where i.id = m.inviter_id) as inviter
   from personal_links l ${JOINS}
   join groups g on g.id = l.group_id and g.handle = :handle
   where l.hash = :hash and l.purpose = 'invitation'`,
  {
    mailed: is.flag,
    copied: is.nullable(is.jsonOf(COPIED_ROW)),
    visitor: is.jsonOf(VISITOR_ROW),
    inviter: is.nullable(is.jsonOf(USER_ROW)),
    in_group: is.jsonOf(GROUP_FACTS_ROW),
  },
)

type SubscriptionRow = { visitor: Visitor; in_group: GroupJson; muted: boolean }

const subscription = sql<{ hash: Buffer }, SubscriptionRow>(
  'visits.subscription',
  `select ${OF_LINK}, ${GROUP_FACTS} as in_group,
     exists (select 1 from mutes x where x.user_id = l.user_id and x.group_id = l.group_id) as muted
   from personal_links l ${JOINS}
   join groups g on g.id = l.group_id
   where l.hash = :hash and l.purpose = 'unsubscribe'`,
  { visitor: is.jsonOf(VISITOR_ROW), in_group: is.jsonOf(GROUP_FACTS_ROW), muted: is.flag },
)

/**
 * For each visitor to a poll, by session and by link, in the given order: the person, and their relation to
 * the poll.
 */
export function readArrivals(
  db: Queryable,
  came: { session: Buffer; link: Buffer; key: string }[],
): Promise<ArrivalRow[]> {
  const bytea = (hash: Buffer) => `\\x${hash.toString('hex')}`
  return arrivals.all(db, {
    came: JSON.stringify(
      came.map(({ session, link, key }) => ({ session: bytea(session), link: bytea(link), key })),
    ),
  })
}

/** This person's relation to a poll named by id or key. Null: there is no such poll. */
export function readPollStance(
  db: Queryable,
  user_id: number,
  ref: Ref,
): Promise<(Stance & { poll_id: number }) | null> {
  return person.first(db, { user_id, id: null, key: null, ...ref })
}

/** The person of this invitation, if it is one to the group with this handle. */
export function readInvitation(db: Queryable, hash: Buffer, handle: string): Promise<InvitationRow | null> {
  return invitation.first(db, { hash, handle })
}

/** The person and group whose mails this link stops. */
export function readSubscription(db: Queryable, hash: Buffer): Promise<SubscriptionRow | null> {
  return subscription.first(db, { hash })
}
