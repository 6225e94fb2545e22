import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Act } from '../../../db/db.ts'
import { checkComment } from '../../../discussions/comments/comment.ts'
import { deleteComment } from '../../../discussions/comments/delete-comment.ts'
import { editComment } from '../../../discussions/comments/edit-comment.ts'
import {
  type LoadedComment,
  loadComment,
  loadMentionable,
  type NamedPerson,
} from '../../../discussions/comments/load-comments.ts'
import { placeOfCommentEdit } from '../../../discussions/edits/edit-places.ts'
import { Conflict, Invalid, type Problem } from '../../../errors.ts'
import type { Fields } from '../../../http/forms.ts'
import { t } from '../../../locales/say.ts'
import type { ThreadVisit } from '../../../members/visits/load-thread.ts'
import { endDraft } from '../../../users/drafts/discard-draft.ts'
import { shownNames } from '../../../users/shown-names.ts'
import { displayName } from '../../../users/user.ts'
import { IslandScript } from '../../assets/island-part.tsx'
import { AsShown, ChangedMeanwhile, keepLaterEdits } from '../../edits/as-shown-part.tsx'
import { AreaField } from '../../parts/form-part.tsx'
import { Person } from '../../parts/person-part.tsx'
import { RichText } from '../../parts/rich-text-part.tsx'
import { idInPath } from '../../request/address.ts'
import { type Exchange, sendPage } from '../../request/exchange.ts'
import { formOf, numbersOf, textOf } from '../../request/form-text.ts'
import { Once } from '../../request/once-part.tsx'
import { requireSameOrigin } from '../../request/same-origin.ts'
import { PostForm } from '../../request/shown-to-part.tsx'
import { type DraftState, NewerDraft } from '../../visits/draft-note-part.tsx'
import { answerDraft, draftPageIn, keepSentBack, keepTyped, type Written } from '../../visits/form-draft.ts'
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
import { loadEdit, ownDraft } from '../edits/edit-draft.ts'
import { EDIT_FORM, EditDraftFields, EditDraftNote } from '../edits/edit-draft-part.tsx'
import { mentionedIn } from '../mentioned.ts'
import { POSTED } from '../shared-names-part.tsx'
import { ClosedEditPage } from './closed-edit-part.tsx'
import { mentionsOf, type Opened, openComment, openEdit } from './opened-comment.ts'

const INVALID_STATUS = 422
const CONFLICT_STATUS = 409

/** What is in the form of an edit. */
type Edit = { values: Fields; problems: Problem[]; draft: DraftState; preview?: boolean; status?: number }

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
  const { opened, refusal } = await openEdit(exchange, entry)
  const edit = await loadEdit(exchange, draftOf(opened), storedText(opened.said))
  if (refusal !== null) {
    if (edit.draft.kept_at === null) throw refusal
    return sendClosed(exchange, opened, { refusal, body: textOf(edit.values, 'body'), kept: true })
  }
  const mentioned_ids = opened.said.comment.mentioned_ids.map(String)
  const values = edit.draft.kept_at === null ? { ...edit.values, mentioned_ids } : edit.values
  return sendEdit(exchange, opened, { ...edit, values })
}

type Closed = { refusal: Conflict; body: string; kept: boolean }

async function sendClosed(exchange: Exchange, opened: Opened, closed: Closed): Promise<FastifyReply> {
  return sendPage(exchange, <ClosedEditPage opened={opened} {...closed} />, CONFLICT_STATUS)
}

/** What is compared with an edit, which may have been begun long before. */
const storedText = ({ comment }: LoadedComment) => ({ body: comment.body ?? '' })

function draftOf({ entry, said }: Opened): Written | null {
  const own = ownDraft(entry.visit, placeOfCommentEdit(said.comment))
  return own && { ...own, text: ['body'], stored: storedText(said) }
}

async function sendEdit(exchange: Exchange, opened: Opened, edit: Edit): Promise<FastifyReply> {
  const { reader, thread } = opened.entry.visit
  const { id: discussion_id, group_id } = thread.discussion
  const ask = { discussion_id, group_id, user_id: reader.user_id, member: reader.member }
  const mentionable = withMentioned(await loadMentionable(exchange.services.db.pool, ask), opened.said)
  return sendPage(exchange, <EditPage {...{ opened, edit, mentionable }} />, edit.status)
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

/** POST /d/KEY/comments/ID/edit: saves, discards or previews what was typed, or changes the comment. */
async function postCommentEdit(exchange: ThreadExchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const { opened, refusal } = await openEdit(exchange, await enterBySentForm(exchange))
  const written = draftOf(opened)
  // Also if the thread was closed meanwhile: it may be reopened.
  const drafted = await answerDraft(exchange, written)
  if (drafted !== null) return drafted
  if (refusal !== null) return keepForLater(exchange, opened, refusal)
  const fields = formOf(exchange)
  if (wantsPreview(fields)) {
    const { problems } = keepLaterEdits(fields, storedText(opened.said))
    return sendBack(exchange, opened, [...problems, ...checkComment(textOf(fields, 'body'))])
  }
  try {
    const unclear = await changeInThread(exchange, async (act, visit) => {
      const unclear = await changeComment(act, visit, { id: opened.said.comment.id, fields })
      if (written !== null) await endDraft(act.tx, written, draftPageIn(fields))
      return unclear
    })
    return goToThread(exchange, `/comments/${opened.said.comment.id}${unclear ? `?${POSTED}` : ''}`)
  } catch (failure) {
    if (!(failure instanceof Invalid || failure instanceof Conflict)) throw failure
    const again = await openEdit(exchange, await enterThread(exchange))
    if (again.refusal !== null) return keepForLater(exchange, again.opened, again.refusal)
    if (failure instanceof Conflict) throw failure
    return sendBack(exchange, again.opened, failure.problems)
  }
}

/** What was sent, to copy, and saved as a draft of its author, whose thread may be reopened. */
async function keepForLater(exchange: Exchange, opened: Opened, refusal: Conflict): Promise<FastifyReply> {
  const written = draftOf(opened)
  const kept = written !== null && (await keepTyped(exchange, written)) === 'saved'
  return sendClosed(exchange, opened, { refusal, body: textOf(formOf(exchange), 'body'), kept })
}

/** Returns whether it names people by a name that several have. */
async function changeComment(
  act: Act,
  visit: ThreadVisit,
  { id, fields }: { id: number; fields: Fields },
): Promise<boolean> {
  const discussion_id = visit.thread.discussion.id
  const kept = keepLaterEdits(fields, storedText(await loadComment(act.tx, discussion_id, id)))
  const typed = { body: textOf(kept.fields, 'body'), mentioned_ids: numbersOf(fields, 'mentioned_ids') }
  const { ids: mentioned_ids, unclear } = await mentionedIn(act.tx, visit, typed)
  const { problems } = kept
  await editComment(act, {
    id,
    discussion_id,
    body: typed.body,
    mentioned_ids,
    reader: visit.reader,
    problems,
  })
  return unclear
}

/** What was sent, in its form again, and saved as a draft; a preview if nothing is wrong with it. */
async function sendBack(exchange: Exchange, opened: Opened, problems: Problem[]): Promise<FastifyReply> {
  const values = keepLaterEdits(formOf(exchange), storedText(opened.said)).fields
  const draft = await keepSentBack(exchange, draftOf(opened), opened.entry.visit.now)
  const preview = problems.length === 0
  const status = preview ? 200 : INVALID_STATUS
  return sendEdit(exchange, opened, { values, problems, draft, preview, status })
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
  edit: { values, problems, draft, preview = false },
  mentionable,
}: {
  opened: Opened
  edit: Edit
  mentionable: NamedPerson[]
}): VNode {
  const { entry, said, path } = opened
  const at = `${path}/comments/${said.comment.id}`
  const body = textOf(values, 'body')
  const keeps = draftOf(opened) !== null
  return (
    <ThreadFrame entry={entry} title={t('thread.edit_comment_title')} path={path}>
      <p>{t('thread.edit_comment_note')}</p>
      <ChangedMeanwhile problems={problems} href={at} said="thread.comment_changed_meanwhile" />
      <EditDraftNote keeps={keeps} draft={draft} visit={entry.visit} />
      <PostForm
        id={EDIT_FORM}
        action={`${at}/edit`}
        class="stack"
        novalidate
        data-keep={keeps ? '' : undefined}
      >
        <AsShown stored={storedText(said)} sent={values} />
        <EditDraftFields keeps={keeps} draft={draft} sent={values} />
        {preview && <CommentPreview {...{ body, mentions: mentionsOf(opened), mentionable }} edits />}
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
          chosen={numbersOf(values, 'mentioned_ids')}
          text={said.comment.body ?? ''}
          folded
          problems={problems}
        />
        <PostButtons label={t('thread.save_comment')} action={`${at}/edit`} />
        <p>
          <a href={at}>{t('thread.cancel')}</a>
        </p>
        {draft.newer !== null && <NewerDraft href={draft.newer} />}
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
