import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { Act } from '../../db/db.ts'
import type { Queryable } from '../../db/sql.ts'
import { loadMentionable, type NamedPerson } from '../../discussions/comments/load-comments.ts'
import { MAX_BODY, MAX_TITLE } from '../../discussions/discussion.ts'
import { loadAudienceSize } from '../../discussions/load-audience-size.ts'
import { loadThreadKey } from '../../discussions/load-thread-key.ts'
import { startDiscussion } from '../../discussions/start-discussion.ts'
import { Invalid } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { loadOfferedTags } from '../../groups/tags/load-tags.ts'
import { checkTags, type Tag } from '../../groups/tags/tag.ts'
import type { Fields } from '../../http/forms.ts'
import { inAlphabet } from '../../locales/alphabet.ts'
import { t } from '../../locales/say.ts'
import { loadThreadVisit } from '../../members/visits/load-thread.ts'
import { checkLength } from '../../text/length.ts'
import { endDraft } from '../../users/drafts/discard-draft.ts'
import { loadDraft } from '../../users/drafts/load-draft.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { AreaField, Faults, type FormState, Hidden, LineField, TickField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { leftOutQuery } from '../parts/told-part.tsx'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { Once } from '../request/once-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import {
  DraftNoteAbove,
  DraftSeen,
  type DraftState,
  NewerDraft,
  NO_DRAFT,
} from '../visits/draft-note-part.tsx'
import { EmailLine, loadUnsent, type Unsent } from '../visits/email-note-part.tsx'
import {
  answerDraft,
  draftPageIn,
  keepSentBack,
  keepTyped,
  sentPageIn,
  typedFields,
} from '../visits/form-draft.ts'
import { type Entry, enterGroup, type GroupExchange, groupPage, startInGroup } from '../visits/group-door.ts'
import { loadStarted, type Started, StartedAlready, startedTitle } from '../visits/started-already-part.tsx'
import { TagsField } from '../visits/tags-part.tsx'
import { NewThreadPreview, type Preview } from './new-thread-preview-part.tsx'
import { readThreadForm, type TypedThread, textHint, threadLabels, titleHint } from './thread-form.ts'
import { ThreadRecipients } from './thread-recipients-part.tsx'

const INVALID_STATUS = 422
const CONFLICT_STATUS = 409

const FORM = 'new-thread'

/** The whole group is the default: a thread nobody hears about stays empty. */
const EMPTY_FORM: FormState = { values: { recipient_audience: 'true' }, problems: [] }

export const newThreadPage = groupPage({
  path: '/g/:handle/new-thread',
  may: 'start',
  show: showNewThread,
  acts: { '/g/:handle/new-thread': postNewThread },
})

/** GET /g/HANDLE/new-thread: for members who have joined. */
async function showNewThread(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  const draft = await loadDraft(exchange.services.db.pool, draftOf(entry))
  const form = draft === null ? EMPTY_FORM : { values: draft.fields, problems: [] }
  const kept_at = draft?.saved_at ?? null
  return sendForm(exchange, entry, { form, preview: null, draft: { ...NO_DRAFT, kept_at } })
}

/** POST /g/HANDLE/new-thread: previews or starts it; invalid input comes back in its form. */
async function postNewThread(exchange: GroupExchange): Promise<FastifyReply> {
  const fields = formOf(exchange)
  const opened = await enterGroup(exchange)
  const drafted = await answerDraft(exchange, draftOf(opened))
  if (drafted !== null) return drafted
  if (fields['act'] === 'preview') return previewThread(exchange, opened, fields)
  try {
    const wish = readThreadForm(fields)
    const { key, told, as_sent } = await startInGroup(exchange, {
      what: 'thread',
      values: wish,
      like: [wish.title],
      start: (act, entry) => startThread(act, entry, wish),
    })
    if (!as_sent) return await showStarted(exchange, opened, key)
    // Also when it was sent again, and saved again before.
    await endDraft(exchange.services.db.pool, draftOf(opened), draftPageIn(fields))
    return exchange.reply.redirect(
      `/d/${key}?told=${told}${leftOutQuery(textOf(fields, 'recipient_emails'))}`,
      303,
    )
  } catch (refusal) {
    if (!(refusal instanceof Invalid)) throw refusal
    return sendBack(exchange, await enterGroup(exchange), {
      form: { values: fields, problems: refusal.problems },
      preview: null,
      status: refusedStatus(exchange, refusal),
    })
  }
}

async function startThread(act: Act, { visit, viewer }: Entry, wish: TypedThread) {
  const group_id = visit.in_group.group.id
  const told = await loadAudienceSize(act.tx, wish.recipients, { group_id, teller: viewer.id })
  const id = await startDiscussion(act, {
    group_id,
    title: wish.title,
    description: wish.description,
    description_format: 'md',
    private: wish.private,
    tags: wish.tags ?? [],
    recipients: wish.recipients,
    problems: [],
  })
  return { key: await loadThreadKey(act.tx, id), told }
}

/** The form was sent before, with other values: asks what is meant. What was typed since is a draft. */
async function showStarted(exchange: Exchange, entry: Entry, key: string): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const values = typedFields(exchange)
  await keepTyped(exchange, draftOf(entry), sentPageIn(formOf(exchange)))
  const started = await loadStarted(() => loadStartedThread(pool, entry.viewer.id, key))
  return sendPage(exchange, <ThreadStarted {...{ entry, values, started }} />, CONFLICT_STATUS)
}

async function loadStartedThread(db: Queryable, user_id: number, key: string): Promise<Started> {
  const { thread, abilities } = await loadThreadVisit(db, { token: '', user_id }, key)
  return { path: `/d/${key}`, title: thread.discussion.title, editable: abilities.edit }
}

type Sent = { form: FormState; preview: Preview | null; status?: number }
type Shown = Sent & { draft: DraftState }

/** The draft of a person's next thread in a group. */
function draftOf({ visit, viewer }: Pick<Entry, 'visit' | 'viewer'>) {
  const place = `thread in group ${visit.in_group.group.id}`
  return { user_id: viewer.id, place, text: ['title', 'description'] }
}

async function previewThread(exchange: GroupExchange, entry: Entry, fields: Fields): Promise<FastifyReply> {
  const wish = readThreadForm(fields)
  const problems = [
    ...checkLength('title', wish.title, MAX_TITLE),
    ...checkLength('description', wish.description, MAX_BODY),
    ...checkTags(wish.tags ?? []),
  ]
  if (problems.length > 0) {
    const form = { values: fields, problems }
    return sendBack(exchange, entry, { form, preview: null, status: INVALID_STATUS })
  }
  const told = await loadAudienceSize(exchange.services.db.pool, wish.recipients, {
    group_id: entry.visit.in_group.group.id,
    teller: entry.viewer.id,
  })
  return sendBack(exchange, entry, { form: { values: fields, problems: [] }, preview: { wish, told } })
}

/** What was sent, in its form again, and saved as a draft. */
async function sendBack(exchange: GroupExchange, entry: Entry, sent: Sent): Promise<FastifyReply> {
  const draft = await keepSentBack(exchange, draftOf(entry), entry.visit.now)
  return sendForm(exchange, entry, { ...sent, draft })
}

async function sendForm(
  exchange: Exchange,
  entry: Entry,
  { form, preview, draft, status = 200 }: Shown,
): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const group_id = entry.visit.in_group.group.id
  const ask = { discussion_id: null, group_id, user_id: entry.viewer.id, member: true }
  const choosable = inAlphabet(await loadMentionable(pool, ask), ({ name }) => name)
  const offered = await loadOfferedTags(pool, group_id)
  const unsent = await loadUnsent(exchange, entry)
  const shown = { entry, form, preview, draft, choosable, offered, unsent }
  return sendPage(exchange, <NewThreadPage {...shown} />, status)
}

function NewThreadPage({
  entry,
  form,
  preview,
  draft,
  choosable,
  offered,
  unsent,
}: {
  entry: Entry
  form: FormState
  preview: Preview | null
  draft: DraftState
  choosable: NamedPerson[]
  offered: Tag[]
  unsent: Unsent
}): VNode {
  const { viewer, visit, handle } = entry
  const { group, parent, counts } = visit.in_group
  return (
    <Frame entry={entry} title={t('thread.new_title', { group: fullName(group, parent) })}>
      <header>
        <h1>{t('thread.start_heading')}</h1>
      </header>
      <p>{t('thread.start_about', { group: group.name })}</p>
      <Faults problems={form.problems} labels={threadLabels()} />
      {preview !== null && <NewThreadPreview {...preview} />}
      {draft.kept_at !== null && (
        <DraftNoteAbove
          at={draft.kept_at}
          on={{ now: visit.now, zone: viewer.time_zone }}
          form={FORM}
          act="start"
        />
      )}
      <PostForm id={FORM} action={`/g/${handle}/new-thread`} class="stack" data-keep="">
        <Once sent={form.values} />
        <DraftSeen at={draft.kept_at} sent={form.values} />
        <LineField form={form} name="title" label={t('thread.title')} hint={titleHint()} />
        <AreaField form={form} name="description" label={t('thread.text')} hint={textHint()} rows={10} />
        <TagsField form={form} offered={offered} />
        {group.public && (
          <TickField form={form} name="public" label={t('thread.public')} hint={t('thread.public_hint')} />
        )}
        <ThreadRecipients form={form} members={counts.memberships} choosable={choosable}>
          <EmailLine unsent={unsent} handle={handle} />
        </ThreadRecipients>
        <p class="row">
          <button class="button" type="submit" name="act" value="start">
            {t('thread.start')}
          </button>
          <button class="button plain" type="submit" name="act" value="preview">
            {t('thread.preview')}
          </button>
        </p>
        {draft.newer !== null && <NewerDraft href={draft.newer} />}
        <IslandScript name="offer-names" />
      </PostForm>
    </Frame>
  )
}

type FrameProps = { entry: Entry; title: string; children: ComponentChildren }

function Frame({ entry: { viewer, visit, handle }, title, children }: FrameProps): VNode {
  const { group, parent } = visit.in_group
  return (
    <Layout
      title={title}
      group_name={fullName(group, parent)}
      viewer={viewer}
      crumbs={[
        { label: group.name, href: `/g/${handle}` },
        { label: t('thread.threads'), href: `/g/${handle}/threads` },
      ]}
      sheets={['thread', 'beside-thread']}
    >
      {children}
    </Layout>
  )
}

type StartedProps = { entry: Entry; values: Fields; started: Started | null }

/** The page after sending the form again with other values. */
function ThreadStarted({ entry, values, started }: StartedProps): VNode {
  const again = { action: `/g/${entry.handle}/new-thread`, name: 'act', value: 'start' }
  return (
    <Frame entry={entry} title={startedTitle('thread')}>
      <StartedAlready what="thread" {...{ started, again }}>
        <Hidden values={values} names={Object.keys(values)} />
      </StartedAlready>
    </Frame>
  )
}
