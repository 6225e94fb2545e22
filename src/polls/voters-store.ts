import { type Queryable, sql } from '../db/sql.ts'

/** Somebody who holds a ballot: how they came to it, whether it is cast, and by which key if not by themselves. */
export type Voter = {
  user_id: number
  inviter_id: number
  issued_as: 'member' | 'thread_guest' | 'named'
  issued_at: Date
  voted: boolean
  api_key_id: number | null
}

const FACTS = `select e.user_id, e.inviter_id, e.issued_as, e.issued_at, e.voted, b.api_key_id
  from electorate e left join ballots b on b.poll_id = e.poll_id and b.user_id = e.user_id`

const one = sql<{ poll_id: number; user_id: number | null; email: string | null }, Voter>(
  'voters.find',
  `${FACTS} where e.poll_id = :poll_id and e.withdrawn_at is null
     and e.user_id = coalesce(:user_id::bigint, (select id from users where lower(email) = lower(:email)))`,
)

type Page = { poll_id: number; voted: boolean | null; after: number; per: number; from: number }

// In an order that has nothing of when somebody voted.
const page = sql<Page, Voter>(
  'voters.page',
  `${FACTS} where e.poll_id = :poll_id and e.withdrawn_at is null
     and (:voted::boolean is null or e.voted = :voted::boolean) and e.user_id > :after
   order by e.user_id limit :per offset :from`,
)

const count = sql<{ poll_id: number; voted: boolean | null }, { voters: number }>(
  'voters.count',
  `select count(*)::int as voters from electorate e where e.poll_id = :poll_id and e.withdrawn_at is null
     and (:voted::boolean is null or e.voted = :voted::boolean)`,
)

/** The one of this id or address, who holds a ballot of the poll. */
export function findVoter(
  db: Queryable,
  who: { poll_id: number; user_id: number | null; email: string | null },
): Promise<Voter | null> {
  return one.first(db, who)
}

/** Those who hold a ballot of a named poll, or only those of them who have voted, or have not: by id. */
export function pageVoters(db: Queryable, ask: Page): Promise<Voter[]> {
  return page.all(db, ask)
}

/** How many these are. */
export async function countVoters(db: Queryable, poll_id: number, voted: boolean | null): Promise<number> {
  return (await count.one(db, { poll_id, voted })).voters
}
