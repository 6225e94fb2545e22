import { jsonReader } from '../db/json-rows.ts'
import type { Queryable } from '../db/sql.ts'
import { NotFound } from '../errors.ts'
import { isHandle } from '../groups/group.ts'
import {
  PUBLIC_GROUP_ROW,
  type PublicGroup,
  type PublicOutcome,
  type PublicTitle,
  publicOutcomeFromJson,
} from './public-facts.ts'
import { readPublicGroup, readPublicOutcomes, readPublicTitles } from './public-reads.ts'

export type PublicGroupView = {
  now: Date
  group: PublicGroup
  threads: PublicTitle[]
  /** From 1; `more`: another page follows. */
  page: number
  more: boolean
  /** On the first page only. */
  outcomes: PublicOutcome[]
}

const THREADS = 30
const OUTCOMES = 10
/** Among these many threads, those active last, outcomes are looked for. */
const THREADS_WITH_OUTCOMES = 100
const MOST_PAGES = 1_000

const groupFromJson = jsonReader(PUBLIC_GROUP_ROW)

/** A public group. NotFound: no such group, or it is not public. */
export async function loadPublicGroupAlone(
  db: Queryable,
  handle: string,
): Promise<{ now: Date; group: PublicGroup }> {
  const row = isHandle(handle) ? await readPublicGroup(db, handle) : null
  if (row === null) throw new NotFound()
  return { now: row.now, group: groupFromJson(row.in_group) }
}

/** The same with a page of its public threads, and its newest outcomes. */
export async function loadPublicGroup(
  db: Queryable,
  handle: string,
  asked_page: number,
): Promise<PublicGroupView> {
  const { now, group } = await loadPublicGroupAlone(db, handle)
  const page = Math.min(Math.max(1, asked_page), MOST_PAGES)
  const [found, outcomes] = await Promise.all([
    readPublicTitles(db, { group_id: group.id, per: THREADS + 1, from: (page - 1) * THREADS }),
    page > 1 ? [] : loadPublicOutcomes(db, group.id, OUTCOMES),
  ])
  const threads = found.slice(0, THREADS)
  return { now, group, threads, page, more: found.length > THREADS, outcomes }
}

/** The newest outcomes of a group's public polls. */
export async function loadPublicOutcomes(
  db: Queryable,
  group_id: number,
  most: number,
): Promise<PublicOutcome[]> {
  const rows = await readPublicOutcomes(db, { group_id, threads: THREADS_WITH_OUTCOMES, most })
  return rows.map(({ outcome, ...row }) => ({
    ...row,
    outcome: publicOutcomeFromJson(outcome),
  }))
}
