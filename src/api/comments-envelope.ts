import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Comment } from '../discussions/comments/comment.ts'
import type { CommentsPage } from '../discussions/comments/load-comments.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
import { LISTED_BYTES } from '../discussions/pages.ts'
import type { GroupFacts } from '../groups/group-facts.ts'
import { discussionEnvelope, ListEnvelope, listed, withUsers } from './envelope.ts'
import {
  Count,
  Id,
  ListOf,
  MaybeId,
  MaybeText,
  MaybeTime,
  maybeTime,
  OneOf,
  Record,
  Time,
  time,
} from './wire.ts'

export const CommentRecord = Record('Comment', {
  id: Id('The comment.'),
  discussion_id: Id('Its thread.'),
  parent_id: MaybeId('The comment it answers; null: it answers the thread.'),
  author_id: Id('Who wrote it.'),
  body: MaybeText('What it says; null when it was deleted: the mark stays.'),
  body_format: OneOf(['md'], 'How body is written.'),
  sequence_id: Count('Its number within the thread, from 1.'),
  mentioned_ids: ListOf(Type.Integer(), 'The people it names.'),
  created_at: Time('When it was written.'),
  updated_at: Time('When it was written last.'),
  edited_at: MaybeTime('When it was edited last.'),
  discarded_at: MaybeTime('When it was deleted.'),
  discarded_by: MaybeId('Who deleted it.'),
})

export const CommentsEnvelope = Record('Comments envelope', {
  ...ListEnvelope.properties,
  comments: ListOf(CommentRecord, 'Comments, in the order of writing.'),
})

/** Part of the description of the list. */
export const ENDS_EARLY = `A page ends early where the next comment would bring its texts above ${LISTED_BYTES} bytes: it holds at least one, and meta.next is null on the last page only.`

/** The response with comments of a thread. */
export function commentsEnvelope(
  thread: DiscussionFacts & { in_group: GroupFacts },
  { comments, ...page }: Pick<CommentsPage, 'comments' | 'next'> & { total: number | null },
): Static<typeof CommentsEnvelope> {
  const authors = comments.map(({ author }) => author)
  return {
    ...listed('comments', withUsers(discussionEnvelope(thread), authors), page),
    comments: comments.map(({ comment }) => presentComment(comment)),
  }
}

/** A comment, or what remains of a deleted one. */
export function presentComment(comment: Comment): Static<typeof CommentRecord> {
  return {
    id: comment.id,
    discussion_id: comment.discussion_id,
    parent_id: comment.parent_id,
    author_id: comment.author_id,
    body: comment.body,
    body_format: 'md',
    sequence_id: comment.sequence_id,
    mentioned_ids: comment.mentioned_ids,
    created_at: time(comment.created_at),
    updated_at: time(comment.edited_at ?? comment.created_at),
    edited_at: maybeTime(comment.edited_at),
    discarded_at: maybeTime(comment.deleted_at),
    discarded_by: comment.deleted_by,
  }
}
