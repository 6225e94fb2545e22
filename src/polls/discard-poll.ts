import type { Act } from '../db/db.ts'
import { Conflict, NotFound } from '../errors.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { releaseTags } from '../groups/tags/tags-store.ts'
import { type DiscardedPoll, discardPolls } from './discards-store.ts'
import { pollState } from './poll.ts'
import { lockPoll } from './polls-store.ts'
import { recordOfPolls } from './record-poll.ts'

/**
 * Discards a poll: it is no longer found, takes no votes, and nobody is notified of it. Its rows stay, with
 * the urn of an anonymous one sealed. NotFound: no such poll.
 */
export async function discardPoll(act: Act, id: number): Promise<void> {
  const discarded = await discardPolls(act.tx, { id })
  if (discarded.length === 0) throw new NotFound()
  await recordDiscarded(act, discarded)
  await addToItemCounts(act.tx, [{ group_id: discarded[0]?.group_id ?? 0, ...lessPolls(discarded) }])
  await releaseTags(act.tx, tagsOf(discarded))
}

/** Discards a poll in which nobody could vote yet. NotFound; Conflict when it is not a draft. */
export async function discardDraftPoll(act: Act, id: number): Promise<void> {
  const locked = await lockPoll(act.tx, id)
  if (locked === null) throw new NotFound()
  if (pollState(locked.poll, locked.now).is !== 'draft') throw new Conflict('poll_not_draft.opened')
  await discardPoll(act, id)
}

/** Makes open pages reload. */
export async function recordDiscarded(act: Act, discarded: DiscardedPoll[]): Promise<void> {
  await recordOfPolls(act, discarded, { kind: 'poll_discarded' })
}

/** All tags that they carried. */
export const tagsOf = (discarded: readonly DiscardedPoll[]) => discarded.flatMap(({ tags }) => tags)

/** The changes of a group's counts. */
export function lessPolls(discarded: DiscardedPoll[]): { polls: number; closed_polls: number } {
  return { polls: -discarded.length, closed_polls: -discarded.filter((poll) => poll.was_closed).length }
}
