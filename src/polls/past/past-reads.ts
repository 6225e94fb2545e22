import { type Fields, is, type JsonOf } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'
import { TEXT_FORMAT } from '../../discussions/discussion.ts'
import {
  CHANGED_FIELDS,
  type ChangedField,
  FIELD_CHANGE,
  type FieldChange,
} from '../../events/field-change.ts'
import { usersIn } from '../../groups/names/shown-users.ts'
import { USER_ROW, type User } from '../../users/user.ts'
import { OUTCOME_ROW, type Outcome } from '../outcomes/outcome.ts'
import {
  type Edited,
  PAST_CHANGES,
  PAST_KINDS,
  type PastChange,
  type PastEdit,
  REWORDED,
  type Reopening,
} from './poll-past.ts'

export type WithdrawnRow = {
  outcome: JsonOf<Outcome>
  author: JsonOf<User>
  withdrawn_at: Date
  by_reopening: boolean
}

const withdrawn = sql<{ poll_id: number; most: number }, WithdrawnRow>(
  'past.withdrawn_outcomes',
  `select row_to_json(o) as outcome, row_to_json(u) as author, o.withdrawn_at, exists (
       select from events e where e.poll_id = o.poll_id and e.kind = 'poll_reopened'
         and e.created_at = o.withdrawn_at offset 0) as by_reopening
   from (select * from outcomes where poll_id = :poll_id and withdrawn_at is not null order by id desc limit :most) o
   cross join lateral (select * from ${usersIn('o.group_id')} u where u.id = o.author_id) u
   order by o.id desc`,
  {
    outcome: is.jsonOf(OUTCOME_ROW),
    author: is.jsonOf(USER_ROW),
    withdrawn_at: is.instant,
    by_reopening: is.flag,
  },
)

export type ReplacedRow = Pick<WithdrawnRow, 'outcome' | 'author'>

/** The outcomes since `since` that this one replaced. */
export type ReplacedAsk = { poll_id: number; id: number; since: Date; most: number }

const replaced = sql<ReplacedAsk, ReplacedRow>(
  'past.replaced_outcomes',
  `select row_to_json(o) as outcome, row_to_json(u) as author
   from (select * from outcomes where poll_id = :poll_id and id < :id and created_at >= :since
     order by id desc limit :most) o
   cross join lateral (select * from ${usersIn('o.group_id')} u where u.id = o.author_id) u
   order by o.id desc`,
  { outcome: is.jsonOf(OUTCOME_ROW), author: is.jsonOf(USER_ROW) },
)

/** What happened since voting opened. */
export type EditsAsk = { poll_id: number; opened_at: Date }

const EDITS = `from events e left join event_changes c on c.event_id = e.id
   where e.poll_id = :poll_id and e.kind in (${Object.keys(PAST_KINDS).map((kind) => `'${kind}'`)})
     and e.created_at > :opened_at`

/** Whether this event is a reopening that withdrew an outcome: it does so in its own transaction. */
export const withdraws = (event: string) =>
  `(${event}.kind = 'poll_reopened' and exists (select from outcomes o
    where o.poll_id = ${event}.poll_id and o.withdrawn_at = ${event}.created_at offset 0))`

// Of the event `n`.
const WHAT = `case n.kind ${Object.entries(PAST_KINDS)
  .map(([kind, what]) => `when '${kind}' then '${what}'`)
  .join(' ')} end as what,
     ${withdraws('n')} as withdraws`

const actorOf = (event: string) =>
  `(select row_to_json(u) from (select * from ${usersIn(`${event}.group_id`)} u where u.id = ${event}.actor_id) u)`

export type EditedRow = Edited & { poll_id: number }

const EDITED_ROW: Fields<EditedRow> = {
  poll_id: is.integer,
  at: is.instant,
  reworded_at: is.nullable(is.instant),
  fields: is.list(is.oneOf(CHANGED_FIELDS)),
}

const edited = sql<{ poll_ids: number[]; reworded: string[] }, EditedRow>(
  'past.edited',
  `select p.id as poll_id, max(e.created_at) as at,
     max(e.created_at) filter (where f.field = any (:reworded::text[])) as reworded_at,
     coalesce(array_agg(distinct f.field) filter (where f.field is not null), '{}') as fields
   from unnest(:poll_ids::bigint[]) as a(id)
   cross join lateral (select id, opened_at from polls where id = a.id limit 1) p
   cross join lateral (select id, created_at from events
     where poll_id = p.id and kind = 'poll_edited' and created_at > p.opened_at offset 0) e
   left join lateral (select changes from event_changes where event_id = e.id limit 1) c on true
   left join lateral jsonb_to_recordset(c.changes) as f(field text) on true
   group by p.id`,
  EDITED_ROW,
)

// Edits are compared as `isRewordedSince` does.
const votesBefore = sql<{ poll_ids: number[]; ats: Date[] }, { poll_id: number; votes: number }>(
  'past.votes_before',
  `select a.poll_id, (select count(*)::int from ballots
     where poll_id = a.poll_id and date_trunc('milliseconds', cast_at) <= a.at) as votes
   from unnest(:poll_ids::bigint[], :ats::timestamptz[]) as a(poll_id, at)`,
  { poll_id: is.integer, votes: is.integer },
)

export type EditRow = Omit<PastEdit, 'changes' | 'editor'> & {
  changes: JsonOf<FieldChange>[] | null
  editor: JsonOf<User> | null
}

const edits = sql<EditsAsk & { from: number; most: number }, EditRow>(
  'past.edits',
  `select ${WHAT}, n.created_at as at, n.changes, ${actorOf('n')} as editor,
     case when d.event_id is not null then json_build_object('details', d.details, 'details_format', d.details_format) end as earlier,
     coalesce(m.meanings, '[]') as meanings, coalesce(octet_length(d.details), 0) + coalesce(m.size, 0) as size
   from (select e.id, e.kind, e.poll_id, e.created_at, e.group_id, e.actor_id, c.changes ${EDITS} order by e.id desc limit :most offset :from) n
   left join earlier_details d on d.event_id = n.id
   cross join lateral (
     select json_agg(json_build_object('slot', slot, 'meaning', meaning) order by slot) as meanings,
       sum(octet_length(meaning))::int as size
     from earlier_meanings where event_id = n.id) m
   order by n.id desc`,
  {
    what: is.oneOf(PAST_CHANGES),
    withdraws: is.flag,
    at: is.instant,
    changes: is.nullable(is.jsonListOf(FIELD_CHANGE)),
    editor: is.nullable(is.jsonOf(USER_ROW)),
    earlier: is.nullable(is.jsonOf({ details: is.nullable(is.text), details_format: TEXT_FORMAT })),
    meanings: is.jsonListOf({ slot: is.integer, meaning: is.nullable(is.text) }),
    size: is.integer,
  },
)

export type ReopenedRow = { poll_id: number; at: Date; by: JsonOf<User> | null; withdraws: boolean }

const reopened = sql<{ poll_ids: number[] }, ReopenedRow>(
  'past.reopened',
  `select e.poll_id, e.created_at as at, ${actorOf('e')} as by, ${withdraws('e')} as withdraws
   from unnest(:poll_ids::bigint[]) as a(id)
   cross join lateral (select kind, poll_id, group_id, actor_id, created_at from events
     where poll_id = a.id and kind = 'poll_reopened' order by id desc limit 1) e`,
  { poll_id: is.integer, at: is.instant, by: is.nullable(is.jsonOf(USER_ROW)), withdraws: is.flag },
)

export type ChangeRow = Omit<PastChange, keyof Reopening | 'retitled'> &
  Omit<ReopenedRow, 'poll_id'> & { retitled: JsonOf<FieldChange> | null }

const changes = sql<EditsAsk & { most: number }, ChangeRow>(
  'past.changes',
  `select ${WHAT}, n.created_at as at, ${actorOf('n')} as by,
     coalesce((select array_agg(f.field) from jsonb_to_recordset(n.changes) as f(field text)), '{}') as fields,
     (select row_to_json(f) from jsonb_to_recordset(n.changes) as f(field text, "from" text, "to" text)
      where f.field = 'title' limit 1) as retitled
   from (select e.id, e.kind, e.poll_id, e.created_at, e.group_id, e.actor_id, c.changes ${EDITS} order by e.id desc limit :most) n
   order by n.id desc`,
  {
    what: is.oneOf(PAST_CHANGES),
    withdraws: is.flag,
    at: is.instant,
    by: is.nullable(is.jsonOf(USER_ROW)),
    fields: is.list(is.oneOf(CHANGED_FIELDS)),
    retitled: is.nullable(is.jsonOf(FIELD_CHANGE)),
  },
)

const closers = sql<{ poll_ids: number[] }, { poll_id: number; by: JsonOf<User> }>(
  'past.closers',
  `select p.id as poll_id, row_to_json(u) as by from polls p
   cross join lateral (select * from ${usersIn('p.group_id')} u where u.id = p.closed_by) u
   where p.id = any (:poll_ids::bigint[])`,
  { poll_id: is.integer, by: is.jsonOf(USER_ROW) },
)

/** Who closed these polls early. Not listed: nobody in the group, or an earlier release did not store it. */
export function readClosers(
  db: Queryable,
  poll_ids: number[],
): Promise<{ poll_id: number; by: JsonOf<User> }[]> {
  return closers.all(db, { poll_ids })
}

/** The last reopening of each of these polls that was reopened. */
export function readReopened(db: Queryable, poll_ids: number[]): Promise<ReopenedRow[]> {
  return reopened.all(db, { poll_ids })
}

/** What happened in short, newest first. */
export async function readChanges(db: Queryable, ask: EditsAsk & { most: number }): Promise<ChangeRow[]> {
  const rows = await changes.all(db, ask)
  return rows.map((row) => ({ ...row, fields: inOrder(row.fields) }))
}

const inOrder = (fields: ChangedField[]) => CHANGED_FIELDS.filter((field) => fields.includes(field))

/** The last outcomes of a poll's earlier closings, newest first. */
export function readWithdrawnOutcomes(db: Queryable, poll_id: number, most: number): Promise<WithdrawnRow[]> {
  return withdrawn.all(db, { poll_id, most })
}

/** Those of these polls that were edited since they opened. */
export async function readEdited(db: Queryable, poll_ids: number[]): Promise<EditedRow[]> {
  const rows = await edited.all(db, { poll_ids, reworded: [...REWORDED] })
  return rows.map((row) => ({ ...row, fields: inOrder(row.fields) }))
}

/** How many votes with a name were cast in each of these polls before its question was edited then. */
export function readVotesBefore(
  db: Queryable,
  reworded: { poll_id: number; at: Date }[],
): Promise<{ poll_id: number; votes: number }[]> {
  return votesBefore.all(db, {
    poll_ids: reworded.map(({ poll_id }) => poll_id),
    ats: reworded.map(({ at }) => at),
  })
}

/** What happened, newest first: `most` of them after the first `from`. */
export function readEdits(db: Queryable, ask: EditsAsk & { from: number; most: number }): Promise<EditRow[]> {
  return edits.all(db, ask)
}

/** The earlier texts of an outcome, newest first. */
export function readReplacedOutcomes(db: Queryable, ask: ReplacedAsk): Promise<ReplacedRow[]> {
  return replaced.all(db, ask)
}
