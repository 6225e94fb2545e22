import type { FastifyRequest } from 'fastify'
import { commentsEnvelope } from '../api/comments-envelope.ts'
import { COMMENT } from '../api/definition.ts'
import { endsEarly } from '../api/envelope.ts'
import { numberIn, tellIgnored } from '../api/exchange.ts'
import { change, poolOf } from '../db/db.ts'
import type { Queryable } from '../db/sql.ts'
import { addComment } from '../discussions/comments/add-comment.ts'
import { checkComment } from '../discussions/comments/comment.ts'
import { deleteComment } from '../discussions/comments/delete-comment.ts'
import { editComment } from '../discussions/comments/edit-comment.ts'
import { type CommentsPage, loadCommentOf, loadCommentPage } from '../discussions/comments/load-comments.ts'
import { loadKeyOfCommentsThread } from '../discussions/load-thread-key.ts'
import { type Problem, problem, refuse } from '../errors.ts'
import { bodyOf, queryOf } from '../http/credentials.ts'
import { readFields } from '../http/fields.ts'
import type { Body } from '../http/forms.ts'
import { answerOnce } from '../http/idempotency.ts'
import type { PersonalKey } from '../keys/personal-key.ts'
import type { ThreadVisit } from '../members/visits/load-thread.ts'
import { markdownOfHtml } from '../text/markdown-of-html.ts'
import { commandOf } from './authorize-person.ts'
import { enterThread } from './discussions.ts'
import {
  CommentEdits,
  CommentPlace,
  CommentQuery,
  CommentWhere,
  NewComment,
  queried,
  sameThread,
  unwrapped,
} from './params.ts'
import { B2Comments, groupFor, topical } from './records.ts'
import { type Asked, route } from './route.ts'

const ofOne = { path: '/comments/:id', params: { id: COMMENT }, answer: B2Comments } as const

const list = route({
  method: 'GET',
  path: '/comments',
  query: CommentQuery,
  answer: B2Comments,
  does: {
    id: 'listComments',
    tag: 'Comments',
    summary: 'List comments',
    description: `The comments of a thread that you can read, oldest first. Deleted comments appear without their text. ${endsEarly('comment')} Continue with after=meta.next, or increase offset by the number of comments received.`,
    says: 'The comments; meta.total counts all of them.',
  },
  run: async (asked) => {
    const { db, key } = asked
    const { discussion_id, per, from, after } = queried(asked, CommentQuery)
    const visit = await enterThread(db.pool, key, { id: discussion_id })
    return answer(visit, await loadCommentPage(db.pool, { discussion_id, per, from, after: after ?? 0 }))
  },
})

const show = route({
  ...ofOne,
  method: 'GET',
  does: {
    id: 'showComment',
    tag: 'Comments',
    summary: 'Show comment',
    description: 'A comment in a thread that you can read.',
    says: 'The comment: comments[0].',
  },
  run: async ({ db, key, request }) => showOne(db.pool, key, numberIn(request, 'id')),
})

const create = route({
  method: 'POST',
  path: '/comments',
  body: NewComment,
  query: CommentWhere,
  answer: B2Comments,
  does: {
    id: 'createComment',
    tag: 'Comments',
    summary: 'Create comment',
    description:
      "Adds a comment to a thread, as you, and notifies the people it mentions, the thread's author, and the author of the comment it replies to.",
    says: 'The comment: comments[0].',
  },
  run: async (asked) => {
    const { key, request } = asked
    // Puts the thread into the body, so that an Idempotency-Key depends on it too.
    request.body = withQueriedThread(request)
    const given = unwrapped(bodyOf(request), 'comment')
    const { place, problems } = readPlace(given.body)
    if (problems.length > 0) refuseComment(given.body, problems)
    return answerOnce(commandOf(asked), asked, {
      enter: async (act) => readComment(asked, { given, place, visit: await threadOf(act.tx, key, place) }),
      run: async (act, comment) => (await addComment(act, comment)).id,
      show: async (on, id) => showOne(poolOf(on), key, id),
    })
  },
})

const edit = route({
  ...ofOne,
  method: 'PATCH',
  body: CommentEdits,
  does: {
    id: 'updateComment',
    tag: 'Comments',
    summary: 'Change comment',
    description:
      'Changes the text of your own comment while the thread is open; earlier versions are in its history.',
    says: 'The comment: comments[0].',
  },
  run: async (asked) => {
    const { key, request, reply } = asked
    const given = unwrapped(bodyOf(request), 'comment')
    return answerOnce(commandOf(asked), asked, {
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
      show: async (on, id) => showOne(poolOf(on), key, id),
    })
  },
})

const remove = route({
  ...ofOne,
  method: 'DELETE',
  does: {
    id: 'deleteComment',
    tag: 'Comments',
    summary: 'Delete comment',
    description:
      'Deletes the text of a comment with its history; a placeholder remains. For its author and admins of the group.',
    says: 'The placeholder: comments[0].',
  },
  run: async (asked) => {
    const { db, key } = asked
    const id = numberIn(asked.request, 'id')
    await change(db, commandOf(asked).actor, async (act) => {
      const { thread, reader } = await threadOf(act.tx, key, { comment_id: id, discussion_id: null })
      await deleteComment(act, { id, discussion_id: thread.discussion.id, reader })
    })
    return showOne(db.pool, key, id)
  },
})

export const commentRoutes = [list, show, create, edit, remove]

type Wish = { given: ReturnType<typeof unwrapped>; place: Place; visit: ThreadVisit }

/** A comment, and its place. Invalid names each field that fails. */
function readComment({ reply }: Asked, { given, place, visit }: Wish) {
  const { values, problems, ignored } = readFields(NewComment, given.body)
  tellIgnored(reply, [...ignored, ...given.overruled])
  const { id: discussion_id } = visit.thread.discussion
  const named = { [OF_PARENT]: discussion_id, discussion_id: place.discussion_id }
  refuse([...problems, ...sameThread(named)])
  const parent_id = 'comment_id' in place ? place.comment_id : null
  const { body, body_format = 'md' } = values
  return { discussion_id, parent_id, body: markdownOf({ body, body_format }), mentioned_ids: [] }
}

type Place = { discussion_id: number } | { comment_id: number; discussion_id: number | null }

const OF_PARENT = 'the thread of the comment you are replying to'

type Written = { body: string; body_format: 'md' | 'html' }

/** The body with the thread in the query: some clients send it there. Invalid: the body names another. */
function withQueriedThread(request: FastifyRequest): Body {
  const body = bodyOf(request)
  const { discussion_id } = queryOf(request)
  if (discussion_id === undefined) return body
  const said = body.fields['discussion_id'] ?? discussion_id
  // An object may have no text.
  if (typeof said === 'object' || String(said) !== String(discussion_id)) refuse([CONTRADICTED])
  return { ...body, fields: { ...body.fields, discussion_id } }
}

const CONTRADICTED = problem('discussion_id', 'differs_in_query')

/** Comments are stored as Markdown. Invalid: longer than the limit. */
function markdownOf({ body, body_format }: Written): string {
  if (body_format === 'md') return body
  refuse(checkComment(body))
  return markdownOfHtml(body)
}

/** All that is wrong with a comment whose thread is not known. */
function refuseComment(given: Body, of_place: Problem[]): void {
  const { values, problems } = readFields(NewComment, given)
  const named = new Set(of_place.map(({ field }) => field))
  refuse(checkComment(values.body), [...of_place, ...problems.filter(({ field }) => !named.has(field))])
}

/** The thread or parent of a comment, and their problems, such as that neither is given. */
function readPlace(given: Body): { place: Place; problems: Problem[] } {
  const { values, problems } = readFields(CommentPlace, given)
  const { discussion_id = null, parent_id = null, parent_type = null } = values
  const at = parent_type === 'Discussion' ? (parent_id ?? discussion_id) : discussion_id
  const comment_id = parent_type === 'Discussion' ? null : parent_id
  const nowhere = at === null && comment_id === null && problems.length === 0
  return {
    place: comment_id === null ? { discussion_id: at ?? 0 } : { comment_id, discussion_id },
    problems: [
      ...problems,
      ...(comment_id === null ? sameThread({ discussion_id, parent_id }) : []),
      ...(nowhere ? [problem('discussion_id', 'no_place_of_comment')] : []),
    ],
  }
}

async function threadOf(db: Queryable, key: PersonalKey, place: Place): Promise<ThreadVisit> {
  if ('comment_id' in place)
    return enterThread(db, key, { key: await loadKeyOfCommentsThread(db, place.comment_id) })
  return enterThread(db, key, { id: place.discussion_id })
}

async function showOne(db: Queryable, key: PersonalKey, comment_id: number) {
  const visit = await threadOf(db, key, { comment_id, discussion_id: null })
  const comment = await loadCommentOf(db, visit.thread.discussion.group_id, comment_id)
  return answer(visit, { comments: [comment], total: null, next: null })
}

function answer(
  { thread, visitor, in_group }: ThreadVisit,
  page: Pick<CommentsPage, 'comments' | 'next'> & { total: number | null },
) {
  const shown = commentsEnvelope({ ...thread, in_group: groupFor(visitor, in_group) }, page)
  return topical(shown, { threads: [thread] })
}
