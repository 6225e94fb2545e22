import { jsonReader } from '../../db/json-rows.ts'
import type { Queryable } from '../../db/sql.ts'
import { type ChangedField, type FieldChange, rewritten } from '../../events/field-change.ts'
import type { HistoryPart } from '../../events/kind-facts.ts'
import { kindsWhere } from '../../events/kinds.ts'
import { readUsersIn } from '../../groups/names/shown-user-reads.ts'
import { hostOf, placeOf } from '../../text/web-place.ts'
import type { User } from '../../users/user.ts'
import type { HistoryEntry } from './history-entry.ts'
import { HISTORY_ROW, type HistoryRow, type MadeRow, readHistory, readMade } from './history-reads.ts'

/** `before`: where the next, older page starts; null: there is none. */
export type History = { entries: HistoryEntry[]; before: number | null }

/** `part`: of the history; null: all of it. */
export type HistoryWish = { group_id: number; before: number | null; per: number; part?: HistoryPart | null }

/**
 * The kinds listed: changes of settings, members, keys, webhooks, threads and polls. Never votes or the
 * content of comments.
 */
export const LISTED = kindsWhere(({ history }) => history !== null)
const JOINED = 'member_joined'

/** Most events scanned for one page: the majority are votes, which are not listed. */
const MOST_SCANNED = 20_000
const MOST_MADE = 500

/** Settings whose values are texts of people. */
const TEXTS: ReadonlySet<ChangedField> = new Set(['title', 'options'])

const FROM_NOW = Number.MAX_SAFE_INTEGER
const rowFromJson = jsonReader(HISTORY_ROW)

/** A page of the group's history, newest first. For its admins. */
export async function loadHistory(
  db: Queryable,
  { group_id, before, per, part = null }: HistoryWish,
): Promise<History> {
  const kinds = part === null ? LISTED : kindsWhere(({ history }) => history === part)
  const found = await readHistory(db, {
    group_id,
    before: before ?? FROM_NOW,
    kinds,
    per,
    most: MOST_SCANNED,
  })
  const made = await readMade(db, {
    group_id,
    kinds: part === null || part === 'people' ? [...kinds, JOINED] : kinds,
    after: found.more ? found.last_at : null,
    until: found.until,
    most: MOST_MADE,
  })
  const rows = [...found.rows.flatMap((row) => withWithdrawal(rowFromJson(row))), ...made.map(asRow)]
  const people = new Map(
    (await readUsersIn(db, group_id, idsIn(rows))).map((user): [number, User] => [user.id, user]),
  )
  const personOf = (id: number | null) => people.get(id ?? 0) ?? null
  const entries = rows.map(({ actor_id, person_id, changes, is_deleted, withdraws, url, ...row }) => ({
    ...row,
    ...(row.title === null ? webhookNames(url, changes) : { title: row.title, place: null }),
    is_gone: row.title === null && url === null,
    changes: is_deleted ? (changes ?? []).map(withoutTexts) : (changes ?? []),
    actor: personOf(actor_id),
    person: personOf(person_id),
  }))
  return {
    entries: entries.sort((one, other) => other.at.getTime() - one.at.getTime()),
    before: found.more ? found.last : null,
  }
}

type Row = Omit<HistoryRow, 'what' | 'number'> & Pick<HistoryEntry, 'what' | 'number'>

const UNRECORDED = { number: null, changes: null } as const

function asRow(row: MadeRow): Row {
  return {
    ...row,
    ...UNRECORDED,
    person_id: null,
    poll: null,
    thread: null,
    is_deleted: false,
    of_draft: false,
    withdraws: false,
  }
}

/** A reopening that withdrew an outcome is two entries, as if the outcome had been withdrawn alone. */
function withWithdrawal(row: HistoryRow): Row[] {
  return row.withdraws ? [{ ...row, ...UNRECORDED, what: 'outcome_withdrawn' }, row] : [row]
}

/** Nothing that a deleted poll or thread said. */
function withoutTexts(change: FieldChange): FieldChange {
  return TEXTS.has(change.field) ? rewritten(change.field) : change
}

/** The host that the webhook called then. If it still does, the place that it calls now. */
function webhookNames(
  url: string | null,
  changes: FieldChange[] | null,
): Pick<HistoryEntry, 'title' | 'place'> {
  const host = url === null ? null : hostOf({ url })
  const title = hostIn(changes) ?? host
  return { title, place: url !== null && title === host ? placeOf({ url }) : null }
}

/** The host that the webhook called then, if it was recorded. */
function hostIn(changes: FieldChange[] | null): string | null {
  return changes?.find(({ field }) => field === 'host')?.to ?? null
}

function idsIn(rows: Pick<HistoryRow, 'actor_id' | 'person_id'>[]): number[] {
  return [...new Set(rows.flatMap(({ actor_id, person_id }) => [actor_id ?? [], person_id ?? []].flat()))]
}
