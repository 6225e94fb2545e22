import { IMPORT_TURN } from '../db/import-turn.ts'
import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Line } from './loomio/line.ts'

const PATIENT = { patient: true }

// One import at a time.
const takeTurns = sql<object>(
  'import_lines.take_turns',
  `select pg_advisory_xact_lock(${IMPORT_TURN})`,
  null,
  PATIENT,
)

const insert = sql<{ lines: string }, { kind: string; source_id: string; line: number }>(
  'import_lines.insert',
  `insert into import_lines (kind, source_id, line, ref, owner, said_at, source_key, data)
   select kind, source_id, line, ref, owner, said_at,
     case when kind in ('user', 'group', 'thread', 'poll') then coalesce(data ->> 'key', 'id-' || source_id) end, data
   from jsonb_to_recordset(:lines::jsonb) as l(kind text, source_id text, line int, ref text, owner text,
     said_at timestamptz, data jsonb)
   on conflict (kind, source_id) do nothing returning kind, source_id, line`,
  { kind: is.text, source_id: is.text, line: is.integer },
  PATIENT,
)

// Those that become something of their own.
const carried = sql<object, { lines: number }>(
  'import_lines.carried',
  `select count(*)::int as lines from import_lines
   where kind in ('user', 'group', 'member', 'thread', 'poll', 'vote', 'ballot', 'comment', 'outcome')`,
  { lines: is.integer },
  PATIENT,
)

const reserve = sql<{ of: string; number: number }, { id: number }>(
  'import_lines.reserve_ids',
  "select nextval(pg_get_serial_sequence(:of, 'id')) as id from generate_series(1, :number::int)",
  { id: is.integer },
)

const setOurs = sql<{ rows: string }>(
  'import_lines.set_ours',
  `update import_lines l set our_id = r.our_id, fresh = r.fresh
   from jsonb_to_recordset(:rows::jsonb) as r(place bigint, our_id bigint, fresh boolean) where l.place = r.place`,
  null,
  PATIENT,
)

const setShapes = sql<{ rows: string }>(
  'import_lines.set_shapes',
  `update import_lines l set data = l.data || jsonb_build_object('shape', r.shape)
   from jsonb_to_recordset(:rows::jsonb) as r(place bigint, shape jsonb) where l.place = r.place`,
  null,
  PATIENT,
)

const setSlots = sql<{ rows: string }>(
  'import_lines.set_slots',
  `update import_lines l set our_id = r.slot
   from jsonb_to_recordset(:rows::jsonb) as r(id text, slot int) where l.kind = 'option' and l.source_id = r.id`,
  null,
  PATIENT,
)

/** Waits until no other import runs. */
export async function waitForTurn(tx: Queryable): Promise<void> {
  await takeTurns.run(tx, {})
}

/** Keeps lines for this import. Returns those whose id is taken by an earlier one. */
export async function keepLines(tx: Queryable, lines: Line[]): Promise<Line[]> {
  const kept = await insert.all(tx, { lines: JSON.stringify(lines) })
  const all = new Set(kept.map(({ kind, source_id, line }) => `${kind} ${source_id} ${line}`))
  // The same line may hold an id once.
  return kept.length === lines.length
    ? []
    : lines.filter(({ kind, source_id, line }) => !all.has(`${kind} ${source_id} ${line}`))
}

/** How many lines are written one by one. */
export async function countCarried(tx: Queryable): Promise<number> {
  return (await carried.one(tx, {})).lines
}

/** Tables whose rows an import makes with ids known before. */
export type Numbered = 'users' | 'groups' | 'discussions' | 'polls' | 'outcomes'

/** New ids of a table, ascending. */
export async function reserveIds(tx: Queryable, of: Numbered, number: number): Promise<number[]> {
  if (number === 0) return []
  return (await reserve.all(tx, { of, number })).map(({ id }) => id)
}

/** What became of a line: its row here, and whether this import made it. */
export type Ours = { place: number; our_id: number; fresh: boolean }

export async function keepOurs(tx: Queryable, rows: Ours[]): Promise<void> {
  if (rows.length > 0) await setOurs.run(tx, { rows: JSON.stringify(rows) })
}

/** Keeps what ballots need to know of polls. */
export async function keepShapes(tx: Queryable, rows: { place: number; shape: object }[]): Promise<void> {
  await setShapes.run(tx, { rows: JSON.stringify(rows) })
}

/** Keeps the slots of options, by their ids in the file. */
export async function keepSlots(tx: Queryable, rows: { id: string; slot: number }[]): Promise<void> {
  await setSlots.run(tx, { rows: JSON.stringify(rows) })
}
