import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type CommentVersion, checkComment } from '../../discussions/comments/comment.ts'
import { deleteComment } from '../../discussions/comments/delete-comment.ts'
import { commentDeleted, editComment } from '../../discussions/comments/edit-comment.ts'
import type { History } from '../../discussions/comments/history.ts'
import {
  type LoadedComment,
  loadComment,
  loadCommentHistory,
  loadMentionable,
  type NamedPerson,
} from '../../discussions/comments/load-comments.ts'
import { type CommentAbilities, commentAbilities } from '../../discussions/thread-rights.ts'
import { Conflict, Forbidden, Invalid, NotFound, type Problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { namesInTexts, shownNames } from '../../users/shown-names.ts'
import { displayName } from '../../users/user.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { AreaField } from '../parts/form-part.tsx'
import { HistoryPages } from '../parts/history-pages-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { idInPath, numberInQuery } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, numbersOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import {
  changeInThread,
  enterBySentForm,
  enterThread,
  goToThread,
  type ThreadEntry,
  type ThreadExchange,
  threadPage,
  threadPath,
} from '../visits/thread-door.ts'
import { ThreadFrame } from '../visits/thread-frame-part.tsx'
import { heldMarks } from '../words/held-marks.ts'
import { rich } from '../words/rich.tsx'
import { CommentPreview, Mentions, PostButtons, wantsPreview } from './comment-form-part.tsx'
import { mentionedIn } from './mentioned.ts'
import { POSTED } from './shared-names-part.tsx'

const INVALID_STATUS = 422

/** What was typed into the form of an edit; `mentioned_ids`: the people chosen in it. */
type Edit = { body: string; mentioned_ids: number[]; problems: Problem[]; preview?: boolean }

type Opened = { entry: ThreadEntry; said: LoadedComment; path: string }

// The comment itself decides which actions are allowed: `open`.

export const commentEditPage = threadPage({
  path: '/d/:key/comments/:id/edit',
  may: 'see',
  show: showCommentEdit,
  acts: { '/d/:key/comments/:id/edit': postCommentEdit },
})

export const commentDeletePage = threadPage({
  path: '/d/:key/comments/:id/delete',
  may: 'see',
  show: showCommentDelete,
  acts: { '/d/:key/comments/:id/delete': postCommentDelete },
})

export const commentHistoryPage = threadPage({
  path: '/d/:key/comments/:id/history',
  may: 'see',
  show: showCommentHistory,
})

/** GET /d/KEY/comments/ID/edit: the form for its author. */
async function showCommentEdit(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const opened = await open(exchange, entry, 'edit')
  return sendEdit(exchange, opened, {
    body: opened.said.comment.body ?? '',
    mentioned_ids: opened.said.comment.mentioned_ids,
    problems: [],
  })
}

/** The form; with another status than 200 if it has problems. */
async function sendEdit(exchange: Exchange, opened: Opened, edit: Edit): Promise<FastifyReply> {
  const { reader, thread } = opened.entry.visit
  const { id: discussion_id, group_id } = thread.discussion
  const ask = { discussion_id, group_id, user_id: reader.user_id, member: reader.member }
  const mentionable = withMentioned(await loadMentionable(exchange.services.db.pool, ask), opened.said)
  const status = edit.problems.length === 0 ? 200 : INVALID_STATUS
  return sendPage(exchange, <EditPage {...{ opened, edit, mentionable }} />, status)
}

/** Everyone whom the comment mentions can be left out, also those whom its author could not choose now. */
function withMentioned(people: NamedPerson[], { mentioned }: LoadedComment): NamedPerson[] {
  const more = mentioned.filter(({ id }) => !people.some((person) => person.id === id))
  const shown = shownNames(more)
  return [
    ...people,
    ...more.map(({ id, name, username }) => {
      const own = displayName({ name })
      return { id, name: own, username, shown: shown.get(id) ?? own }
    }),
  ]
}

/** POST /d/KEY/comments/ID/edit. */
async function postCommentEdit(exchange: ThreadExchange): Promise<FastifyReply> {
  const id = idInPath(exchange)
  const fields = formOf(exchange)
  const body = textOf(fields, 'body')
  const chosen = numbersOf(fields, 'mentioned_ids')
  if (wantsPreview(fields)) {
    const opened = await open(exchange, await enterBySentForm(exchange), 'edit')
    const problems = checkComment(body)
    const preview = problems.length === 0
    return sendEdit(exchange, opened, { body, mentioned_ids: chosen, problems, preview })
  }
  try {
    const unclear = await changeInThread(exchange, async (act, visit) => {
      const { ids: mentioned_ids, unclear } = await mentionedIn(act.tx, visit, {
        body,
        mentioned_ids: chosen,
      })
      const discussion_id = visit.thread.discussion.id
      await editComment(act, { id, discussion_id, body, mentioned_ids, reader: visit.reader })
      return unclear
    })
    return goToThread(exchange, `/comments/${id}${unclear ? `?${POSTED}` : ''}`)
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const opened = await open(exchange, await enterThread(exchange), 'edit')
    return sendEdit(exchange, opened, { body, mentioned_ids: chosen, problems: refusal.problems })
  }
}

/** GET /d/KEY/comments/ID/delete: asks before the text is deleted permanently. */
async function showCommentDelete(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  return sendPage(exchange, <DeletePage opened={await open(exchange, entry, 'remove')} />)
}

/** POST /d/KEY/comments/ID/delete. */
async function postCommentDelete(exchange: ThreadExchange): Promise<FastifyReply> {
  const id = idInPath(exchange)
  await changeInThread(exchange, (act, { thread, reader }) =>
    deleteComment(act, { id, discussion_id: thread.discussion.id, reader }),
  )
  return goToThread(exchange, `/comments/${id}`)
}

/** GET /d/KEY/comments/ID/history: its earlier versions. */
async function showCommentHistory(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const opened = await open(exchange, entry, null)
  const from = numberInQuery(exchange, 'from', 0)
  const history = await loadCommentHistory(exchange.services.db.pool, opened.said.comment.id, from)
  if (history.versions.length === 0) throw new NotFound()
  return sendPage(exchange, <HistoryPage opened={opened} history={history} from={from} />)
}

async function open(
  exchange: Exchange,
  entry: ThreadEntry,
  ability: keyof CommentAbilities | null,
): Promise<Opened> {
  const { thread, reader } = entry.visit
  const said = await loadComment(exchange.services.db.pool, thread.discussion.id, idInPath(exchange))
  if (said.comment.deleted_at !== null) throw commentDeleted()
  if (ability !== null && !commentAbilities(said.comment, thread.discussion, reader)[ability])
    throw thread.discussion.closed_at !== null && said.comment.author_id === reader.user_id
      ? new Conflict('thread_closed.stays')
      : new Forbidden('not_yours.comment')
  return { entry, said, path: threadPath(exchange) }
}

function EditPage({
  opened,
  edit: { body, mentioned_ids, problems, preview = false },
  mentionable,
}: {
  opened: Opened
  edit: Edit
  mentionable: NamedPerson[]
}): VNode {
  const { entry, said, path } = opened
  const at = `${path}/comments/${said.comment.id}`
  return (
    <ThreadFrame entry={entry} title={t('thread.edit_comment_title')} path={path}>
      <p>{t('thread.edit_comment_note')}</p>
      <PostForm action={`${at}/edit`} class="stack" novalidate>
        {preview && <CommentPreview {...{ body, mentions: mentionsOf(opened), mentionable }} />}
        <AreaField
          form={{ values: { body }, problems, focus: problems[0]?.field ?? '' }}
          name="body"
          label={t('thread.your_comment')}
          rows={10}
          hint={heldMarks(t('thread.markdown_hint'))}
          more={{ required: true }}
        />
        <Mentions
          mentionable={mentionable}
          chosen={mentioned_ids}
          text={said.comment.body ?? ''}
          folded
          problems={problems}
        />
        <PostButtons label={t('thread.save_comment')} action={`${at}/edit`} />
        <p>
          <a href={at}>{t('thread.cancel')}</a>
        </p>
        <IslandScript name="offer-names" />
      </PostForm>
    </ThreadFrame>
  )
}

function DeletePage({ opened }: { opened: Opened }): VNode {
  const { entry, said, path } = opened
  const at = `${path}/comments/${said.comment.id}`
  const own = said.comment.author_id === entry.visit.reader.user_id
  return (
    <ThreadFrame entry={entry} title={t('thread.delete_title')} path={path}>
      <p>{t(own ? 'thread.delete_own_about' : 'thread.delete_other_about')}</p>
      <Quoted opened={opened} />
      <PostForm action={`${at}/delete`} class="row">
        <Once />
        <button class="button" type="submit">
          {t('thread.delete_comment')}
        </button>
        <a href={at}>{t('thread.keep_comment')}</a>
      </PostForm>
    </ThreadFrame>
  )
}

/** The names of people mentioned in the comment. */
function mentionsOf({ said: { mentioned } }: Opened): Map<string, string> {
  return namesInTexts(mentioned)
}

function Quoted({ opened }: { opened: Opened }): VNode {
  const { comment, author } = opened.said
  return (
    <article class="said quoted" aria-label={t('thread.comment_of', { name: displayName(author) })}>
      <div class="byline">
        <Person user={author} />
      </div>
      <RichText text={comment.body ?? ''} format="md" mentions={mentionsOf(opened)} />
    </article>
  )
}

type HistoryProps = { opened: Opened; history: History<CommentVersion>; from: number }

function HistoryPage({ opened, history: { versions, older }, from }: HistoryProps): VNode {
  const { entry, said, path } = opened
  const { comment, author } = said
  const zone = entry.visit.visitor.time_zone
  const now = { body: comment.body ?? '', written_at: comment.edited_at ?? comment.created_at }
  const texts = from === 0 ? [now, ...versions] : versions
  return (
    <ThreadFrame entry={entry} title={t('thread.comment_history')} path={path}>
      <p>
        {rich('thread.comment_history_about', {
          name: displayName(author),
          comment: (text) => <a href={`${path}/comments/${comment.id}`}>{text}</a>,
        })}
      </p>
      <ol class="versions bare">
        {texts.map(({ body, written_at }) => (
          <li key={written_at.getTime()} class="said">
            <h2>
              <Time at={written_at} zone={zone} />
            </h2>
            <RichText text={body} format="md" mentions={mentionsOf(opened)} />
          </li>
        ))}
      </ol>
      <HistoryPages at={`${path}/comments/${comment.id}/history`} from={from} older={older} />
    </ThreadFrame>
  )
}
