import { Type } from 'typebox'
import { CommentChanges, CommentParams, DiscussionChanges, GuestParams } from '../../api/change-params.ts'
import { CommentsEnvelope, ENDS_EARLY } from '../../api/comments-envelope.ts'
import { ListEnvelope } from '../../api/envelope.ts'
import { doing, OTHERWISE, Ref, reading, removing } from '../../api/operations.ts'
import { DiscussionPaging, Paging } from '../paging.ts'

/** How threads, what is done with them, and what is said in them stand in the document. */

const MAY = 'Permission: manage_discussions.'
const thread = { tag: 'Discussions', params: Ref('thread'), says: 'The thread as it is now: discussions[0].' }
const comment = {
  tag: 'Comments',
  params: Type.Object({ id: Type.String({ description: 'The id of the comment.' }) }),
  answer: CommentsEnvelope,
  says: 'The comment as it is now: comments[0].',
}

export const LIST_DISCUSSIONS = reading({
  id: 'listDiscussions',
  tag: 'Discussions',
  summary: 'List discussions',
  description: 'The threads of the group of the key, newest first.',
  query: DiscussionPaging.properties,
  answer: ListEnvelope,
  says: 'The threads; meta.total counts all of this status.',
})

export const SHOW_DISCUSSION = reading({
  ...thread,
  id: 'showDiscussion',
  summary: 'Show discussion',
  description: 'A thread of the group of the key.',
  says: 'The thread: discussions[0].',
})

export const CHANGE_DISCUSSION = doing({
  ...thread,
  id: 'changeDiscussion',
  summary: 'Change discussion',
  description: `Writes the fields that are given anew; what they said is kept. ${OTHERWISE} ${MAY}`,
  body: DiscussionChanges,
})

export const DELETE_DISCUSSION = removing({
  ...thread,
  id: 'deleteDiscussion',
  summary: 'Delete discussion',
  description: `Takes a thread away with its polls: they are found nowhere any more. ${MAY}`,
  says: 'The thread as it was: discussions[0].',
})

export const CLOSE_DISCUSSION = doing({
  ...thread,
  id: 'closeDiscussion',
  summary: 'Close discussion',
  description: `Lets a thread take no more comments; its polls go on. ${MAY}`,
})

export const REOPEN_DISCUSSION = doing({
  ...thread,
  id: 'reopenDiscussion',
  summary: 'Reopen discussion',
  description: `Lets a closed thread take comments again. ${MAY}`,
})

export const INVITE_GUESTS = doing({
  ...thread,
  id: 'inviteGuests',
  summary: 'Invite guests',
  description: `Invites people to a thread, and tells them: whoever is not in the group becomes its guest, and gets a ballot of each draft and open poll in it that is for everyone. ${MAY}`,
  body: GuestParams,
})

export const LIST_COMMENTS = reading({
  ...comment,
  params: Ref('thread'),
  id: 'listComments',
  summary: 'List comments',
  description: `What was said in a thread, in the order of writing. Of deleted comments the marks are told. ${ENDS_EARLY} Go on with after=meta.next, or with from raised by the number of comments that came.`,
  query: Paging.properties,
  says: 'The comments; meta.total counts all of them.',
})

export const CREATE_COMMENT = doing({
  ...comment,
  params: Ref('thread'),
  id: 'createComment',
  summary: 'Create comment',
  description:
    'Says something in a thread, as the bot of the key, and tells whom it names, the author of the thread, and of the comment it answers. If-Match takes the ETag of the thread. Permission: comment.',
  body: CommentParams,
  says: 'The comment: comments[0].',
})

export const SHOW_COMMENT = reading({
  ...comment,
  id: 'showComment',
  summary: 'Show comment',
  description: 'A comment in a thread of the group of the key.',
  says: 'The comment: comments[0].',
})

export const CHANGE_COMMENT = doing({
  ...comment,
  id: 'changeComment',
  summary: 'Change comment',
  description: 'Gives a comment of this key another text; what it said is kept. Permission: comment.',
  body: CommentChanges,
})

export const DELETE_COMMENT = removing({
  ...comment,
  id: 'deleteComment',
  summary: 'Delete comment',
  description:
    'Takes the text of a comment away for good; a mark stays. Permission: comment for those of this key, manage_discussions for all.',
  says: 'The mark that stays: comments[0].',
})
