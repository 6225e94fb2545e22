import type { Json } from '../db/facts.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import type { HeldBallot, Visitor } from './visit.ts'

// Every read names the purpose it serves: a link of another purpose finds nothing.
const VISITOR = `json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'time_zone', u.time_zone,
  'member', m.id is not null, 'admin', coalesce(m.admin, false), 'accepted', m.accepted_at is not null) as visitor`

const JOINS = `join users u on u.id = l.user_id
  left join memberships m on m.group_id = l.group_id and m.user_id = l.user_id and m.revoked_at is null`

export type BallotRow = { visitor: Visitor; poll_id: number; ballot: HeldBallot | null }

const ballot = sql<{ hash: Buffer; key: string }, BallotRow>(
  'visits.ballot',
  `select ${VISITOR}, p.id as poll_id, held_ballot(p.id, l.user_id) as ballot
   from personal_links l ${JOINS}
   join polls p on p.id = l.poll_id and p.key = :key and p.discarded_at is null
   where l.hash = :hash and l.purpose = 'ballot'`,
)

const signedIn = sql<{ user_id: number; key: string }, BallotRow>(
  'visits.poll',
  `select ${VISITOR}, p.id as poll_id, held_ballot(p.id, u.id) as ballot
   from polls p join users u on u.id = :user_id
   left join memberships m on m.group_id = p.group_id and m.user_id = u.id and m.revoked_at is null
   where p.key = :key and p.discarded_at is null`,
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

/** Whose ballot link this is, if it leads to the poll with this key. */
export function readBallotVisit(db: Queryable, hash: Buffer, key: string): Promise<BallotRow | null> {
  return ballot.first(db, { hash, key })
}

/** How a signed-in person stands to the poll with this key. */
export function readPollVisit(db: Queryable, user_id: number, key: string): Promise<BallotRow | null> {
  return signedIn.first(db, { user_id, key })
}

/** Whose invitation this is, if it is one into the group with this handle. */
export function readInvitation(db: Queryable, hash: Buffer, handle: string): Promise<InvitationRow | null> {
  return invitation.first(db, { hash, handle })
}

/** Whose mails, of which group, this link stops. */
export function readSubscription(db: Queryable, hash: Buffer): Promise<SubscriptionRow | null> {
  return subscription.first(db, { hash })
}
