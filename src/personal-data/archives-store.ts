import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** A new archive can be asked for so many minutes after the last one was made. */
const REST_MINUTES = 10
const KEPT_DAYS = 7

/** An archive: being made (`made_at` null), or kept until `until`. `wait`: minutes until a new one. */
export type ArchiveState = {
  done: number
  made_at: Date | null
  until: Date | null
  bytes: number | null
  wait: number
}

const ask = sql<{ user_id: number; language: string; minutes: number }>(
  'archives.ask',
  `insert into archives (user_id, language) values (:user_id, :language)
   on conflict (user_id) do update set language = excluded.language, asked_at = now(), done = 0, leased_until = null,
     made_at = null, content = null
   where archives.made_at <= now() - make_interval(mins => :minutes::int)`,
)

const state = sql<{ user_id: number; minutes: number; days: number }, ArchiveState>(
  'archives.state',
  `select done, made_at, made_at + make_interval(days => :days::int) as until, octet_length(content) as bytes,
     coalesce(greatest(0, ceil(:minutes::int - extract(epoch from now() - made_at) / 60)), 0)::int as wait
   from archives where user_id = :user_id
     and (made_at is null or made_at > now() - make_interval(days => :days::int))`,
  {
    done: is.integer,
    made_at: is.nullable(is.instant),
    until: is.nullable(is.instant),
    bytes: is.nullable(is.integer),
    wait: is.integer,
  },
)

const claim = sql<{ lease_ms: number }, { user_id: number; language: string }>(
  'archives.claim',
  `update archives set leased_until = now() + :lease_ms * interval '1 millisecond', done = 0
   where user_id = (
     select user_id from archives where made_at is null and (leased_until is null or leased_until < now())
     order by asked_at limit 1 for update skip locked)
   returning user_id, language`,
  { user_id: is.integer, language: is.text },
)

const progress = sql<{ user_id: number; done: number; lease_ms: number }>(
  'archives.progress',
  `update archives set done = :done, leased_until = now() + :lease_ms * interval '1 millisecond'
   where user_id = :user_id and made_at is null`,
)

const finish = sql<{ user_id: number; content: Buffer }>(
  'archives.finish',
  `update archives set content = :content, made_at = now(), leased_until = null
   where user_id = :user_id and made_at is null`,
)

const content = sql<{ user_id: number; days: number }, { content: Buffer }>(
  'archives.content',
  `select content from archives
   where user_id = :user_id and made_at > now() - make_interval(days => :days::int)`,
  { content: is.bytes },
)

const old = sql<{ days: number; most: number }>(
  'archives.drop_old',
  `delete from archives where user_id = any (array(
     select user_id from archives where made_at <= now() - make_interval(days => :days::int)
     order by made_at limit :most for update skip locked))`,
)

/** Asks for an archive. False: one is being made, or was made a short while ago. */
export async function askForArchive(
  tx: Queryable,
  asked: { user_id: number; language: string },
): Promise<boolean> {
  return (await ask.run(tx, { ...asked, minutes: REST_MINUTES })) > 0
}

/** A person's archive. Null: none was asked for, or it is deleted. */
export function archiveState(db: Queryable, user_id: number): Promise<ArchiveState | null> {
  return state.first(db, { user_id, minutes: REST_MINUTES, days: KEPT_DAYS })
}

/** Claims an archive that waits, for `lease_ms`. Null: none does. */
export function claimArchive(
  db: Queryable,
  lease_ms: number,
): Promise<{ user_id: number; language: string } | null> {
  return claim.first(db, { lease_ms })
}

/** Stores how many parts are ready, and renews the claim. */
export async function noteProgress(
  db: Queryable,
  made: { user_id: number; done: number; lease_ms: number },
): Promise<void> {
  await progress.run(db, made)
}

/** Stores a finished archive; not of someone who was erased in the meantime. */
export async function finishArchive(
  db: Queryable,
  made: { user_id: number; content: Buffer },
): Promise<void> {
  await finish.run(db, made)
}

/** The ZIP file. Null: there is none. */
export async function archiveContent(db: Queryable, user_id: number): Promise<Buffer | null> {
  return (await content.first(db, { user_id, days: KEPT_DAYS }))?.content ?? null
}

/** Deletes at most `most` old archives. Returns how many. */
export function dropOldArchives(db: Queryable, most: number): Promise<number> {
  return old.run(db, { days: KEPT_DAYS, most })
}
