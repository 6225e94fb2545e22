import { is, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import type { Reached } from '../../users/mint-copied-links.ts'
import { USER_ROW } from '../../users/user.ts'
import { COUNTS_ON } from './ballot-rows.ts'

/** A person with a ballot, and whether it was cast. */
export type BallotHolder = {
  user_id: number
  name: string | null
  email: string | null
  voted: boolean
  /** The name of the key that cast it for them. */
  cast_by: string | null
}

/** The role in which somebody got a ballot; `invited`: as a member, but they never joined the group. */
export type GivenAs = 'member' | 'invited' | 'thread_guest' | 'named'

/** A ballot as issued: to whom, in what role, by whom and when. Nothing about whether it was cast. */
export type GivenBallot = {
  user_id: number
  name: string | null
  email: string | null
  given_as: GivenAs
  inviter_name: string | null
  issued_at: Date
  withdrawn: boolean
}

/** The number of ballots issued per role, and how many were withdrawn. */
export type GivenCount = { given_as: GivenAs; given: number; withdrawn: number }

const IN_POLL = usersIn('(select group_id from polls where id = :poll_id)')

const GIVEN_AS = is.oneOf(['member', 'invited', 'thread_guest', 'named'])

/** The role of ballot `e` in this poll. Of an erased person nothing is known but that they were a member. */
const ROLE = `case when e.issued_as = 'member' and exists (
    select from memberships m join users p on p.id = m.user_id and p.erased_at is null
    where m.group_id = (select group_id from polls where id = :poll_id)
      and m.user_id = e.user_id and coalesce(m.accepted_at, m.former_accepted_at) is null)
  then 'invited' else e.issued_as end`

const turnout = sql<{ poll_id: number }, BallotHolder>(
  'electorate.turnout',
  `select u.id as user_id, u.name, u.email, e.voted, k.name as cast_by
   from electorate e join lateral (select * from ${IN_POLL} u where u.id = e.user_id limit 1) u on true
   left join ballots b on b.poll_id = e.poll_id and b.user_id = e.user_id
   left join lateral (select name from api_keys where id = b.api_key_id limit 1) k on true
   where e.poll_id = :poll_id and ${COUNTS_ON} order by lower(u.name) nulls last, u.id`,
  {
    user_id: is.integer,
    ...pick(USER_ROW, 'name', 'email'),
    voted: is.flag,
    cast_by: is.nullable(is.text),
  },
)

const undecided = sql<{ poll_id: number; after: number; most: number }, Reached>(
  'electorate.undecided_after',
  `select u.id as user_id, u.name, u.email from (
     select user_id from electorate
     where poll_id = :poll_id and withdrawn_at is null and not voted and user_id > :after
     order by poll_id, user_id limit :most
   ) e join lateral (select * from ${IN_POLL} u where u.id = e.user_id limit 1) u on true order by e.user_id`,
  { user_id: is.integer, ...pick(USER_ROW, 'name', 'email') },
)

// By time of issue and person: the order reveals nothing about when someone voted.
const givenOnes = sql<{ poll_id: number; most: number; from: number }, GivenBallot>(
  'electorate.given',
  `select e.user_id, u.name, u.email, ${ROLE} as given_as, i.name as inviter_name, e.issued_at,
     e.withdrawn_at is not null as withdrawn
   from (
     select * from electorate where poll_id = :poll_id order by issued_at desc, user_id limit :most offset :from
   ) e
   join lateral (select * from ${IN_POLL} u where u.id = e.user_id limit 1) u on true
   left join lateral (select * from ${IN_POLL} i where i.id = e.inviter_id limit 1) i on true
   order by e.issued_at desc, e.user_id`,
  {
    user_id: is.integer,
    ...pick(USER_ROW, 'name', 'email'),
    given_as: GIVEN_AS,
    inviter_name: is.nullable(is.text),
    issued_at: is.instant,
    withdrawn: is.flag,
  },
)

const givenCounts = sql<{ poll_id: number }, GivenCount>(
  'electorate.given_counts',
  `select given_as, count(*)::int as given, (count(*) filter (where withdrawn_at is not null))::int as withdrawn
   from (select ${ROLE} as given_as, e.withdrawn_at from electorate e where e.poll_id = :poll_id) as given
   group by given_as order by min(array_position(array['member', 'invited', 'named', 'thread_guest'], given_as))`,
  { given_as: GIVEN_AS, given: is.integer, withdrawn: is.integer },
)

/** Everyone of whom the turnout tells, by name: for facilitators of a named poll. */
export function turnoutOf(db: Queryable, poll_id: number): Promise<BallotHolder[]> {
  return turnout.all(db, { poll_id })
}

/** People with a ballot in a named poll who have not voted, by id. */
export function undecidedAfter(
  db: Queryable,
  ask: { poll_id: number; after: number; most: number },
): Promise<Reached[]> {
  return undecided.all(db, ask)
}

/** The ballots issued in a poll, latest first: at most `most`, after the first `from`. */
export function givenBallots(
  db: Queryable,
  page: { poll_id: number; most: number; from: number },
): Promise<GivenBallot[]> {
  return givenOnes.all(db, page)
}

/** The number of a poll's ballots per role. */
export function countGiven(db: Queryable, poll_id: number): Promise<GivenCount[]> {
  return givenCounts.all(db, { poll_id })
}
