import type { FastifyReply } from 'fastify'
import { Conflict } from '../../errors.ts'
import type { PollTypeName } from '../../polls/types/index.ts'
import { discardDraft } from '../../users/drafts/discard-draft.ts'
import { keepDraft } from '../../users/drafts/keep-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import type { Exchange } from '../request/exchange.ts'
import { formAddressOf, type Place } from './new-poll-place-part.tsx'
import { draftOf } from './poll-drafts.ts'

/** Whether a poll was refused because its thread is closed. */
export function isThreadClosed(error: unknown): boolean {
  return error instanceof Conflict && error.reason === 'thread_closed.polls'
}

/** Outside its thread: in the group. What it was before is in drafts of the thread. */
function inGroup(place: Place): Place {
  return { ...place, thread: null, from: [] }
}

/** Whether the draft of a closed thread can move to the group: not over another draft of this type there. */
export async function mayMove({ services }: Exchange, place: Place, type: PollTypeName): Promise<boolean> {
  if (place.thread?.closed !== true) return false
  return (await loadDraft(services.db.pool, draftOf(inGroup(place), type))) === null
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
  const moves = draft !== null && (await mayMove(exchange, place, type))
  if (moves) {
    const { from: _, ...fields } = draft.fields
    await keepDraft(pool, { ...draftOf(inGroup(place), type), fields })
    await discardDraft(pool, here)
  }
  return exchange.reply.redirect(formAddressOf(moves ? inGroup(place) : place, type), 303)
}
