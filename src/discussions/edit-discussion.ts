import type { Act } from '../db/db.ts'
import { Forbidden, NotFound, type Problem, problem, refuse } from '../errors.ts'
import { changed, rewritten } from '../events/field-change.ts'
import { checkTags } from '../groups/tags/tag.ts'
import { checkLength } from '../text/length.ts'
import { rewrittenText } from '../text/line-breaks.ts'
import { singleLine } from '../text/one-line.ts'
import { checkTitle, MAX_BODY } from './discussion.ts'
import { lockDiscussion, rewriteDiscussion } from './discussions-store.ts'
import { recordOfThread } from './record-discussion.ts'
import { setThreadTags } from './set-thread-tags.ts'
import { mayEditThread, type ThreadReader } from './thread-rights.ts'

export type EditedThread = {
  id: number
  title: string
  description: string | null
  /** Names; undefined: they stay. */
  tags?: readonly string[] | undefined
  reader: ThreadReader
  problems?: Problem[]
}

/**
 * Changes the title and text of a thread, in the same text format, and keeps the former ones; and its tags,
 * which are no part of its history. Does nothing when all are the same. Notifies nobody. Invalid names each
 * field that fails; Forbidden: neither author nor admin; NotFound.
 */
export async function editDiscussion(act: Act, request: EditedThread): Promise<void> {
  const { tx } = act
  const { id, tags, reader } = request
  const title = singleLine(request.title)
  const thread = await lockDiscussion(tx, id)
  if (thread === null) throw new NotFound()
  const description = rewrittenText(thread.description, request.description)
  if (!mayEditThread(thread, reader)) throw new Forbidden('not_yours.edit_thread')
  refuse(
    [
      ...checkTitle(title),
      ...checkLength('description', description, MAX_BODY),
      ...(tags === undefined ? [] : checkTagging(tags, reader)),
    ],
    request.problems,
  )
  if (tags !== undefined) await setThreadTags(act, id, tags)
  if (thread.title === title && (thread.description ?? '') === (description ?? '')) return
  await rewriteDiscussion(tx, { id, title, description, editor_id: reader.user_id })
  await recordOfThread(act, thread, {
    kind: 'discussion_edited',
    changes: [
      ...changed('title', thread.title, title),
      ...((thread.description ?? '') === (description ?? '') ? [] : [rewritten('details')]),
    ],
  })
}

/** A guest who started the thread does not see the group's tags. */
function checkTagging(tags: readonly string[], { member }: ThreadReader): Problem[] {
  return member ? checkTags(tags) : [problem('tags', 'tags_of_members')]
}
