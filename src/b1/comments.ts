import { CommentChanges, CommentParams } from '../api/change-params.ts'
import { CommentsEnvelope, commentsEnvelope } from '../api/comments-envelope.ts'
import { COMMENT, THREAD } from '../api/definition.ts'
import { endsEarly } from '../api/envelope.ts'
import { fieldsOf, numberIn, refOf } from '../api/exchange.ts'
import { type Act, change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import type { Comment } from '../discussions/comments/comment.ts'
import { deleteComment } from '../discussions/comments/delete-comment.ts'
import { editComment } from '../discussions/comments/edit-comment.ts'
import { loadCommentOf, loadCommentPage } from '../discussions/comments/load-comments.ts'
import { holdComment, holdDiscussion } from '../discussions/hold-discussion.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import { answerOnce } from '../http/idempotency.ts'
import { commandOf } from './authorize-key.ts'
import { readerOf } from './discussion-acts.ts'
import { commentVersion, discussionVersion, requireMatch, tellVersion } from './etags.ts'
import { Paging, readPaging } from './paging.ts'
import { type Asked, route } from './route.ts'

const inThread = {
  path: '/discussions/:ref/comments',
  params: { ref: THREAD },
  answer: CommentsEnvelope,
} as const
const ofOne = { path: '/comments/:id', params: { id: COMMENT }, answer: CommentsEnvelope } as const

const list = route({
  ...inThread,
  method: 'GET',
  permission: null,
  query: Paging,
  does: {
    id: 'listComments',
    tag: 'Comments',
    summary: 'List comments',
    description: `The comments of a thread, oldest first. Deleted comments appear without their text. ${endsEarly('comment')} Continue with after=meta.next, or increase from by the number of comments received.`,
    says: 'The comments; meta.total counts all of them.',
  },
  run: async ({ db, request, reply }) => {
    const thread = await loadDiscussion(db.pool, request.keyHash, refOf(request))
    const { per, from, after } = readPaging(Paging, request, reply)
    const { id: discussion_id } = thread.discussion
    return commentsEnvelope(
      thread,
      await loadCommentPage(db.pool, { discussion_id, per, from, after: after ?? 0 }),
    )
  },
})

const create = route({
  ...inThread,
  method: 'POST',
  permission: 'comment',
  body: CommentParams,
  does: {
    id: 'createComment',
    tag: 'Comments',
    summary: 'Create comment',
    description:
      "Adds a comment to a thread, as the key's bot, and notifies the people it mentions, the thread's author, and the author of the comment it replies to. If-Match accepts the ETag of the thread.",
    says: 'The comment: comments[0].',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      run: async (act) => {
        const thread = await holdDiscussion(act, asked.key.group_id, refOf(asked.request))
        requireMatch(asked.request, discussionVersion(thread))
        const { body, parent_id = null, mentioned_ids = [] } = fieldsOf(asked, CommentParams)
        const said = { discussion_id: thread.id, parent_id, body, mentioned_ids }
        return (await addComment(act, said)).id
      },
      show: showing(asked),
    }),
})

const show = route({
  ...ofOne,
  method: 'GET',
  permission: null,
  does: {
    id: 'showComment',
    tag: 'Comments',
    summary: 'Show comment',
    description: "A comment in a thread of the key's group.",
    says: 'The comment: comments[0].',
  },
  run: async (asked) => showing(asked)(asked.db, numberIn(asked.request, 'id')),
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  permission: 'comment',
  body: CommentChanges,
  does: {
    id: 'changeComment',
    tag: 'Comments',
    summary: 'Change comment',
    description: 'Changes the text of a comment that this key wrote; the earlier text is kept.',
    says: 'The updated comment: comments[0].',
  },
  run: (asked) =>
    answerOnce(commandOf(asked), asked, {
      run: async (act) => {
        const { id, discussion_id } = await hold(act, asked)
        const { body } = fieldsOf(asked, CommentChanges)
        await editComment(act, { id, discussion_id, body, reader: readerOf(asked.key) })
        return id
      },
      show: showing(asked),
    }),
})

const remove = route({
  ...ofOne,
  method: 'DELETE',
  permission: { own: 'comment', all: 'manage_discussions' },
  does: {
    id: 'deleteComment',
    tag: 'Comments',
    summary: 'Delete comment',
    description: 'Permanently deletes the text of a comment; a placeholder remains.',
    says: 'The placeholder: comments[0].',
  },
  run: async (asked) => {
    await change(asked.db, commandOf(asked).actor, async (act) => {
      const { id, discussion_id } = await hold(act, asked)
      await deleteComment(act, { id, discussion_id, reader: readerOf(asked.key) })
    })
    return showing(asked)(asked.db, numberIn(asked.request, 'id'))
  },
})

/** Comments in the threads of the key's group. */
export const commentRoutes = [list, create, show, edit, remove]

/** The comment in the path, locked with its thread, after checking If-Match. */
async function hold(act: Act, { request, key }: Asked): Promise<Comment> {
  const comment = await holdComment(act, key.group_id, numberIn(request, 'id'))
  requireMatch(request, commentVersion(comment))
  return comment
}

/** The response about one comment, with its thread. */
function showing({ request, reply, key }: Asked) {
  return async (on: Db | Queryable, id: number) => {
    const said = await loadCommentOf(poolOf(on), key.group_id, id)
    const thread = await loadDiscussion(poolOf(on), request.keyHash, { id: said.comment.discussion_id })
    tellVersion(reply, commentVersion(said.comment))
    return commentsEnvelope(thread, { comments: [said], total: null, next: null })
  }
}
