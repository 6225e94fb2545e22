import { jsonReader } from '../../db/json-rows.ts'
import type { Queryable } from '../../db/sql.ts'
import { kindsWhere } from '../../events/kinds.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import type { User } from '../../users/user.ts'
import { HISTORY_ROW, type HistoryRow, type MadeRow, readHistory, readMade } from './history-reads.ts'

/** One action in the group; `actor` null: the service itself, or somebody at its command line. */
export type HistoryEntry = {
  what: HistoryRow['what'] | MadeRow['what']
  at: Date
  actor: User | null
  person: User | null
  title: string | null
  poll: string | null
  thread: string | null
  subject_id: number
}

/** `before`: where the next, older page starts; null: there is none. */
export type History = { entries: HistoryEntry[]; before: number | null }

/** Lists changes of threads, polls, members and webhooks. Never votes or the content of comments. */
export const LISTED = kindsWhere(
  ({ subject, in_thread, removes }) =>
    subject === 'Membership' || subject === 'Webhook' || (subject !== 'Comment' && (in_thread || removes)),
)
const DISCARDS = kindsWhere(({ removes }) => removes)

/** Most events scanned for one page: the majority are votes, which are not listed. */
const MOST_SCANNED = 20_000
const MOST_MADE = 500

const FROM_NOW = Number.MAX_SAFE_INTEGER
const rowFromJson = jsonReader(HISTORY_ROW)

/** A page of the group's history, newest first. For its admins. */
export async function loadHistory(
  db: Queryable,
  { group_id, before, per }: { group_id: number; before: number | null; per: number },
): Promise<History> {
  const found = await readHistory(db, {
    group_id,
    before: before ?? FROM_NOW,
    kinds: LISTED,
    discards: DISCARDS,
    per,
    most: MOST_SCANNED,
  })
  const after = found.more ? found.last_at : null
  const made = await readMade(db, { group_id, after, until: found.until, most: MOST_MADE })
  const rows = [
    ...found.rows.map((row) => rowFromJson(row)),
    ...made.map((row) => ({ ...row, person_id: null, poll: null, thread: null })),
  ]
  const people = new Map(
    (await readUsersIn(db, group_id, idsIn(rows))).map((user): [number, User] => [user.id, user]),
  )
  const personOf = (id: number | null) => people.get(id ?? 0) ?? null
  const entries = rows.map(({ actor_id, person_id, ...row }) => ({
    ...row,
    actor: personOf(actor_id),
    person: personOf(person_id),
  }))
  return {
    entries: entries.sort((one, other) => other.at.getTime() - one.at.getTime()),
    before: found.more ? found.last : null,
  }
}

function idsIn(rows: Pick<HistoryRow, 'actor_id' | 'person_id'>[]): number[] {
  return [...new Set(rows.flatMap(({ actor_id, person_id }) => [actor_id ?? [], person_id ?? []].flat()))]
}
