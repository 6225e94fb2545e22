import { type Fields, is, type JsonOf } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import {
  DISCUSSION_FACTS,
  DISCUSSION_FACTS_ROW,
  type DiscussionJson,
} from '../discussions/discussion-reads.ts'
import { EVENT_ROW, type Event } from '../events/event.ts'
import { GROUP_FACTS_ROW, type GroupJson } from '../groups/group-facts.ts'
import { GROUP_FACTS } from '../groups/group-reads.ts'
import { usersIn } from '../groups/names/shown-users.ts'
import { PRESENTED_KEY_ROW, type PresentedKey } from '../keys/api-key.ts'
import { KEY_FACTS } from '../keys/key-reads.ts'
import { firstPlaces } from '../text/first-places.ts'
import { USER_ROW, type User } from '../users/user.ts'
import { VOTED } from './ballots/turnout-reads.ts'
import { OUTCOME_ROW, type Outcome } from './outcomes/outcome.ts'
import type { Poll } from './poll.ts'
import type { PollOption } from './poll-option.ts'
import { POLL_OPTION_ROW, POLL_ROW } from './poll-rows.ts'
import { TALLY_WITH_OPEN_ROW, type TallyWithOpen } from './results/tally/tally.ts'

/**
 * All facts that a response about a poll needs; later code decides which of them are visible. `poll` null:
 * there is none, and no facts about it. `in_group` null: requested without a known key.
 */
export type PollRow = {
  now: Date
  key: JsonOf<PresentedKey> | null
  poll: JsonOf<Poll> | null
  author: JsonOf<User> | null
  event: JsonOf<Event> | null
  options: PollOption[]
  tally: (TallyWithOpen & { voters: number; open_flooded: boolean }) | null
  /** The latest outcome. */
  outcome: { outcome: JsonOf<Outcome>; author: JsonOf<User> } | null
  thread: DiscussionJson | null
  in_group: GroupJson | null
}

export const TOTALS_ROW: Fields<NonNullable<PollRow['tally']>> = {
  ...TALLY_WITH_OPEN_ROW,
  voters: is.integer,
  open_flooded: is.flag,
}

export const POLL_FACTS_ROW: Fields<PollRow> = {
  now: is.instant,
  key: is.nullable(is.jsonOf(PRESENTED_KEY_ROW)),
  poll: is.nullable(is.jsonOf(POLL_ROW)),
  author: is.nullable(is.jsonOf(USER_ROW)),
  event: is.nullable(is.jsonOf(EVENT_ROW)),
  options: is.jsonListOf(POLL_OPTION_ROW),
  tally: is.nullable(is.jsonOf(TOTALS_ROW)),
  outcome: is.nullable(is.jsonOf({ outcome: is.record(OUTCOME_ROW), author: is.record(USER_ROW) })),
  thread: is.nullable(is.jsonOf(DISCUSSION_FACTS_ROW)),
  in_group: is.nullable(is.jsonOf(GROUP_FACTS_ROW)),
}

/** The parts that every poll has. */
type OfAll = 'poll' | 'author' | 'event' | 'tally'

/** The facts of an existing poll. */
export type FoundPoll = Omit<PollRow, OfAll> & { [Part in OfAll]: NonNullable<PollRow[Part]> }

export function isFound(row: PollRow): row is FoundPoll {
  return row.poll !== null
}

/** What is shown with an existing poll besides its own row and options. */
export type FactsBeside = Omit<FoundPoll, 'key' | 'poll' | 'options'>

/** The totals of votes by open links in tally `t`; null: there are none. */
export const OPEN_TALLY = `case when t.open_count > 0 then json_build_object('cast_count', t.open_count, 'sums', t.open_sums,
  'answers', t.open_answers, 'supports', t.open_supports) end`

/** Whether too many votes came by open links within a day. */
export const OPEN_FLOODED = "coalesce(t.open_flooded_at > now() - interval '1 day', false)"

const TALLY = `
  (select json_build_object('voters', t.voters, 'cast_count', ${VOTED}, 'sums', t.sums, 'answers', t.answers,
     'supports', t.supports, 'open', ${OPEN_TALLY},
     'open_flooded', ${OPEN_FLOODED}) from tallies t where t.poll_id = p.id) as tally`

/** What is shown with poll `p` besides its own row, options and totals. */
export const FACTS_BESIDE = `
  (select row_to_json(u) from ${usersIn('p.group_id')} u where u.id = p.author_id) as author,
  (select row_to_json(e) from events e where e.poll_id = p.id and e.kind = 'poll_created') as event,
  (select json_build_object('outcome', row_to_json(o), 'author', row_to_json(u))
   from outcomes o join ${usersIn('p.group_id')} u on u.id = o.author_id
   where o.poll_id = p.id order by o.id desc limit 1) as outcome,
  case when p.discussion_id is not null then
    (select ${DISCUSSION_FACTS} from discussions d where d.id = p.discussion_id) end as thread`

/** The facts of poll `p`, without its totals. */
const POLL_FACTS = `
  row_to_json(p) as poll,
  (select coalesce(json_agg(o order by o.priority, o.slot), '[]') from poll_options o where o.poll_id = p.id) as options,
  ${FACTS_BESIDE}`

/** A poll by id or key, and the SHA-256 of the request's API key; null: none. */
export type PollAsk = { hash: Buffer | null; ref: { id: number } | { key: string } }

// The asks are JSON because the planner expects a hundred rows of any JSON: with arrays, whose length it
// sees, it would plan again for each short batch, which takes as long as reading. The limit forces one index
// lookup per ask: for a hundred rows it would rather read the whole table.
const show = sql<{ asks: string }, PollRow>(
  'polls.show',
  `select now() as now, ${KEY_FACTS.replace(':hash', 'a.hash')} as key, ${POLL_FACTS}, ${TALLY},
     case when a.hash is not null then (select ${GROUP_FACTS} from groups g where g.id = (
       select k.group_id from key_secrets s join api_keys k on k.id = s.api_key_id where s.hash = a.hash)) end as in_group
   from rows from (json_to_recordset(:asks::json) as (hash bytea, id bigint, key text))
     with ordinality as a(hash, id, key, place)
   left join lateral (
     select * from polls where id = coalesce(a.id, (select id from polls where key = a.key)) and discarded_at is null
     limit 1
   ) p on true
   order by a.place`,
  POLL_FACTS_ROW,
)

const plain = sql<{ id: number }, PollRow>(
  'polls.facts',
  `select now() as now, null::json as key, ${POLL_FACTS}, ${TALLY},
     (select ${GROUP_FACTS} from groups g where g.id = p.group_id) as in_group
   from polls p where p.id = :id and p.discarded_at is null`,
  POLL_FACTS_ROW,
)

/**
 * The facts for each ask, in order; `in_group` is the group of the key. A key in several asks is looked up
 * once.
 */
export async function readPolls(db: Queryable, asks: PollAsk[]): Promise<PollRow[]> {
  const places = firstPlaces(asks.map(({ hash }) => hash?.toString('hex') ?? ''))
  const rows = await show.all(db, {
    asks: JSON.stringify(
      asks.map(({ hash, ref }, place) => ({
        hash: hash !== null && places[place] === place ? `\\x${hash.toString('hex')}` : null,
        ...ref,
      })),
    ),
  })
  return rows.map((row, place) => {
    const { key, in_group } = rows[places[place] ?? place] ?? row
    return { ...row, key, in_group }
  })
}

/** The same facts for the service's own use: mails. Null: no such poll. */
export function readPollFacts(db: Queryable, id: number): Promise<PollRow | null> {
  return plain.first(db, { id })
}
