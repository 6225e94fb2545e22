import { ID, is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'
import type { Poll } from './poll.ts'
import type { PollEdit } from './poll-edit.ts'
import type { NewOption, PollOption } from './poll-option.ts'
import { POLL_OPTION_ROW, POLL_ROW } from './poll-rows.ts'

type Settings = PollEdit & { id: number; reminder_due_at: Date | null }

const lock = sql<{ id: number }, Poll>(
  'polls.lock',
  'select * from polls where id = :id and discarded_at is null for update',
  POLL_ROW,
  { wider: true },
)

// An urn is sealed even if its poll was discarded since.
const lockAny = sql<{ id: number }, Poll>(
  'polls.lock_any',
  'select * from polls where id = :id for update',
  POLL_ROW,
  { wider: true },
)

const clock = sql<object, { now: Date }>(
  'polls.clock',
  "select date_trunc('milliseconds', clock_timestamp()) as now",
  { now: is.instant },
)

const share = sql<{ ids: number[] }>(
  'polls.wait',
  'select 1 from polls where id = any (:ids::bigint[]) order by id for update',
)

const byId = sql<{ id: number }, Poll>(
  'polls.by_id',
  'select * from polls where id = :id and discarded_at is null',
  POLL_ROW,
  { wider: true },
)

const options = sql<{ poll_id: number }, PollOption>(
  'polls.options',
  'select id, poll_id, slot, priority, name, meaning, cost from poll_options where poll_id = :poll_id order by priority, slot',
  POLL_OPTION_ROW,
)

const settle = sql<Closing & { id: number }>(
  'polls.settle',
  'update polls set closed_at = :closed_at, closed_by = :closed_by, reminder_due_at = null where id = :id',
)

const touch = sql<{ id: number }>(
  'polls.touch',
  'update polls set updated_at = now(), version = version + 1 where id = :id',
)

const closer = sql<{ id: number }, { closed_by: number | null }>(
  'polls.closer',
  'select closed_by from polls where id = :id',
  { closed_by: is.nullable(is.integer) },
)

type Opening = {
  id: number
  closing_at: Date
  reminder_due_at: Date | null
  minimum_stance_choices: number | null
  maximum_stance_choices: number | null
  urn_key: string | null
}

const open = sql<Opening>(
  'polls.open',
  `update polls set opened_at = coalesce(opened_at, now()), closing_at = :closing_at, closed_at = null,
     reminder_due_at = :reminder_due_at, minimum_stance_choices = :minimum_stance_choices,
     maximum_stance_choices = :maximum_stance_choices, urn_key = :urn_key,
     updated_at = now(), version = version + 1
   where id = :id`,
)

const due = sql<{ most: number }, { id: number }>(
  'polls.due',
  `select id from polls where closed_at is null and coalesce(closing_at, 'infinity') <= now()
   order by coalesce(closing_at, 'infinity') limit :most`,
  ID,
)

const unsealed = sql<{ most: number }, { id: number }>(
  'polls.unsealed',
  `select id from polls where anonymous and closed_at is not null and sealed_at is null and key_missing_at is null
   order by closed_at limit :most`,
  ID,
)

const remind = sql<{ most: number }, Poll>(
  'polls.remind',
  `update polls set reminder_due_at = null where id = any (array(
     select id from polls where reminder_due_at <= now() order by reminder_due_at limit :most for update skip locked))
   returning *`,
  POLL_ROW,
  { wider: true },
)

const settings = sql<Omit<Settings, 'thresholds'> & { thresholds: string }>(
  'polls.write_settings',
  `update polls set title = :title, details = :details, closing_at = :closing_at, hide_results = :hide_results,
     quorum_pct = :quorum_pct, thresholds = :thresholds::jsonb, no_block = :no_block, count_method = :count_method,
     seats = :seats, budget = :budget, reminder_due_at = :reminder_due_at, updated_at = now(), version = version + 1
   where id = :id`,
)

const addOptions = sql<{ poll_id: number; slots: number[]; priorities: number[]; names: string[] }>(
  'polls.add_options',
  `insert into poll_options (poll_id, slot, priority, name)
   select :poll_id::bigint, o.slot, o.priority, o.name
   from unnest(:slots::smallint[], :priorities::smallint[], :names::text[]) as o(slot, priority, name)
   on conflict (poll_id, slot) do update set priority = excluded.priority`,
)

const meanings = sql<{ poll_id: number; slots: number[]; meanings: (string | null)[] }>(
  'polls.write_meanings',
  `update poll_options o set meaning = m.meaning
   from unnest(:slots::smallint[], :meanings::text[]) as m(slot, meaning)
   where o.poll_id = :poll_id and o.slot = m.slot`,
)

const costs = sql<{ poll_id: number; slots: number[]; costs: (number | null)[] }>(
  'polls.write_costs',
  `update poll_options o set cost = c.cost
   from unnest(:slots::smallint[], :costs::int[]) as c(slot, cost)
   where o.poll_id = :poll_id and o.slot = c.slot`,
)

const reminder = sql<{ id: number; hours: number }>(
  'polls.take_reminder',
  `update polls set reminded_at = now()
   where id = :id and (reminded_at is null or reminded_at <= now() - make_interval(hours => :hours::int))`,
)

const groupOf = sql<{ id: number }, { group_id: number }>(
  'polls.group_of',
  'select group_id from polls where id = :id and discarded_at is null',
  { group_id: is.integer },
)

/** The poll, locked against votes, and the database's time after locking. */
export async function lockPoll(tx: Queryable, id: number): Promise<{ poll: Poll; now: Date } | null> {
  const poll = await lock.first(tx, { id })
  return poll === null ? null : { poll, now: (await clock.one(tx, {})).now }
}

/** The poll, discarded or not, locked against votes. */
export function lockAnyPoll(tx: Queryable, id: number): Promise<Poll | null> {
  return lockAny.first(tx, { id })
}

/** Waits until no ballot of these polls is on its way to disk. Writes nothing. */
export async function waitForBallots(db: Queryable, ids: number[]): Promise<void> {
  await share.run(db, { ids })
}

export function findPoll(db: Queryable, id: number): Promise<Poll | null> {
  return byId.first(db, { id })
}

export function pollOptions(db: Queryable, poll_id: number): Promise<PollOption[]> {
  return options.all(db, { poll_id })
}

/** `closed_by`: who closed it early; null: the service itself, at its closing time. */
type Closing = { closed_at: Date; closed_by: number | null }

/** Records that a poll closed. */
export async function markClosed(tx: Queryable, id: number, closing: Closing): Promise<void> {
  await settle.run(tx, { id, ...closing })
}

/** Who closed a poll early. Null: nobody did. */
export async function closerOf(tx: Queryable, id: number): Promise<number | null> {
  return (await closer.one(tx, { id })).closed_by
}

/** Opens a draft, or reopens a closed poll. */
export async function markOpen(tx: Queryable, opening: Opening): Promise<void> {
  await open.run(tx, opening)
}

/** Records that something about a poll changed besides its settings: its page tells it from then on. */
export async function markChanged(tx: Queryable, id: number): Promise<void> {
  await touch.run(tx, { id })
}

/** Saves a poll's changed settings. */
export async function writeSettings(tx: Queryable, changed: Settings): Promise<void> {
  // The driver would convert a list to a PostgreSQL array.
  await settings.run(tx, { ...changed, thresholds: JSON.stringify(changed.thresholds) })
}

/** Inserts the new options, and updates the places of all of them. */
export async function insertOptions(tx: Queryable, poll_id: number, options: NewOption[]): Promise<void> {
  await addOptions.run(tx, {
    poll_id,
    slots: options.map((option) => option.slot),
    priorities: options.map((option) => option.priority),
    names: options.map((option) => option.name),
  })
}

/** Updates the descriptions of these options. */
export async function writeMeanings(
  tx: Queryable,
  poll_id: number,
  options: Pick<PollOption, 'slot' | 'meaning'>[],
): Promise<void> {
  await meanings.run(tx, {
    poll_id,
    slots: options.map(({ slot }) => slot),
    meanings: options.map(({ meaning }) => meaning),
  })
}

/** Updates the costs of these options. */
export async function writeCosts(
  tx: Queryable,
  poll_id: number,
  options: Pick<PollOption, 'slot' | 'cost'>[],
): Promise<void> {
  await costs.run(tx, {
    poll_id,
    slots: options.map(({ slot }) => slot),
    costs: options.map(({ cost }) => cost),
  })
}

/** Records that a reminder is sent now. False: the last one was less than `hours` ago. */
export async function takeReminder(tx: Queryable, id: number, hours: number): Promise<boolean> {
  return (await reminder.run(tx, { id, hours })) > 0
}

/** The group of a poll. Null: no such poll. */
export async function pollGroup(db: Queryable, id: number): Promise<number | null> {
  return (await groupOf.first(db, { id }))?.group_id ?? null
}

/** Polls that reached their closing time and are not settled. */
export async function duePolls(db: Queryable, most: number): Promise<number[]> {
  return (await due.all(db, { most })).map((row) => row.id)
}

/** Closed anonymous polls that still have their urn, and whose key is not known to be missing. */
export async function unsealedPolls(db: Queryable, most: number): Promise<number[]> {
  return (await unsealed.all(db, { most })).map((row) => row.id)
}

/** Claims the polls whose reminder is due: only one process gets each. */
export function takeDueReminders(tx: Queryable, most: number): Promise<Poll[]> {
  return remind.all(tx, { most })
}
