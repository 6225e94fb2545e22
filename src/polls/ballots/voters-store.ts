import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User, userFromJson } from '../../users/user.ts'
import { COUNTS_ON, VOTER_ROW, type Voter, voterFromJson } from './ballot-rows.ts'

const FACTS = `select e.user_id, e.inviter_id, e.issued_as, e.issued_at, e.voted, b.api_key_id
  from electorate e left join lateral (
    select api_key_id from ballots where poll_id = e.poll_id and user_id = e.user_id limit 1) b on true`

/** The person to find among those with a ballot: by id or by address. */
export type VoterAsk = { poll_id: number; user_id: number | null; email: string | null }

type FoundRow = { voter: JsonOf<Voter> | null; person: JsonOf<User> | null }

const FOUND_ROW: Fields<FoundRow> = {
  voter: is.nullable(is.jsonOf(VOTER_ROW)),
  person: is.nullable(is.jsonOf(USER_ROW)),
}

const asked = sql<{ asks: string }, FoundRow>(
  'voters.find',
  `select row_to_json(v) as voter, (select row_to_json(u) from ${usersIn('(select group_id from polls where id = a.poll_id)')} u where u.id = v.user_id) as person
   from rows from (json_to_recordset(:asks::json) as (poll_id bigint, user_id bigint, email text))
     with ordinality as a(poll_id, user_id, email, place)
   left join lateral (
     ${FACTS} where e.poll_id = a.poll_id and e.withdrawn_at is null
       and e.user_id = coalesce(a.user_id, (select id from users where lower(users.email) = lower(a.email)))
     limit 1
   ) v on true
   order by a.place`,
  FOUND_ROW,
)

type Page = { poll_id: number; voted: boolean | null; after: number; per: number; from: number }

// The order reveals nothing about when someone voted.
const page = sql<Page, Voter>(
  'voters.page',
  `${FACTS} where (e.poll_id, e.user_id) > (:poll_id::bigint, :after::bigint) and e.poll_id <= :poll_id::bigint
     and case when ${COUNTS_ON} and (:voted::boolean is null or e.voted = :voted::boolean) then true else false end
   order by e.poll_id, e.user_id limit :per offset :from`,
  VOTER_ROW,
)

const count = sql<{ poll_id: number; voted: boolean | null }, { voters: number }>(
  'voters.count',
  `select count(*)::int as voters from electorate e where e.poll_id = :poll_id and ${COUNTS_ON}
     and (:voted::boolean is null or e.voted = :voted::boolean)`,
  { voters: is.integer },
)

/** For each ask, in order, the person with a ballot in the poll. */
export async function findVoters(
  db: Queryable,
  asks: VoterAsk[],
): Promise<({ voter: Voter; user: User } | null)[]> {
  const rows = await asked.all(db, { asks: JSON.stringify(asks) })
  return rows.map(({ voter, person }) =>
    voter === null || person === null ? null : { voter: voterFromJson(voter), user: userFromJson(person) },
  )
}

/** People with a ballot in a named poll, or only those who have voted, or who have not: by id. */
export function pageVoters(db: Queryable, ask: Page): Promise<Voter[]> {
  return page.all(db, ask)
}

/** How many these are. */
export async function countVoters(db: Queryable, poll_id: number, voted: boolean | null): Promise<number> {
  return (await count.one(db, { poll_id, voted })).voters
}
