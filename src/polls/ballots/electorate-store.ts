import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { COMERS } from '../electorate/comer-rows.ts'

/** For how many people one statement gives or withdraws ballots: a whole register would take too long. */
const MOST_AT_ONCE = 1000

/** How many voters a poll gained; below zero: lost. */
type InPoll = { poll_id: number; voters: number }

const IN_POLL = { poll_id: is.integer, voters: is.integer }

const hold = sql<{ group_id: number }, { id: number }>(
  'electorate.hold_polls',
  'select id from polls where group_id + 0 = :group_id and closed_at is null order by id for share',
  ID,
)

// Returning members get their ballots back, as members; others get one in drafts and open polls that are for
// everyone.
const issueToMembers = sql<{ group_id: number; user_ids: number[]; inviter_id: number }, InPoll>(
  'electorate.issue_to_members',
  `with given as (
     insert into electorate (poll_id, user_id, inviter_id, issued_as)
     select p.id, m.user_id, :inviter_id::bigint, 'member'
     from polls p cross join unnest(:user_ids::bigint[]) as m(user_id)
     where p.group_id + 0 = :group_id and p.closed_at is null and p.discarded_at is null
       and (p.closing_at is null or p.closing_at > clock_timestamp())
       and (not p.specified_voters_only
            or exists (select 1 from electorate e where e.poll_id = p.id and e.user_id = m.user_id))
       and not ballot_is_refused(p.id, m.user_id)
     order by p.id, m.user_id
     on conflict (poll_id, user_id) do update set withdrawn_at = null, issued_as = excluded.issued_as
       where electorate.withdrawn_at is not null
     returning poll_id, voted or counts_on(poll_id, user_id) as counted
   )
   select poll_id, count(*) filter (where not counted)::int as voters from given group by poll_id`,
  IN_POLL,
)

const addVoters = sql<{ poll_ids: number[]; voters: number[] }>(
  'electorate.add_voters',
  `with counts as (
     select poll_id, sum(voters) as voters from unnest(:poll_ids::bigint[], :voters::bigint[]) as c(poll_id, voters)
     group by poll_id having sum(voters) <> 0 order by poll_id
   )
   update tallies t set voters = t.voters + c.voters from counts c where t.poll_id = c.poll_id`,
)

// Former members get their ballot back as guests of the thread. An anonymous poll with votes takes no new
// guests: a person who brings two could tell from the results what one before them chose.
const issueToGuests = sql<{ discussion_ids: number[]; user_ids: number[]; inviter_id: number }>(
  'electorate.issue_to_thread_guests',
  `with given as (
     insert into electorate (poll_id, user_id, inviter_id, issued_as)
     select p.id, g.user_id, :inviter_id::bigint, 'thread_guest'
     from unnest(:discussion_ids::bigint[], :user_ids::bigint[]) as g(discussion_id, user_id)
     join polls p on p.discussion_id = g.discussion_id
     where p.closed_at is null and p.discarded_at is null
       and (p.closing_at is null or p.closing_at > clock_timestamp())
       and not p.specified_voters_only
       and not (p.anonymous and exists (select 1 from electorate e where e.poll_id = p.id and e.voted))
       and not ballot_is_refused(p.id, g.user_id)
     order by p.id, g.user_id
     on conflict (poll_id, user_id) do update set withdrawn_at = null, issued_as = excluded.issued_as
       where electorate.withdrawn_at is not null
     returning poll_id, voted or counts_on(poll_id, user_id) as counted
   ), counts as (
     select poll_id, count(*) filter (where not counted) as given from given group by poll_id order by poll_id
   )
   update tallies t set voters = voters + c.given from counts c where t.poll_id = c.poll_id and c.given > 0`,
)

// Of people who stay guests of threads, or voters named in polls, only those that they have as members.
const withdraw = sql<{ group_id: number; user_ids: number[]; stay_guests: boolean }, InPoll>(
  'electorate.withdraw',
  `with gone as (
     update electorate e set withdrawn_at = greatest(now(), p.opened_at) from polls p
     where p.group_id + 0 = :group_id and p.closed_at is null and e.poll_id = p.id
       and (p.closing_at is null or p.closing_at > clock_timestamp())
       and e.user_id = any (:user_ids::bigint[]) and e.withdrawn_at is null
       and not (:stay_guests and case e.issued_as when 'member' then false when 'named' then true
         else exists (select from thread_guests t
           where t.discussion_id = p.discussion_id and t.user_id = e.user_id offset 0) end)
     returning e.poll_id, e.voted or (p.anonymous and p.opened_at is not null) as counts_on
   )
   select poll_id, -count(*) filter (where not counts_on)::int as voters from gone group by poll_id`,
  IN_POLL,
)

// A ballot given by name stays: it does not depend on the thread.
const withdrawFromGuest = sql<{ discussion_id: number; user_id: number }>(
  'electorate.withdraw_from_thread_guest',
  `with gone as (
     update electorate e set withdrawn_at = greatest(now(), p.opened_at) from polls p
     where p.discussion_id = :discussion_id and p.closed_at is null and e.poll_id = p.id
       and (p.closing_at is null or p.closing_at > clock_timestamp())
       and e.user_id = :user_id and e.issued_as = 'thread_guest' and e.withdrawn_at is null
     returning e.poll_id, e.voted or (p.anonymous and p.opened_at is not null) as counts_on
   ), counts as (
     select poll_id from gone where not counts_on order by poll_id
   )
   update tallies t set voters = voters - 1 from counts c where t.poll_id = c.poll_id`,
)

// A person who left the group and was invited to the thread keeps their ballot as its guest.
const withdrawMissing = sql<{ poll_id: number }>(
  'electorate.withdraw_missing',
  `with held as materialized (
     select e.user_id, e.issued_as,
       exists (select from memberships m
         where m.group_id = p.group_id and m.user_id = e.user_id and m.revoked_at is null offset 0) as member,
       not p.specified_voters_only and exists (select from thread_guests t
         where t.discussion_id = p.discussion_id and t.user_id = e.user_id offset 0) as guest
     from polls p join electorate e on e.poll_id = p.id
     where p.id = :poll_id and e.withdrawn_at is null and e.issued_as <> 'named'
   ), stayed as (
     update electorate e set issued_as = 'thread_guest' from held h
     where h.guest and not h.member and h.issued_as = 'member' and e.poll_id = :poll_id and e.user_id = h.user_id
   ), gone as (
     update electorate e set withdrawn_at = now() from held h
     where not h.guest and not h.member and e.poll_id = :poll_id and e.user_id = h.user_id
     returning voted
   )
   update tallies set voters = voters - (select count(*) from gone where not voted) where poll_id = :poll_id`,
)

// Members and thread guests who came while the poll was closed.
const issueMissing = sql<{ poll_id: number; inviter_id: number }, { user_id: number }>(
  'electorate.issue_missing',
  `with ${COMERS}, given as (
     insert into electorate (poll_id, user_id, inviter_id, issued_as)
     select :poll_id::bigint, h.user_id, :inviter_id::bigint, h.issued_as from comers h
     where not ballot_is_refused(:poll_id, h.user_id)
     order by h.user_id
     on conflict (poll_id, user_id) do update set withdrawn_at = null,
         issued_as = case excluded.issued_as when 'member' then electorate.issued_as else excluded.issued_as end
       where electorate.withdrawn_at is not null
     returning user_id, voted
   ), counted as (
     update tallies set voters = voters + (select count(*) from given where not voted) where poll_id = :poll_id
   )
   select user_id from given where not voted order by user_id`,
  { user_id: is.integer },
)

const holders = sql<{ poll_id: number; only_undecided: boolean }, { user_id: number }>(
  'electorate.holders',
  `select user_id from electorate where poll_id = :poll_id and withdrawn_at is null
     and not (:only_undecided and voted) order by user_id`,
  { user_id: is.integer },
)

// A former member has the ballot anew: what was given before the membership ended, ended with it.
const give = sql<
  { poll_id: number; group_id: number; user_ids: number[]; inviter_id: number },
  { user_id: number }
>(
  'electorate.give',
  `with given as (
     insert into electorate (poll_id, user_id, inviter_id, issued_as)
     select :poll_id::bigint, u.user_id, :inviter_id::bigint, case when m.id is null then 'named' else 'member' end
     from unnest(:user_ids::bigint[]) as u(user_id)
     left join lateral (
       select id from memberships where group_id = :group_id and user_id = u.user_id and revoked_at is null limit 1
     ) m on true
     where not ballot_is_refused(:poll_id, u.user_id)
     order by u.user_id
     on conflict (poll_id, user_id) do update set withdrawn_at = null, issued_as = excluded.issued_as,
         inviter_id = excluded.inviter_id, issued_at = excluded.issued_at
       where electorate.withdrawn_at is not null
     returning user_id, voted or counts_on(poll_id, user_id) as counted
   ), counted as (
     update tallies set voters = voters + (select count(*) from given where not counted) where poll_id = :poll_id
   )
   select user_id from given order by user_id`,
  { user_id: is.integer },
)

const voted = sql<{ poll_id: number }, { any: boolean }>(
  'electorate.has_votes',
  'select exists (select 1 from electorate where poll_id = :poll_id and voted) as any',
  { any: is.flag },
)

/**
 * Locks the polls whose ballots a change of members affects (drafts and polls not settled, by id), before any
 * ballot: the lock order of casting.
 */
export async function holdPolls(tx: Queryable, group_id: number): Promise<void> {
  await hold.all(tx, { group_id })
}

/** Whether anyone has voted. */
export async function hasVotes(db: Queryable, poll_id: number): Promise<boolean> {
  return (await voted.one(db, { poll_id })).any
}

/**
 * Gives new members their ballots in the group's drafts and open polls, and returning members theirs back.
 */
export async function insertBallots(
  tx: Queryable,
  to: { group_id: number; user_ids: number[]; inviter_id: number },
): Promise<void> {
  await inBatches(tx, to.user_ids, (user_ids) => issueToMembers.all(tx, { ...to, user_ids }))
}

/** Changes the ballots of these people by several statements, and then how many voters the polls have. */
async function inBatches(
  tx: Queryable,
  people: number[],
  change: (user_ids: number[]) => Promise<InPoll[]>,
): Promise<void> {
  const changed: InPoll[] = []
  for (let from = 0; from < people.length; from += MOST_AT_ONCE)
    changed.push(...(await change(people.slice(from, from + MOST_AT_ONCE))))
  // After all ballots, as when a vote is cast: a voter who waits for the tally holds a ballot.
  if (changed.length > 0)
    await addVoters.run(tx, {
      poll_ids: changed.map(({ poll_id }) => poll_id),
      voters: changed.map(({ voters }) => voters),
    })
}

/**
 * Gives guests of threads, each beside their thread, their ballots in its drafts and open polls that are for
 * everyone.
 */
export async function insertThreadBallots(
  tx: Queryable,
  to: { discussion_ids: number[]; user_ids: number[]; inviter_id: number },
): Promise<void> {
  if (to.user_ids.length > 0) await issueToGuests.run(tx, to)
}

/**
 * Withdraws the ballots of people who leave; with `stay_guests` not those of guests, or by name. A vote
 * already cast stays and counts.
 */
export async function withdrawBallots(
  tx: Queryable,
  from: { group_id: number; user_ids: number[]; stay_guests: boolean },
): Promise<void> {
  await inBatches(tx, from.user_ids, (user_ids) => withdraw.all(tx, { ...from, user_ids }))
}

/** Withdraws the ballots that a person got as a guest of a thread. A vote already cast stays and counts. */
export async function withdrawThreadBallots(
  tx: Queryable,
  from: { discussion_id: number; user_id: number },
): Promise<void> {
  await withdrawFromGuest.run(tx, from)
}

/** Withdraws the ballots of people who left while the poll was closed. Votes already cast stay and count. */
export async function withdrawMissed(tx: Queryable, poll_id: number): Promise<void> {
  await withdrawMissing.run(tx, { poll_id })
}

/**
 * Gives ballots to members and guests who came while the poll was closed. Returns those who can vote now and
 * have not yet.
 */
export async function insertMissingBallots(
  tx: Queryable,
  poll_id: number,
  inviter_id: number,
): Promise<number[]> {
  return (await issueMissing.all(tx, { poll_id, inviter_id })).map((row) => row.user_id)
}

/** People with a ballot in this poll, or only those of them who have not voted. */
export async function ballotHolders(
  db: Queryable,
  poll_id: number,
  which: 'all' | 'undecided',
): Promise<number[]> {
  return (await holders.all(db, { poll_id, only_undecided: which === 'undecided' })).map((row) => row.user_id)
}

/** Gives these people ballots in one poll. Returns those who had none before. */
export async function insertNamedBallots(
  tx: Queryable,
  to: { poll_id: number; group_id: number; user_ids: number[]; inviter_id: number },
): Promise<number[]> {
  return (await give.all(tx, to)).map((row) => row.user_id)
}
