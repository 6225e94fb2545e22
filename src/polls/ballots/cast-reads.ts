import { type Fields, is, type JsonOf, pick } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { GROUP_FACTS } from '../../groups/group-reads.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import {
  FACTS_BESIDE,
  type FactsBeside,
  OPEN_FLOODED,
  OPEN_TALLY,
  POLL_FACTS_ROW,
  type PollRow,
  TOTALS_ROW,
} from '../poll-reads.ts'
import { VOTER_ROW, type Voter } from './ballot-rows.ts'
import { CAST_OUTCOMES, type CastRow, type RulesVersion, type Vote } from './vote.ts'

/** A vote of a person identified by id or address, checked by these rules. */
export type NamedVote = Omit<Vote, 'user_id' | 'rules'> & {
  user_id?: number
  email?: string
  rules: RulesVersion
}

/** The voter, according to the ballot they were given. */
export type Giving = Pick<Voter, 'user_id' | 'inviter_id' | 'issued_at'>

type Totals = FactsBeside['tally']
type Beside = Pick<PollRow, 'now' | 'author' | 'event' | 'outcome' | 'thread' | 'in_group'>

/**
 * `author`, `event`, `outcome` and `thread`: only with the first counted vote on each poll; `in_group`: only
 * with the first in each group.
 */
type Row = Beside &
  Omit<CastRow, 'outcome'> & {
    became: CastRow['outcome']
    poll_id: number
    group_id: number | null
    giving: JsonOf<Giving> | null
    person: JsonOf<User> | null
    totals: Totals | null
  }

/** A counted vote: its voter, and what is shown with the poll. */
export type Counted = {
  outcome: 'recorded' | 'unchanged'
  ballot_id: number
  cast_at: Date
  giving: JsonOf<Giving>
  person: JsonOf<User>
  facts: FactsBeside
}

export const GIVING_ROW: Fields<Giving> = pick(VOTER_ROW, 'user_id', 'inviter_id', 'issued_at')

const ROW: Fields<Row> = {
  ...pick(POLL_FACTS_ROW, 'now', 'author', 'event', 'outcome', 'thread', 'in_group'),
  became: is.oneOf(CAST_OUTCOMES),
  ballot_id: is.nullable(is.integer),
  cast_at: is.nullable(is.instant),
  poll_id: is.integer,
  group_id: is.nullable(is.integer),
  giving: is.nullable(is.jsonOf(GIVING_ROW)),
  person: is.nullable(is.jsonOf(USER_ROW)),
  totals: is.nullable(is.jsonOf(TOTALS_ROW)),
}

// This reads neither the poll nor its options: a vote is cast only if they are in the version that it names,
// which its caller has. The totals come from the casting.
const cast = sql<{ votes: string }, Row>(
  'ballots.cast_and_show',
  `with done as materialized (
     select *, row_number() over (partition by poll_id, outcome in ('recorded', 'unchanged') order by place) = 1
       and outcome in ('recorded', 'unchanged') as shows
     from cast_votes(:votes::jsonb, false)
   )
   select c.outcome as became, c.ballot_id, c.cast_at, c.poll_id, now() as now,
     (select json_build_object('user_id', e.user_id, 'inviter_id', e.inviter_id, 'issued_at', e.issued_at)
      from electorate e where e.poll_id = c.poll_id and e.user_id = c.user_id) as giving,
     (select row_to_json(u) from ${usersIn('(select group_id from polls where id = c.poll_id)')} u where u.id = c.user_id) as person,
     case when c.voters is not null then json_build_object('voters', c.voters, 'cast_count', c.cast_count,
       'sums', c.sums, 'answers', c.answers, 'supports', c.supports,
       'open', (select ${OPEN_TALLY} from tallies t where t.poll_id = c.poll_id),
       'open_flooded', (select ${OPEN_FLOODED} from tallies t where t.poll_id = c.poll_id)) end as totals,
     p.group_id, ${FACTS_BESIDE},
     case when p.id is not null and row_number() over (partition by p.group_id order by c.place) = 1 then
       (select ${GROUP_FACTS} from groups g where g.id = p.group_id) end as in_group
   from done c
   left join lateral (select * from polls where id = c.poll_id and c.shows limit 1) p on true
   order by c.place`,
  ROW,
)

/**
 * Casts votes, and returns the facts of each in the given order; null: not cast, for any reason. Votes on one
 * poll share its facts.
 */
export async function castAndRead(db: Queryable, votes: NamedVote[]): Promise<(Counted | null)[]> {
  const rows = await cast.all(db, { votes: JSON.stringify(votes) })
  const groups = new Map(rows.map(({ in_group }) => [in_group?.group.id, in_group]))
  const polls = new Map<number, FactsBeside>()
  for (const { poll_id, group_id, now, author, event, outcome, thread, totals: tally } of rows) {
    if (author === null || event === null || tally === null) continue
    const in_group = groups.get(group_id ?? undefined) ?? null
    polls.set(poll_id, { now, author, event, outcome, thread, tally, in_group })
  }
  return rows.map(({ poll_id, became: outcome, ballot_id, cast_at, giving, person }) => {
    const facts = polls.get(poll_id)
    if (outcome !== 'recorded' && outcome !== 'unchanged') return null
    if (facts === undefined || ballot_id === null || cast_at === null) return null
    if (giving === null || person === null) return null
    return { outcome, ballot_id, cast_at, giving, person, facts }
  })
}
