import { ID, is } from '../../db/row-types.ts'
import { type Queryable, sql } from '../../db/sql.ts'

export const IMPORT_STATES = ['uploading', 'checking', 'checked', 'importing', 'imported', 'failed'] as const
export type ImportState = (typeof IMPORT_STATES)[number]
export const IMPORT_FAULTS = [
  'upload',
  'no_file',
  'too_large',
  'no_room',
  'unreadable',
  'person_erased',
] as const
export type ImportFault = (typeof IMPORT_FAULTS)[number]

/** An uploaded file. `report`: JSON. */
export type StoredImport = {
  id: number
  made_by: number
  made_at: Date
  file_name: string
  stored_as: string
  size: number | null
  received: number
  state: ImportState
  done: number
  ended_at: Date | null
  fault: ImportFault | null
  report: string | null
}

const COLUMNS = `id, made_by, made_at, file_name, stored_as, size, received, state, done, ended_at, fault, report::text as report`

const ROW = {
  id: is.integer,
  made_by: is.integer,
  made_at: is.instant,
  file_name: is.text,
  stored_as: is.text,
  size: is.nullable(is.integer),
  received: is.integer,
  state: is.oneOf(IMPORT_STATES),
  done: is.integer,
  ended_at: is.nullable(is.instant),
  fault: is.nullable(is.oneOf(IMPORT_FAULTS)),
  report: is.nullable(is.text),
}

/** `person`: who uploaded it or had it imported; null: they deleted their account. */
export type ListedImport = StoredImport & { person: string | null }

const last = sql<object, ListedImport>(
  'imports.last',
  `select ${COLUMNS}, (select coalesce(u.name, u.email) from users u where u.id = made_by and u.erased_at is null) as person
   from imports order by id desc limit 1`,
  { ...ROW, person: is.nullable(is.text) },
)

const begin = sql<
  { made_by: number; file_name: string; stored_as: string; size: number | null },
  { id: number }
>(
  'imports.begin',
  `insert into imports (made_by, file_name, stored_as, size) values (:made_by, :file_name, :stored_as, :size)
   on conflict ((true)) where state not in ('imported', 'failed') do nothing returning id`,
  ID,
)

const receive = sql<{ id: number; received: number }>(
  'imports.receive',
  `update imports set received = :received, heard_at = now() where id = :id and state = 'uploading'`,
)

const receiveAll = sql<{ id: number }>(
  'imports.receive_all',
  "update imports set state = 'checking', done = 0, heard_at = now() where id = :id and state = 'uploading'",
)

const fail = sql<{ id: number; fault: ImportFault }>(
  'imports.fail',
  `update imports set state = 'failed', fault = :fault, ended_at = now(),
     report = case when :fault <> 'person_erased' then report end
   where id = :id and state in ('uploading', 'checking', 'importing')`,
)

const withdraw = sql<{ id: number }>(
  'imports.withdraw',
  `update imports set state = 'checked', done = 0, heard_at = now(), leased_until = null
   where id = :id and state = 'importing'`,
)

const claim = sql<{ names: string[]; lease_ms: number }, StoredImport>(
  'imports.claim',
  `update imports set leased_until = now() + :lease_ms * interval '1 millisecond', heard_at = now()
   where id = (
     select id from imports where state in ('checking', 'importing') and stored_as = any (:names::text[])
       and (leased_until is null or leased_until < now()) limit 1 for update skip locked)
   returning ${COLUMNS}`,
  ROW,
)

const progress = sql<{ id: number; done: number; lease_ms: number }>(
  'imports.progress',
  `update imports set done = :done, heard_at = now(), leased_until = now() + :lease_ms * interval '1 millisecond'
   where id = :id and state in ('checking', 'importing')`,
)

const finish = sql<{ id: number; report: string; people: number[] }>(
  'imports.finish',
  `update imports set report = :report::jsonb, people = case when state = 'checking' then :people::bigint[] end,
     done = 1000, leased_until = null,
     state = case state when 'checking' then 'checked' else 'imported' end,
     ended_at = case state when 'importing' then now() end
   where id = :id and state in ('checking', 'importing')`,
)

const refuse = sql<{ id: number; report: string }>(
  'imports.refuse',
  `update imports set state = 'failed', fault = 'unreadable', report = :report::jsonb, leased_until = null, ended_at = now()
   where id = :id and state = 'checking'`,
)

const takeOver = sql<{ id: number; made_by: number }>(
  'imports.take_over',
  `update imports set state = 'importing', made_by = :made_by, done = 0, heard_at = now(), leased_until = null
   where id = :id and state = 'checked'`,
)

// Someone in the file has deleted their account; or somebody has who may be in it, before it was compared.
// Those whom another import brought without an account have deleted nothing.
const NAMES_ERASED = `(exists (select from users where id = any (imports.people) and erased_at is not null)
     or (imports.people is null and exists (
       select from service_events where what = 'person_erased' and created_at > imports.made_at)))`

// One at work recognizes everyone who leaves meanwhile.
const forget = sql<{ names: string[] }, { stored_as: string }>(
  'imports.forget',
  `update imports set state = 'failed', fault = 'person_erased', report = null, people = null, ended_at = now()
   where state in ('checking', 'checked', 'importing') and stored_as = any (:names::text[])
     and (leased_until is null or leased_until < now()) and ${NAMES_ERASED}
   returning stored_as`,
  { stored_as: is.text },
)

const namesErased = sql<{ id: number }, { found: boolean }>(
  'imports.names_erased',
  `select ${NAMES_ERASED} as found from imports where id = :id`,
  { found: is.flag },
)

const discard = sql<{ id: number }, { stored_as: string }>(
  'imports.discard',
  "delete from imports where id = :id and state in ('checked', 'imported', 'failed') returning stored_as",
  { stored_as: is.text },
)

// It waits for an import that is just ending, and then finds it in another state.
const cancel = sql<{ id: number }, { stored_as: string }>(
  'imports.cancel',
  "delete from imports where id = :id and state in ('uploading', 'checking', 'importing') returning stored_as",
  { stored_as: is.text },
)

// Uploads that broke off with their process, files that nobody imported, and old reports.
const purge = sql<{ minutes: number; days: number; kept_days: number }>(
  'imports.purge',
  `delete from imports where (state = 'uploading' and heard_at < now() - make_interval(mins => :minutes::int))
     or (state = 'checked' and heard_at < now() - make_interval(days => :days::int))
     or (state in ('imported', 'failed') and made_at < now() - make_interval(days => :kept_days::int))`,
)

const names = sql<object, { stored_as: string }>(
  'imports.names',
  "select stored_as from imports where state not in ('imported', 'failed')",
  { stored_as: is.text },
)

/** The last one. Null: there was none, or it was discarded. */
export function lastImport(db: Queryable): Promise<ListedImport | null> {
  return last.first(db, {})
}

/** Fails the waiting imports of these files that name somebody who has deleted their account, or may. */
export async function forgetImports(db: Queryable, names: string[]): Promise<string[]> {
  return (await forget.all(db, { names })).map(({ stored_as }) => stored_as)
}

/** Whether somebody in its file has deleted their account, or may be in it. */
export async function importNamesErased(tx: Queryable, id: number): Promise<boolean> {
  return (await namesErased.first(tx, { id }))?.found ?? false
}

/** Returns its id; null: another one is under way. */
export async function beginImport(
  db: Queryable,
  made: { made_by: number; file_name: string; stored_as: string; size: number | null },
): Promise<number | null> {
  return (await begin.first(db, made))?.id ?? null
}

/** Keeps how much of the file has come. False: somebody cancelled it. */
export async function keepReceived(db: Queryable, got: { id: number; received: number }): Promise<boolean> {
  return (await receive.run(db, got)) > 0
}

/** The whole file is here, to be checked. False: somebody cancelled it. */
export async function endReceiving(db: Queryable, id: number): Promise<boolean> {
  return (await receiveAll.run(db, { id })) > 0
}

export async function failImport(db: Queryable, failed: { id: number; fault: ImportFault }): Promise<void> {
  await fail.run(db, failed)
}

/** Has a checked file imported in the name of this person; nothing if it is in another state. */
export async function takeOverImport(db: Queryable, step: { id: number; made_by: number }): Promise<void> {
  await takeOver.run(db, step)
}

/** Claims an import that waits and whose file is among these. Null: there is none. */
export function claimImport(
  db: Queryable,
  asked: { names: string[]; lease_ms: number },
): Promise<StoredImport | null> {
  return claim.first(db, asked)
}

/** A checked file waits again for an admin to have it imported. */
export async function withdrawImport(db: Queryable, id: number): Promise<void> {
  await withdraw.run(db, { id })
}

/** Keeps how much is done, and renews the claim. False: somebody cancelled it. */
export async function keepDone(
  db: Queryable,
  at: { id: number; done: number; lease_ms: number },
): Promise<boolean> {
  return (await progress.run(db, at)) > 0
}

/** `people`: those with an account here who are in the file. False: somebody cancelled it. */
export async function finishImport(
  db: Queryable,
  made: { id: number; report: string; people: number[] },
): Promise<boolean> {
  return (await finish.run(db, made)) > 0
}

/** The file is no export: its report says why. */
export async function refuseImport(db: Queryable, made: { id: number; report: string }): Promise<void> {
  await refuse.run(db, made)
}

/** Deletes an import, and returns the name of its file. Null: it is at work, or gone. */
export async function dropImport(db: Queryable, id: number): Promise<string | null> {
  return (await discard.first(db, { id }))?.stored_as ?? null
}

/** Deletes an import at work, and returns the name of its file. Null: it has ended, or is gone. */
export async function cutImport(db: Queryable, id: number): Promise<string | null> {
  return (await cancel.first(db, { id }))?.stored_as ?? null
}

/** Deletes what is left over. */
export async function dropOldImports(
  db: Queryable,
  limits: { minutes: number; days: number; kept_days: number },
): Promise<void> {
  await purge.run(db, limits)
}

/** The names of the files that are still needed. */
export async function neededFiles(db: Queryable): Promise<Set<string>> {
  return new Set((await names.all(db, {})).map(({ stored_as }) => stored_as))
}
