import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { PollSettings } from '../polls/poll.ts'
import { MAX_OPTIONS } from '../polls/poll-option.ts'

const PATIENT = { patient: true }

type Page = { after: number; most: number }

/**
 * A poll of the file with its options; `votes`: how many voted; `said`: with a reason; `voters`: who could.
 */
export type PollLine = {
  place: number
  line: number
  source_id: string
  ref: string | null
  owner: string | null
  said_at: Date | null
  data: string
  options: string
  highest: number | null
  votes: number
  said: number
  voters: number
  known: number | null
  /** An earlier import brought it as a draft, without its votes. */
  known_draft: boolean
  /** Its thread was deleted there. */
  thread_gone: boolean
  thread_id: number | null
  group_id: number | null
  author_id: number | null
}

/** Of more options the last are left out: the first that is too many is enough to say so. */
const MOST_OPTIONS = MAX_OPTIONS + 1

// A poll is in the group of its thread. One that was imported as a draft may have been opened since.
const page = sql<Page, PollLine>(
  'import_polls.page',
  `select l.place, l.line, l.source_id, l.ref, l.owner, l.said_at, l.data::text as data,
     (select coalesce(jsonb_agg(o.data || jsonb_build_object('id', o.source_id)
        order by (o.data ->> 'priority')::int, o.place), '[]')::text
      from (select * from import_lines where kind = 'option' and ref = l.source_id
        order by (data ->> 'priority')::int, place limit ${MOST_OPTIONS}) o) as options,
     (select max(c.score) from import_lines b cross join lateral (
        select max((data ->> 'score')::int) as score from import_lines
        where kind = case b.kind when 'vote' then 'choice' else 'ballot_choice' end and ref = b.source_id) c
      where b.kind in ('vote', 'ballot') and b.ref = l.source_id) as highest,
     v.votes, v.said, greatest(v.voters, v.ballots) as voters,
     (select m.our_id from imported_records m where m.kind = 'poll' and m.source_key = l.source_key) as known,
     exists (select from imported_records m join polls p on p.id = m.our_id where m.kind = 'poll' and m.source_key = l.source_key
       and (p.opened_at is null or p.opened_at > p.imported_at)) as known_draft,
     exists (select from import_lines x where x.kind = 'gone' and x.source_id = l.ref) as thread_gone, t.our_id as thread_id, coalesce(d.group_id, g.our_id) as group_id,
     u.our_id as author_id
   from import_lines l
   cross join lateral (
     select count(*) filter (where kind = 'ballot' or (kind = 'vote' and data ->> 'cast_at' is not null
         and (data ->> 'latest')::boolean))::int as votes,
       count(*) filter (where kind = 'vote' and data ->> 'reason' is not null and data ->> 'cast_at' is not null)::int as said,
       count(*) filter (where kind = 'voter')::int as voters,
       count(*) filter (where kind = 'ballot' or (kind = 'vote' and (data ->> 'latest')::boolean))::int as ballots
     from import_lines where kind in ('vote', 'ballot', 'voter') and ref = l.source_id
   ) v
   left join lateral (select our_id from import_lines where kind = 'thread' and source_id = l.ref limit 1) t on true
   left join lateral (select group_id from discussions where id = t.our_id limit 1) d on true
   left join lateral (select our_id from import_lines where kind = 'group' and source_id = l.data ->> 'group' limit 1) g on true
   left join lateral (select our_id from import_lines where kind = 'user' and source_id = l.owner limit 1) u on true
   where l.kind = 'poll' and l.place > :after order by l.place limit :most`,
  {
    place: is.integer,
    line: is.integer,
    source_id: is.text,
    ref: is.nullable(is.text),
    owner: is.nullable(is.text),
    said_at: is.nullable(is.instant),
    data: is.text,
    options: is.text,
    highest: is.nullable(is.integer),
    votes: is.integer,
    said: is.integer,
    voters: is.integer,
    known: is.nullable(is.integer),
    known_draft: is.flag,
    thread_gone: is.flag,
    thread_id: is.nullable(is.integer),
    group_id: is.nullable(is.integer),
    author_id: is.nullable(is.integer),
  },
  PATIENT,
)

const taken = sql<{ keys: string[] }, { key: string }>(
  'import_polls.taken',
  'select key from polls where key = any (:keys::text[])',
  { key: is.text },
)

/** `voters`: who could vote, of an anonymous poll. */
export type NewPoll = Omit<PollSettings, 'receipts' | 'open_link' | 'thresholds' | 'no_block'> & {
  id: number
  key: string
  group_id: number
  discussion_id: number | null
  author_id: number
  created_at: Date
  updated_at: Date
  opened_at: Date | null
  closing_at: Date | null
  closed_at: Date | null
  /** Nothing is to be counted. */
  plain: boolean
  voters: number
  content_locale: string | null
  options: { name: string; meaning: string | null }[]
}

const COLUMNS: Record<Exclude<keyof NewPoll, 'plain' | 'voters' | 'options'>, string> = {
  id: 'bigint',
  key: 'text',
  group_id: 'bigint',
  discussion_id: 'bigint',
  author_id: 'bigint',
  poll_type: 'text',
  title: 'text',
  details: 'text',
  details_format: 'text',
  hide_results: 'text',
  anonymous: 'boolean',
  specified_voters_only: 'boolean',
  voter_can_add_options: 'boolean',
  shuffle_options: 'boolean',
  notify_on_closing_soon: 'text',
  min_score: 'int',
  max_score: 'int',
  dots_per_person: 'int',
  minimum_stance_choices: 'int',
  maximum_stance_choices: 'int',
  agree_target: 'int',
  can_respond_maybe: 'boolean',
  stance_reason_required: 'text',
  quorum_pct: 'int',
  count_method: 'text',
  seats: 'int',
  budget: 'int',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  opened_at: 'timestamptz',
  closing_at: 'timestamptz',
  closed_at: 'timestamptz',
  content_locale: 'text',
}
const NAMES = Object.keys(COLUMNS).join(', ')
const TYPES = Object.entries(COLUMNS)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

// Closed anonymous polls are sealed at once: their ballots come without names, and there was never a key.
const insert = sql<{ polls: string }>(
  'import_polls.insert',
  `with asked as materialized (
     select * from jsonb_to_recordset(:polls::jsonb) as p(${TYPES}, plain boolean, voters int, options jsonb)
   ), made as (
     insert into polls (${NAMES}, imported_at, sealed_at, cleaned_at, elected_slots, elected_at,
       elected_by_lot)
     overriding system value
     select ${NAMES}, now(), case when anonymous then closed_at end, case when anonymous then closed_at end,
       case when plain and closed_at is not null then '{}'::smallint[] end, case when plain then closed_at end,
       case when plain and closed_at is not null then false end
     from asked returning id
   ), options as (
     insert into poll_options (poll_id, slot, priority, name, meaning)
     select a.id, o.slot, o.slot - 1, o.option ->> 'name', o.option ->> 'meaning'
     from asked a cross join jsonb_array_elements(a.options) with ordinality as o(option, slot)
     where a.id in (select id from made)
   )
   insert into tallies (poll_id, voters) select m.id, a.voters from made m join asked a on a.id = m.id`,
  null,
  PATIENT,
)

export function pageOfPolls(tx: Queryable, asked: Page): Promise<PollLine[]> {
  return page.all(tx, asked)
}

/** Those of these public keys that a poll has. */
export async function takenPollKeys(tx: Queryable, keys: string[]): Promise<Set<string>> {
  return new Set((await taken.all(tx, { keys })).map(({ key }) => key))
}

export async function insertPolls(tx: Queryable, polls: NewPoll[]): Promise<void> {
  await insert.run(tx, { polls: JSON.stringify(polls) })
}
