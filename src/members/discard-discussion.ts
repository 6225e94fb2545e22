import type { Act } from '../db/db.ts'
import { lockDiscussion, markDiscussionDiscarded } from '../discussions/discussions-store.ts'
import { dropEditsOfThread } from '../discussions/edits/edit-drafts-store.ts'
import { placeOfThreadEdit } from '../discussions/edits/edit-places.ts'
import { recordOfThread } from '../discussions/record-discussion.ts'
import { NotFound } from '../errors.ts'
import { addToItemCounts } from '../groups/groups-store.ts'
import { releaseTags } from '../groups/tags/tags-store.ts'
import { lessPolls, recordDiscarded, tagsOf } from '../polls/discard-poll.ts'
import { discardPolls, lockPollsOf } from '../polls/discards-store.ts'

/**
 * Discards a thread with its polls: no page or API shows them any more, and nobody is notified of them. Their
 * rows stay, but not what people had begun to change in it. NotFound: no such thread.
 */
export async function discardDiscussion(act: Act, id: number): Promise<void> {
  const { tx } = act
  const thread = await lockDiscussion(tx, id)
  if (thread === null) throw new NotFound()
  await lockPollsOf(tx, id)
  const polls = await discardPolls(tx, { discussion_id: id })
  await markDiscussionDiscarded(tx, id)
  await dropEditsOfThread(tx, id, placeOfThreadEdit(id))
  await recordDiscarded(act, polls)
  await recordOfThread(act, thread, 'discussion_discarded')
  const closed_discussions = thread.closed_at === null ? 0 : -1
  await addToItemCounts(tx, [
    { group_id: thread.group_id, discussions: -1, closed_discussions, ...lessPolls(polls) },
  ])
  await releaseTags(tx, [...thread.tags, ...tagsOf(polls)])
}
