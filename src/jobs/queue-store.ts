import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

const waiting = sql<object, { waiting: boolean }>(
  'queue.events_wait',
  'select exists (select 1 from events where dispatched_at is null) as waiting',
  { waiting: is.flag },
)

const signIns = sql<object, { waiting: boolean }>(
  'queue.sign_ins_wait',
  'select exists (select 1 from sign_ins where dispatched_at is null) as waiting',
  { waiting: is.flag },
)

const notify = sql<{ channel: string; payload: string }>(
  'queue.notify',
  'select pg_notify(:channel, :payload)',
)

const oldAnswers = (table: string) =>
  sql<{ hours: number; most: number }>(
    `queue.old_${table}`,
    `delete from ${table} where ctid = any (array(
       select ctid from ${table} where created_at < now() - :hours * interval '1 hour'
       order by created_at limit :most for update skip locked))`,
  )
const ANSWERS = [oldAnswers('idempotent_answers'), oldAnswers('personal_answers')]

const oldForms = sql<{ hours: number; most: number }>(
  'queue.old_forms',
  `delete from sent_forms where id = any (array(
     select id from sent_forms where created_at < now() - :hours * interval '1 hour'
     order by created_at limit :most for update skip locked))`,
)

/** Whether any event is not dispatched. */
export async function eventsWait(db: Queryable): Promise<boolean> {
  return (await waiting.one(db, {})).waiting
}

/** Whether any sign-in request has not been processed. */
export async function signInsWait(db: Queryable): Promise<boolean> {
  return (await signIns.one(db, {})).waiting
}

/** Notifies all processes that listen to the channel; within a transaction, at its commit. */
export async function tellProcesses(db: Queryable, channel: string, payload: string): Promise<void> {
  await notify.run(db, { channel, payload })
}

/**
 * Deletes stored responses older than `hours`, at most `most` of each kind. Returns the highest number of one
 * kind.
 */
export async function deleteOldAnswers(db: Queryable, hours: number, most: number): Promise<number> {
  return Math.max(...(await Promise.all(ANSWERS.map((old) => old.run(db, { hours, most })))))
}

/** Deletes results of forms sent more than `hours` ago, at most `most`. Returns how many. */
export function deleteOldForms(db: Queryable, hours: number, most: number): Promise<number> {
  return oldForms.run(db, { hours, most })
}
