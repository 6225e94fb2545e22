import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Ref } from '../discussions/load-discussion.ts'
import type { GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import type { HeldBallot, Visitor } from './visit.ts'

// Every read names the purpose it serves: a link of another purpose finds nothing.
const visitor = (u: string, m: string) =>
  `json_build_object('id', ${u}.id, 'name', ${u}.name, 'email', ${u}.email, 'time_zone', ${u}.time_zone,
  'member', ${m}.id is not null, 'admin', coalesce(${m}.admin, false), 'accepted', ${m}.accepted_at is not null)`
const VISITOR = `${visitor('u', 'm')} as visitor`

const JOINS = `join users u on u.id = l.user_id
  left join memberships m on m.group_id = l.group_id and m.user_id = l.user_id and m.revoked_at is null`

export type ArrivalRow = {
  viewer: Json | null
  poll_id: number | null
  by_link: Stance | null
  by_session: Stance | null
  shown: unknown
}
/** How somebody stands to a poll. */
export type Stance = { visitor: Visitor; ballot: HeldBallot | null }

// `shown` differs as soon as anything of the poll does that its page shows: xmin names the change that wrote a row last.
// Names of others are left out, and words such as "in 5 minutes": a minute is as old as a page gets.
const arrival = sql<{ session: Buffer; link: Buffer; key: string }, ArrivalRow>(
  'visits.arrival',
  `select row_to_json(v) as viewer, p.id as poll_id,
     case when lu.id is not null then json_build_object('visitor', ${visitor('lu', 'lm')}, 'ballot', held_ballot(p.id, lu.id)) end as by_link,
     case when v.id is not null then json_build_object('visitor', ${visitor('v', 'vm')}, 'ballot', held_ballot(p.id, v.id)) end as by_session,
     json_build_array(p.id, p.xmin, p.opened_at <= now(), p.closing_at <= now(), date_trunc('minute', now()),
       (select t.xmin from tallies t where t.poll_id = p.id),
       (select t.xmin from shown_tallies t where t.poll_id = p.id),
       (select json_agg(o.xmin) from poll_options o where o.poll_id = p.id),
       (select json_agg(o.xmin) from outcomes o where o.poll_id = p.id),
       (select d.xmin from discussions d where d.id = p.discussion_id),
       (select json_agg(g.xmin) from groups g where g.id in (p.group_id, (select parent_id from groups where id = p.group_id)))
     ) as shown
   from (select) as once
   left join (select u.*, s.id as session_id from sessions s join users u on u.id = s.user_id
     where s.hash = :session and s.expires_at > now()) v on true
   left join polls p on p.key = :key and p.discarded_at is null
   left join personal_links l on l.hash = :link and l.purpose = 'ballot' and l.poll_id = p.id
   left join users lu on lu.id = l.user_id
   left join memberships lm on lm.group_id = p.group_id and lm.user_id = lu.id and lm.revoked_at is null
   left join memberships vm on vm.group_id = p.group_id and vm.user_id = v.id and vm.revoked_at is null`,
)

const person = sql<{ user_id: number; id: number | null; key: string | null }, Stance & { poll_id: number }>(
  'visits.person',
  `select ${VISITOR}, p.id as poll_id, held_ballot(p.id, u.id) as ballot
   from polls p join users u on u.id = :user_id
   left join memberships m on m.group_id = p.group_id and m.user_id = u.id and m.revoked_at is null
   where p.id = coalesce(:id::bigint, (select id from polls where key = :key)) and p.discarded_at is null`,
)

type InvitationRow = { visitor: Visitor; inviter: Json | null; in_group: GroupJson }

const invitation = sql<{ hash: Buffer; handle: string }, InvitationRow>(
  'visits.invitation',
  `select ${VISITOR}, ${GROUP_FACTS} as in_group,
     (select row_to_json(i) from users i where i.id = m.inviter_id) as inviter
   from personal_links l ${JOINS}
   join groups g on g.id = l.group_id and g.handle = :handle
   where l.hash = :hash and l.purpose = 'invitation'`,
)

type SubscriptionRow = { visitor: Visitor; in_group: GroupJson; muted: boolean }

const subscription = sql<{ hash: Buffer }, SubscriptionRow>(
  'visits.subscription',
  `select ${VISITOR}, ${GROUP_FACTS} as in_group,
     exists (select 1 from mutes x where x.user_id = l.user_id and x.group_id = l.group_id) as muted
   from personal_links l ${JOINS}
   join groups g on g.id = l.group_id
   where l.hash = :hash and l.purpose = 'unsubscribe'`,
)

/** Who comes to the poll with this key, by their session and by a link. */
export function readArrival(
  db: Queryable,
  came: { session: Buffer; link: Buffer; key: string },
): Promise<ArrivalRow> {
  return arrival.one(db, came)
}

/** How this person stands to a poll named by id or key. Null: there is no such poll. */
export function readPollStance(
  db: Queryable,
  user_id: number,
  ref: Ref,
): Promise<(Stance & { poll_id: number }) | null> {
  return person.first(db, { user_id, id: null, key: null, ...ref })
}

/** Whose invitation this is, if it is one into the group with this handle. */
export function readInvitation(db: Queryable, hash: Buffer, handle: string): Promise<InvitationRow | null> {
  return invitation.first(db, { hash, handle })
}

/** Whose mails, of which group, this link stops. */
export function readSubscription(db: Queryable, hash: Buffer): Promise<SubscriptionRow | null> {
  return subscription.first(db, { hash })
}
