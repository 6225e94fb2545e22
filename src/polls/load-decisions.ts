import { dated } from '../db/facts.ts'
import type { Queryable } from '../db/sql.ts'
import type { Page } from '../groups/load-people.ts'
import { readDecisions } from './decision-reads.ts'
import type { Outcome } from './outcome.ts'

/** An outcome, and the poll it is of. */
export type Decision = { outcome: Outcome; poll: { key: string; title: string } }

/** A page of what a group decided, newest first, for its members. */
export async function loadDecisions(
  db: Queryable,
  { per, ...ask }: { group_id: number; per: number; from: number },
): Promise<Page<Decision>> {
  const rows = await readDecisions(db, { ...ask, per: per + 1 })
  const items = rows
    .slice(0, per)
    .map(({ outcome, poll }) => ({ outcome: dated<Outcome>(outcome), poll: poll as Decision['poll'] }))
  return { items, more: rows.length > per }
}
