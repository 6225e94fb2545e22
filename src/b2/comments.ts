import type { FastifyInstance, FastifyRequest } from 'fastify'
import { commentsEnvelope } from '../api/comments-envelope.ts'
import { numberIn, tellIgnored } from '../api/exchange.ts'
import { change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { checkComment } from '../discussions/comments/comment.ts'
import { deleteComment } from '../discussions/comments/delete-comment.ts'
import { editComment } from '../discussions/comments/edit-comment.ts'
import { type CommentsPage, loadCommentOf, loadCommentPage } from '../discussions/comments/load-comments.ts'
import { loadKeyOfCommentsThread } from '../discussions/load-thread-key.ts'
import { Invalid, refuse } from '../errors.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { Services } from '../http/services.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import { markdownOfHtml } from '../text/markdown-of-html.ts'
import type { PersonalKey } from '../users/personal-key.ts'
import { admit, commandOf } from './authorize-person.ts'
import * as route from './describe.ts'
import { enterThread } from './discussions.ts'
import {
  CommentEdits,
  CommentPlace,
  CommentQuery,
  NewComment,
  queried,
  sameThread,
  unwrapped,
} from './params.ts'
import { groupFor, topical } from './records.ts'

/** What is said in threads: listed, shown, and said. */
export function commentRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/comments', route.LIST_COMMENTS, async (request, reply) => {
    const key = await admit(db, request)
    const { discussion_id, per, from, after } = queried({ request, reply }, CommentQuery)
    const visit = await enterThread(db.pool, key, { id: discussion_id })
    return answer(visit, await loadCommentPage(db.pool, { discussion_id, per, from, after: after ?? 0 }))
  })

  app.get('/comments/:id', route.SHOW_COMMENT, async (request) =>
    show(db.pool, await admit(db, request), numberIn(request, 'id')),
  )

  app.post('/comments', route.CREATE_COMMENT, async (request, reply) => {
    const key = await admit(db, request)
    // From here on the body names the thread, so that an Idempotency-Key is for this thread too.
    request.body = withQueriedThread(request)
    const given = unwrapped(bodyOf(request), 'comment')
    const place = readPlace(given.body)
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: async (act) => {
          const { thread } = await threadOf(act.tx, key, place)
          const { values, problems, ignored } = readFields(NewComment, given.body)
          tellIgnored(reply, [...ignored, ...given.overruled])
          const { id: discussion_id } = thread.discussion
          refuse([
            ...problems,
            ...sameThread({ [OF_PARENT]: discussion_id, discussion_id: place.discussion_id }),
          ])
          const parent_id = 'comment_id' in place ? place.comment_id : null
          const { body, body_format = 'md' } = values
          return { discussion_id, parent_id, body: markdownOf({ body, body_format }), mentioned_ids: [] }
        },
        run: async (act, comment) => (await addComment(act, comment)).id,
        show: async (on, id) => show(poolOf(on), key, id),
      },
    )
  })

  app.patch('/comments/:id', route.CHANGE_COMMENT, async (request, reply) => {
    const key = await admit(db, request)
    const given = unwrapped(bodyOf(request), 'comment')
    return answerOnce(
      commandOf(db, key),
      { request, reply },
      {
        enter: (act) => threadOf(act.tx, key, { comment_id: numberIn(request, 'id'), discussion_id: null }),
        run: async (act, { thread, reader }) => {
          const id = numberIn(request, 'id')
          const { values, problems, ignored } = readFields(CommentEdits, given.body)
          refuse(problems)
          tellIgnored(reply, [...ignored, ...given.overruled])
          const body = markdownOf({ body: values.body, body_format: values.body_format ?? 'md' })
          await editComment(act, { id, discussion_id: thread.discussion.id, body, reader })
          return id
        },
        show: async (on, id) => show(poolOf(on), key, id),
      },
    )
  })

  app.delete('/comments/:id', route.DELETE_COMMENT, async (request) => {
    const key = await admit(db, request)
    const id = numberIn(request, 'id')
    await change(db, commandOf(db, key).actor, async (act) => {
      const { thread, reader } = await threadOf(act.tx, key, { comment_id: id, discussion_id: null })
      await deleteComment(act, { id, discussion_id: thread.discussion.id, reader })
    })
    return show(db.pool, key, id)
  })
}

type Place = { discussion_id: number } | { comment_id: number; discussion_id: number | null }

const OF_PARENT = 'the thread of the comment that is answered'

type Written = { body: string; body_format: 'md' | 'html' }

/** The body with the thread that the query names: some clients send it there. Invalid: the body names another. */
function withQueriedThread(request: FastifyRequest): Body {
  const body = bodyOf(request)
  const { discussion_id } = queryOf(request)
  if (discussion_id === undefined) return body
  const said = body.fields['discussion_id'] ?? discussion_id
  if (String(said) !== String(discussion_id)) refuse([CONTRADICTED])
  return { ...body, fields: { ...body.fields, discussion_id } }
}

const CONTRADICTED = {
  field: 'discussion_id',
  code: 'invalid',
  message: 'must be the same in the query and in the body; send it once',
}

/** Comments are kept as Markdown. Invalid: longer than a comment may be. */
function markdownOf({ body, body_format }: Written): string {
  if (body_format === 'md') return body
  refuse(checkComment(body))
  return markdownOfHtml(body)
}

/** To which thread or comment something is said. Invalid: it cannot be read, or nothing is named. */
function readPlace(given: Body): Place {
  const { values, problems } = readFields(CommentPlace, given)
  const { discussion_id = null, parent_id = null, parent_type = null } = values
  const at = parent_type === 'Discussion' ? (parent_id ?? discussion_id) : discussion_id
  const comment_id = parent_type === 'Discussion' ? null : parent_id
  if (at === null && comment_id === null && problems.length === 0) {
    const message = "can't be blank: name the thread, or what is answered by parent_id and parent_type"
    throw new Invalid([{ field: 'discussion_id', code: 'blank', message }])
  }
  refuse([...problems, ...(comment_id === null ? sameThread({ discussion_id, parent_id }) : [])])
  return comment_id === null ? { discussion_id: at ?? 0 } : { comment_id, discussion_id }
}

async function threadOf(db: Queryable, key: PersonalKey, place: Place): Promise<ThreadVisit> {
  if ('comment_id' in place)
    return enterThread(db, key, { key: await loadKeyOfCommentsThread(db, place.comment_id) })
  return enterThread(db, key, { id: place.discussion_id })
}

async function show(db: Queryable, key: PersonalKey, comment_id: number) {
  const visit = await threadOf(db, key, { comment_id, discussion_id: null })
  const comment = await loadCommentOf(db, visit.thread.discussion.group_id, comment_id)
  return answer(visit, { comments: [comment], total: null, next: null })
}

function answer(
  { thread, visitor, in_group }: ThreadVisit,
  page: Pick<CommentsPage, 'comments' | 'next'> & { total: number | null },
) {
  return topical(commentsEnvelope({ ...thread, in_group: groupFor(visitor, in_group) }, page))
}
