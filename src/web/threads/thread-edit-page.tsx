import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { editDiscussion } from '../../discussions/edit-discussion.ts'
import { placeOfThreadEdit } from '../../discussions/edits/edit-places.ts'
import { Invalid, NotFound } from '../../errors.ts'
import { loadOfferedTags } from '../../groups/tags/load-tags.ts'
import { joinTags, type Tag } from '../../groups/tags/tag.ts'
import { t } from '../../locales/say.ts'
import { loadThreadHistory, type PastThread, type ThreadVisit } from '../../members/visits/load-thread.ts'
import { endDraft } from '../../users/drafts/discard-draft.ts'
import { shownNames } from '../../users/shown-names.ts'
import { AsShown, ChangedMeanwhile, keepLaterEdits } from '../edits/as-shown-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { AreaField, Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { HistoryPages } from '../parts/history-pages-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { numberInQuery } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf } from '../request/form-text.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { type DraftState, NewerDraft } from '../visits/draft-note-part.tsx'
import { answerDraft, draftPageIn, keepSentBack, type Written } from '../visits/form-draft.ts'
import { TagsField } from '../visits/tags-part.tsx'
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
import { rich } from '../words/rich.tsx'
import { loadEdit, ownDraft } from './edits/edit-draft.ts'
import { EDIT_FORM, EditDraftFields, EditDraftNote } from './edits/edit-draft-part.tsx'
import { readThreadForm, textHint, threadLabels, titleHint } from './thread-form.ts'

const INVALID_STATUS = 422

export const threadEditPage = threadPage({
  path: '/d/:key/edit',
  may: 'edit',
  refusal: 'not_yours.edit_thread',
  show: showThreadEdit,
  acts: { '/d/:key/edit': postThreadEdit },
})

export const threadHistoryPage = threadPage({
  path: '/d/:key/history',
  may: 'see',
  show: showThreadHistory,
})

/** GET /d/KEY/edit: title and text, for the author and admins. */
async function showThreadEdit(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const { draft, ...form } = await loadEdit(exchange, draftOf(entry), storedValues(entry.visit))
  return sendEdit(exchange, entry, { form, draft })
}

function draftOf({ visit }: ThreadEntry): Written | null {
  const own = ownDraft(visit, placeOfThreadEdit(visit.thread.discussion.id))
  return own && { ...own, text: ['title', 'description'], stored: storedValues(visit) }
}

function storedValues({ thread }: ThreadVisit) {
  const { title, description, tags } = thread.discussion
  return { title, description: description ?? '', tags: joinTags(tags) }
}

/** POST /d/KEY/edit. */
async function postThreadEdit(exchange: ThreadExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  const written = draftOf(await enterBySentForm(exchange))
  const drafted = await answerDraft(exchange, written)
  if (drafted !== null) return drafted
  try {
    await changeInThread(exchange, async (act, visit) => {
      const kept = keepLaterEdits(fields, storedValues(visit))
      const { title, description, tags } = readThreadForm(kept.fields)
      const { id } = visit.thread.discussion
      const { problems } = kept
      await editDiscussion(act, { id, title, description, tags, reader: visit.reader, problems })
      if (written !== null) await endDraft(act.tx, written, draftPageIn(fields))
    })
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    const entry = await enterThread(exchange)
    const values = keepLaterEdits(fields, storedValues(entry.visit)).fields
    const draft = await keepSentBack(exchange, written, entry.visit.now)
    const form = { values, problems: refusal.problems }
    return sendEdit(exchange, entry, { form, draft, status: INVALID_STATUS })
  }
  return goToThread(exchange)
}

/** Guests who started the thread do not see the group's tags. */
async function sendEdit(
  exchange: Exchange,
  entry: ThreadEntry,
  { status = 200, ...shown }: Pick<EditProps, 'form' | 'draft'> & { status?: number },
): Promise<FastifyReply> {
  const { reader, thread } = entry.visit
  const offered = reader.member
    ? await loadOfferedTags(exchange.services.db.pool, thread.discussion.group_id)
    : null
  const more = { offered, path: threadPath(exchange), refused: status !== 200 }
  const page = <EditPage {...shown} {...more} entry={entry} />
  return sendPage(exchange, page, status)
}

/** GET /d/KEY/history: earlier versions of title and text. */
async function showThreadHistory(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const { discussion } = entry.visit.thread
  const from = numberInQuery(exchange, 'from', 0)
  const { versions, older } = await loadThreadHistory(exchange.services.db.pool, discussion, from)
  if (versions.length === 0) throw new NotFound()
  const texts = from === 0 ? [{ ...discussion, replaced_at: null, editor: null }, ...versions] : versions
  const at = threadPath(exchange)
  return sendPage(exchange, <HistoryPage entry={entry} texts={texts} at={at} pages={{ from, older }} />)
}

type Text = Pick<PastThread, 'title' | 'description' | 'description_format' | 'editor'> & {
  /** Null: it is current. */
  replaced_at: Date | null
}
type HistoryProps = {
  entry: ThreadEntry
  texts: Text[]
  at: string
  pages: { from: number; older: number | null }
}

function HistoryPage({ entry, texts, at, pages }: HistoryProps): VNode {
  const zone = entry.visit.visitor.time_zone
  const editors = texts.flatMap(({ editor }) => editor ?? [])
  const names = shownNames(editors)
  return (
    <ThreadFrame entry={entry} title={t('thread.history')} path={at}>
      <p>{t('thread.newest_first')}</p>
      <ol class="versions bare">
        {texts.map(({ title, description, description_format, replaced_at, editor }) => (
          <li key={replaced_at?.getTime() ?? 'now'} class="said stack">
            <p class="kicker">
              {replaced_at === null
                ? t('thread.as_now')
                : rich('thread.until', { time: <Time at={replaced_at} zone={zone} /> })}
            </p>
            {editor !== null && (
              <p class="small">
                {rich('thread.then_edited_by', {
                  name: <Person user={editor} shown={names.get(editor.id)} />,
                })}
              </p>
            )}
            <h2 dir="auto">{title}</h2>
            {description !== null && <RichText text={description} format={description_format} />}
          </li>
        ))}
      </ol>
      <HistoryPages at={`${at}/history`} {...pages} />
    </ThreadFrame>
  )
}

type EditProps = {
  entry: ThreadEntry
  form: FormState
  draft: DraftState
  offered: Tag[] | null
  path: string
  /** It was sent, and nothing was saved. */
  refused: boolean
}

function EditPage({ entry, form, draft, offered, path, refused }: EditProps): VNode {
  const keeps = draftOf(entry) !== null
  const isHtml = entry.visit.thread.discussion.description_format === 'html'
  return (
    <ThreadFrame entry={entry} title={t('thread.edit_thread')} path={path}>
      <p>{t('thread.edit_about')}</p>
      {isHtml && <p>{t('thread.is_html')}</p>}
      {refused && <Faults problems={form.problems} labels={threadLabels()} />}
      <ChangedMeanwhile problems={form.problems} href={path} />
      <EditDraftNote keeps={keeps} draft={draft} visit={entry.visit} />
      <PostForm id={EDIT_FORM} action={`${path}/edit`} class="stack" data-keep={keeps ? '' : undefined}>
        <AsShown stored={storedValues(entry.visit)} sent={form.values} />
        <EditDraftFields keeps={keeps} draft={draft} sent={form.values} />
        <LineField form={form} name="title" label={t('thread.title')} hint={titleHint()} />
        <AreaField
          form={form}
          name="description"
          label={t('thread.text')}
          {...(isHtml ? {} : { hint: textHint() })}
          rows={12}
        />
        {offered !== null && <TagsField form={form} offered={offered} />}
        <p class="row">
          <button class="button" type="submit">
            {t('thread.save')}
          </button>
          <a href={path}>{t('thread.cancel')}</a>
        </p>
        {draft.newer !== null && <NewerDraft href={draft.newer} />}
      </PostForm>
      {entry.visit.abilities.discard && (
        <p class="row small">
          <a href={`${path}/delete`}>{t('thread.delete_thread')}</a>
        </p>
      )}
    </ThreadFrame>
  )
}
