import type { FastifyReply } from 'fastify'
import type { Queryable } from '../../db/sql.ts'
import { loadThreadRefs, type ThreadRef } from '../../discussions/load-thread-ref.ts'
import { Conflict } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import { POLL_TYPE_NAMES, type PollTypeName } from '../../polls/types/index.ts'
import { discardDraft, endDraft } from '../../users/drafts/discard-draft.ts'
import type { Draft, DraftPage, Kept } from '../../users/drafts/draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { loadDrafts, type SavedDraft } from '../../users/drafts/load-drafts.ts'
import type { Exchange } from '../request/exchange.ts'
import { draftPageIn, sentPageIn } from '../visits/form-draft.ts'
import type { Entry } from '../visits/group-door.ts'
import { formerKinds, isBegun, withShared } from './another-kind.ts'
import { formAddressOf, type Place, typeIn, type WayToGroup } from './new-poll-place-part.tsx'
import { TYPED_NAMES } from './poll-form.ts'

type DraftPlace = Pick<Draft, 'user_id' | 'place'>

/** The draft of a form: one for each kind of poll in a group or thread. */
export function draftOf({ entry: { viewer, visit }, thread }: Place, type: PollTypeName): DraftPlace {
  const where = thread === null ? `group ${visit.in_group.group.id}` : `thread ${thread.id}`
  return { user_id: viewer.id, place: `${type} in ${where}` }
}

/** Saves the form as a draft; one in which nothing is typed has none. */
export function keepForm(exchange: Exchange, place: Place, values: Fields): Promise<Kept | 'none'> {
  return keepAs(exchange, place, { values, page: draftPageIn(values) })
}

/** The same of a form that was sent before: what was typed since. */
export function keepSince(exchange: Exchange, place: Place, values: Fields): Promise<Kept | 'none'> {
  return keepAs(exchange, place, { values, page: sentPageIn(values) })
}

type AsTyped = { values: Fields; page: DraftPage | null }

async function keepAs(
  { services }: Exchange,
  place: Place,
  { values, page }: AsTyped,
): Promise<Kept | 'none'> {
  const whose = draftOf(place, typeIn(values))
  if (!isBegun(values, typeIn(values))) {
    return (await discardDraft(services.db.pool, whose, page)) ? 'none' : 'newer'
  }
  const fields = Object.fromEntries(
    TYPED_NAMES.flatMap((name) => {
      const value = values[name]
      return value === undefined ? [] : [[name, Array.isArray(value) ? value.map(String) : String(value)]]
    }),
  )
  const { from, again } = place
  const more = again === null ? { from } : { from, again }
  return keepDraft(services.db.pool, { ...whose, fields: { ...fields, ...more } }, { page })
}

type Own = { values: Fields; saved_at: Date | undefined }

/** The form with what was typed since in the one of another kind, which is saved as its draft. */
export async function takeOver(
  { services }: Exchange,
  place: Place,
  { values, saved_at }: Own,
): Promise<Fields> {
  const [from] = place.from
  const draft = from === undefined ? null : await loadDraft(services.db.pool, draftOf(place, from))
  if (from === undefined || draft === null || (saved_at !== undefined && saved_at > draft.saved_at))
    return values
  return withShared(values, draft.fields, { from, to: typeIn(values) })
}

/** Discards the poll's draft, unless another page saved a newer one, and those of the kinds it was before. */
export async function discardForms(db: Queryable, place: Place, values: Fields): Promise<void> {
  await endDraft(db, draftOf(place, typeIn(values)), draftPageIn(values))
  for (const kind of place.from) await discardDraft(db, draftOf(place, kind))
}

/** Whether a poll was refused because its thread is closed. */
export function isThreadClosed(error: unknown): boolean {
  return error instanceof Conflict && error.reason === 'thread_closed.polls'
}

/** Outside its thread: in the group. What it was before is in drafts of the thread. */
function inGroup(place: Place): Place {
  return { ...place, thread: null, from: [] }
}

/**
 * Whether the draft of a closed thread can move to the group: not over another draft of this type there
 * (`taken`).
 */
export async function wayToGroup(
  { services }: Exchange,
  place: Place,
  type: PollTypeName,
): Promise<WayToGroup> {
  if (place.thread?.closed !== true) return 'none'
  const there = await loadDraft(services.db.pool, draftOf(inGroup(place), type))
  return there === null ? 'free' : 'taken'
}

/** Moves the draft of a closed thread to the group, and redirects to its form; else back to where it is. */
export async function moveToGroup(
  exchange: Exchange,
  place: Place,
  type: PollTypeName,
): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const here = draftOf(place, type)
  const draft = await loadDraft(pool, here)
  const moves = draft !== null && (await wayToGroup(exchange, place, type)) === 'free'
  if (moves) {
    const { from: _, ...fields } = draft.fields
    await keepDraft(pool, { ...draftOf(inGroup(place), type), fields })
    await discardDraft(pool, here)
  }
  return exchange.reply.redirect(formAddressOf(moves ? inGroup(place) : place, type), 303)
}

const PLACE = /^(\w+) in (group|thread) (\d+)$/

/** The form of a poll that somebody began; `path` leads back to it. `title`: '' if it has none yet. */
export type BegunPoll = {
  type: PollTypeName
  title: string
  thread: ThreadRef | null
  saved_at: Date
  path: string
}

/**
 * The polls that the visitor began in this group and its threads, the latest first; each once, also if it was
 * of another kind before.
 */
export async function loadBegunPolls({ services }: Exchange, entry: Entry): Promise<BegunPoll[]> {
  const { pool } = services.db
  const saved = (await loadDrafts(pool, entry.viewer.id)).flatMap((draft) => placed(draft) ?? [])
  const drafts = saved.filter((draft, at) => !saved.slice(0, at).some((later) => replaces(later, draft)))
  const ids = drafts.flatMap(({ where, id }) => (where === 'thread' ? [id] : []))
  const threads = await loadThreadRefs(pool, ids, entry.handle)
  return drafts.flatMap(({ type, where, id, saved_at, fields }) => {
    const thread = threads.find((one) => where === 'thread' && one.id === id) ?? null
    const is_here = where === 'thread' ? thread !== null : id === entry.visit.in_group.group.id
    if (!is_here) return []
    const path = formAddressOf({ entry, thread }, type)
    return [{ type, title: String(fields['title'] ?? '').trim(), thread, saved_at, path }]
  })
}

type Placed = NonNullable<ReturnType<typeof placed>>

/** Whether a later draft is of the same poll, which became one of another kind. */
function replaces(later: Placed, { where, id, type }: Placed): boolean {
  return later.where === where && later.id === id && formerKinds(later.fields).includes(type)
}

/** What its place says about a draft. Null: it is no poll's. */
function placed(draft: SavedDraft) {
  const [, name, where, id] = PLACE.exec(draft.place) ?? []
  const type = POLL_TYPE_NAMES.find((one) => one === name)
  return type === undefined ? null : { ...draft, type, where, id: Number(id) }
}
