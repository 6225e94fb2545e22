import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { PersonFacts } from './recipients.ts'

/** How many people a reminder reaches by mail, and how many not, by the first reason that applies. */
export type ReminderReach = {
  reached: number
  /** They stopped the mails of the group. */
  muted: number
  /** They deleted their account. */
  addressless: number
  /** The person who sends it. */
  oneself: number
}

type ReachAsk = { poll_id: number; sender_id: number; only_undecided: boolean }

const reach = sql<ReachAsk, ReminderReach>(
  'reminders.reach',
  `select count(*) filter (where why = 'none')::int as reached, count(*) filter (where why = 'muted')::int as muted,
     count(*) filter (where why = 'addressless')::int as addressless, count(*) filter (where why = 'oneself')::int as oneself
   from (
     select case when e.user_id = :sender_id then 'oneself' when u.email is null then 'addressless'
       when x.user_id is not null then 'muted' else 'none' end as why
     from electorate e join polls p on p.id = e.poll_id join users u on u.id = e.user_id
     left join mutes x on x.group_id = p.group_id and x.user_id = e.user_id
     where e.poll_id = :poll_id and e.withdrawn_at is null and not (:only_undecided and e.voted)) w`,
  { reached: is.integer, muted: is.integer, addressless: is.integer, oneself: is.integer },
)

export function readReminderReach(db: Queryable, ask: ReachAsk): Promise<ReminderReach> {
  return reach.one(db, ask)
}

type Person = Pick<PersonFacts, 'user_id' | 'bot' | 'muted' | 'member'>

const people = sql<{ group_id: number; user_ids: number[] }, Person>(
  'reach.people',
  `select u.id as user_id, u.email is null as bot,
     exists (select 1 from mutes x where x.user_id = u.id and x.group_id = :group_id offset 0) as muted,
     exists (select 1 from memberships m
             where m.group_id = :group_id and m.user_id = u.id and m.revoked_at is null offset 0) as member
   from users u where u.id = any (:user_ids::bigint[])`,
  { user_id: is.integer, bot: is.flag, muted: is.flag, member: is.flag },
)

/** What decides whether mails of this group reach these people. */
export function readReachable(
  db: Queryable,
  ask: { group_id: number; user_ids: number[] },
): Promise<Person[]> {
  return people.all(db, ask)
}
