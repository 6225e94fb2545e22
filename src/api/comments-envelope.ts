import type { Static } from 'typebox'
import { Type } from 'typebox'
import type { Comment } from '../discussions/comments/comment.ts'
import type { CommentsPage } from '../discussions/comments/load-comments.ts'
import type { DiscussionFacts } from '../discussions/load-discussion.ts'
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
  parent_id: MaybeId('The comment it replies to; null: it replies to the thread.'),
  author_id: Id('The author.'),
  body: MaybeText('The text; null when it was deleted: a placeholder stays.'),
  body_format: OneOf(['md'], 'The format of body.'),
  content_locale: MaybeText("The language it was written in, if known: the author's, otherwise the group's."),
  sequence_id: Count('Its number within the thread, from 1.'),
  mentioned_ids: ListOf(Type.Integer(), 'The people it mentions.'),
  created_at: Time('When it was created.'),
  updated_at: Time('When it was last changed.'),
  edited_at: MaybeTime('When it was last edited.'),
  discarded_at: MaybeTime('When it was deleted.'),
  discarded_by: MaybeId('The person who deleted it.'),
})

export const CommentsEnvelope = Record('Comments envelope', {
  ...ListEnvelope.properties,
  comments: ListOf(CommentRecord, 'Comments, oldest first.'),
})

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
    content_locale: comment.content_locale,
    sequence_id: comment.sequence_id,
    mentioned_ids: comment.mentioned_ids,
    created_at: time(comment.created_at),
    updated_at: time(comment.edited_at ?? comment.created_at),
    edited_at: maybeTime(comment.edited_at),
    discarded_at: maybeTime(comment.deleted_at),
    discarded_by: comment.deleted_by,
  }
}
