import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { checkComment } from '../../../discussions/comments/comment.ts'
import { deleteComment } from '../../../discussions/comments/delete-comment.ts'
import { editComment } from '../../../discussions/comments/edit-comment.ts'
import {
  type LoadedComment,
  loadMentionable,
  type NamedPerson,
} from '../../../discussions/comments/load-comments.ts'
import { Invalid, type Problem } from '../../../errors.ts'
import { t } from '../../../locales/say.ts'
import { shownNames } from '../../../users/shown-names.ts'
import { displayName } from '../../../users/user.ts'
import { IslandScript } from '../../assets/island-part.tsx'
import { AreaField } from '../../parts/form-part.tsx'
import { Person } from '../../parts/person-part.tsx'
import { RichText } from '../../parts/rich-text-part.tsx'
import { idInPath } from '../../request/address.ts'
import { type Exchange, sendPage } from '../../request/exchange.ts'
import { formOf, numbersOf, textOf } from '../../request/form-text.ts'
import { Once } from '../../request/once-part.tsx'
import { PostForm } from '../../request/shown-to-part.tsx'
import {
  changeInThread,
  enterBySentForm,
  enterThread,
  goToThread,
  type ThreadEntry,
  type ThreadExchange,
  threadPage,
} from '../../visits/thread-door.ts'
import { ThreadFrame } from '../../visits/thread-frame-part.tsx'
import { heldMarks } from '../../words/held-marks.ts'
import { CommentPreview, Mentions, PostButtons, wantsPreview } from '../comment-form-part.tsx'
import { mentionedIn } from '../mentioned.ts'
import { POSTED } from '../shared-names-part.tsx'
import { mentionsOf, type Opened, openComment } from './opened-comment.ts'

const INVALID_STATUS = 422

/** What was typed into the form of an edit; `mentioned_ids`: the people chosen in it. */
type Edit = { body: string; mentioned_ids: number[]; problems: Problem[]; preview?: boolean }

// The comment itself decides which actions are allowed: `openComment`.

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

/** GET /d/KEY/comments/ID/edit: the form for its author. */
async function showCommentEdit(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const opened = await openComment(exchange, entry, 'edit')
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
    const opened = await openComment(exchange, await enterBySentForm(exchange), 'edit')
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
    const opened = await openComment(exchange, await enterThread(exchange), 'edit')
    return sendEdit(exchange, opened, { body, mentioned_ids: chosen, problems: refusal.problems })
  }
}

/** GET /d/KEY/comments/ID/delete: asks before the text is deleted permanently. */
async function showCommentDelete(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  return sendPage(exchange, <DeletePage opened={await openComment(exchange, entry, 'remove')} />)
}

/** POST /d/KEY/comments/ID/delete. */
async function postCommentDelete(exchange: ThreadExchange): Promise<FastifyReply> {
  const id = idInPath(exchange)
  await changeInThread(exchange, (act, { thread, reader }) =>
    deleteComment(act, { id, discussion_id: thread.discussion.id, reader }),
  )
  return goToThread(exchange, `/comments/${id}`)
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
