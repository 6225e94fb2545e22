import type { Queryable } from '../../src/db/sql.ts'
import { secondsUntil } from './rounds.ts'

/** By how many seconds these polls were closed late, or early, once all are closed; the worst of each. */
export async function latenessOf(
  on: Queryable,
  poll_ids: number[],
): Promise<{ most: number; early: number }> {
  const ask = async () => (await on.query<Lateness>(LATENESS, [poll_ids])).rows[0]
  await secondsUntil(async () => (await ask())?.closed === poll_ids.length)
  const { most, early } = (await ask()) ?? {}
  return { most: most ?? Number.POSITIVE_INFINITY, early: early ?? Number.POSITIVE_INFINITY }
}

type Lateness = { closed: number; most: number | null; early: number | null }

const LATENESS = `select count(distinct poll_id)::int as closed, round(max(late), 2)::float as most,
    greatest(0, -min(late))::float as early
  from (select p.id as poll_id, extract(epoch from e.created_at - p.closing_at) as late
    from events e join polls p on p.id = e.poll_id where e.kind = 'poll_expired' and p.id = any ($1)) as closings`
