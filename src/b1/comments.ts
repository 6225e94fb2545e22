import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CommentChanges, CommentParams } from '../api/change-params.ts'
import { commentsEnvelope } from '../api/comments-envelope.ts'
import { type Exchange, fieldsOf, numberIn, refOf } from '../api/exchange.ts'
import { type Act, change, type Db, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import type { Comment } from '../discussions/comments/comment.ts'
import { deleteComment } from '../discussions/comments/delete-comment.ts'
import { editComment } from '../discussions/comments/edit-comment.ts'
import { loadCommentOf, loadCommentPage } from '../discussions/comments/load-comments.ts'
import { holdComment, holdDiscussion } from '../discussions/hold-discussion.ts'
import { loadDiscussion } from '../discussions/load-discussion.ts'
import { type PresentedKey, requirePermission } from '../groups/keys/api-key.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import { admit, commandOf } from './authorize-key.ts'
import * as route from './describe/describe-discussions.ts'
import { readerOf } from './discussion-acts.ts'
import { commentVersion, discussionVersion, requireMatch, tellVersion } from './etags.ts'
import { Paging, readPaging } from './paging.ts'

/** What is said in the threads of the key's group. */
export function commentRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/discussions/:ref/comments', route.LIST_COMMENTS, async (request, reply) => {
    await admit(db, request, null)
    const thread = await loadDiscussion(db.pool, request.keyHash, refOf(request))
    const { per, from, after } = readPaging(Paging, request, reply)
    const { id: discussion_id } = thread.discussion
    return commentsEnvelope(
      thread,
      await loadCommentPage(db.pool, { discussion_id, per, from, after: after ?? 0 }),
    )
  })

  app.post('/discussions/:ref/comments', route.CREATE_COMMENT, async (request, reply) => {
    const key = await admit(db, request, 'comment')
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: async (act) => {
          const thread = await holdDiscussion(act, key.group_id, refOf(request))
          requireMatch(request, discussionVersion(thread))
          const { body, parent_id = null, mentioned_ids = [] } = fieldsOf({ request, reply }, CommentParams)
          const said = { discussion_id: thread.id, parent_id, body, mentioned_ids }
          return (await addComment(act, said)).id
        },
        show: showing({ request, reply }, key),
      },
    )
  })

  app.get('/comments/:id', route.SHOW_COMMENT, async (request, reply) => {
    const key = await admit(db, request, null)
    return showing({ request, reply }, key)(db, numberIn(request, 'id'))
  })

  app.patch('/comments/:id', route.CHANGE_COMMENT, async (request, reply) => {
    const key = await admit(db, request, 'comment')
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        run: async (act) => {
          const { id, discussion_id } = await hold(act, request, key)
          const { body } = fieldsOf({ request, reply }, CommentChanges)
          await editComment(act, { id, discussion_id, body, reader: readerOf(key) })
          return id
        },
        show: showing({ request, reply }, key),
      },
    )
  })

  // Its own, or with manage_discussions any.
  app.delete('/comments/:id', route.DELETE_COMMENT, async (request, reply) => {
    const key = await admit(db, request, null)
    if (!key.permissions.includes('manage_discussions')) requirePermission(key, 'comment')
    await change(db, commandOf(db, key).actor, async (act) => {
      const { id, discussion_id } = await hold(act, request, key)
      await deleteComment(act, { id, discussion_id, reader: readerOf(key) })
    })
    return showing({ request, reply }, key)(db, numberIn(request, 'id'))
  })
}

/** The comment that the path names, locked with its thread, as If-Match wants it. */
async function hold(act: Act, request: FastifyRequest, { group_id }: PresentedKey): Promise<Comment> {
  const comment = await holdComment(act, group_id, numberIn(request, 'id'))
  requireMatch(request, commentVersion(comment))
  return comment
}

/** The answer about one comment, with its thread beside it. */
function showing({ request, reply }: Exchange, { group_id }: PresentedKey) {
  return async (on: Db | Queryable, id: number) => {
    const said = await loadCommentOf(poolOf(on), group_id, id)
    const thread = await loadDiscussion(poolOf(on), request.keyHash, { id: said.comment.discussion_id })
    tellVersion(reply, commentVersion(said.comment))
    return commentsEnvelope(thread, { comments: [said], total: null, next: null })
  }
}
