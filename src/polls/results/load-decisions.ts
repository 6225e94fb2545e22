import { fingerprint } from '@folkmoot/check'
import type { Queryable } from '../../db/sql.ts'
import type { Page } from '../../groups/load-people.ts'
import { type Outcome, outcomeFromJson } from '../outcomes/outcome.ts'
import type { Poll } from '../poll.ts'
import type { PollOption } from '../poll-option.ts'
import { findDecidedPolls, readDecisions } from './decision-reads.ts'

/** An outcome, its poll, and the option it chooses. */
export type Decision = {
  outcome: Outcome
  poll: Pick<Poll, 'key' | 'title' | 'poll_type'>
  option: PollOption | null
  /** Of the question, options and rules, once the result is final and recorded. */
  fingerprint: string | null
}

/** A page of a group's decisions, newest first, for its members. */
export async function loadDecisions(
  db: Queryable,
  { per, ...ask }: { group_id: number; per: number; from: number },
): Promise<Page<Decision>> {
  const rows = await readDecisions(db, { ...ask, per: per + 1 })
  const items = rows.slice(0, per).map(({ outcome, poll, option, manifest_hash }) => ({
    outcome: outcomeFromJson(outcome),
    poll,
    option,
    fingerprint: manifest_hash === null ? null : fingerprint(manifest_hash),
  }))
  return { items, more: rows.length > per }
}

/** Which of these polls have a decision. */
export function loadDecidedPolls(db: Queryable, poll_ids: number[]): Promise<ReadonlySet<number>> {
  return findDecidedPolls(db, poll_ids)
}
