import { is } from '../db/row-types.ts'
import { type Queryable, sql } from '../db/sql.ts'

/** An erasure that began before may end later than the rewriting: it counts as one that comes after. */
const LONGEST_MINUTES = 15

// Unfinished erasures are waited for.
const claim = sql<{ lease_ms: number; rest_hours: number; minutes: number }, { until: Date }>(
  'erased_files.claim',
  `insert into erased_files (leased_until)
   select now() + :lease_ms * interval '1 millisecond'
   where not exists (select from erasures) and exists (
     select from users where erased_at > coalesce((select cleaned_until from erased_files), '-infinity'))
   on conflict (only_one) do update set leased_until = excluded.leased_until
   where erased_files.leased_until < now()
     and coalesce(erased_files.cleaned_until < now() - make_interval(hours => :rest_hours::int), true)
   returning now() - make_interval(mins => :minutes::int) as until`,
  { until: is.instant },
)

const done = sql<{ until: Date | null }>(
  'erased_files.done',
  'update erased_files set cleaned_until = coalesce(:until, cleaned_until), leased_until = now()',
)

/**
 * Claims the rewriting, and returns up to when erasures are cleaned then. Null: nothing to do, too early, or
 * another's.
 */
export async function claimErasedFiles(
  db: Queryable,
  claimed: { lease_ms: number; rest_hours: number },
): Promise<Date | null> {
  return (await claim.first(db, { ...claimed, minutes: LONGEST_MINUTES }))?.until ?? null
}

/** What was erased before `until` is in no file any more. Null: it could not be done yet. */
export async function noteErasedFiles(db: Queryable, until: Date | null): Promise<void> {
  await done.run(db, { until })
}
