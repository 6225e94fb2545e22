import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { addUnrepeated, isAnsweredGone, threadClosed } from '../../discussions/comments/add-comment.ts'
import { checkComment } from '../../discussions/comments/comment.ts'
import { Conflict, Invalid, NotFound, problem, refuse } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { queryOf } from '../../http/credentials.ts'
import type { Fields } from '../../http/forms.ts'
import { t } from '../../locales/say.ts'
import {
  loadNamedFor,
  loadPageOfComment,
  loadTalk,
  type ThreadVisit,
} from '../../members/visits/load-thread.ts'
import { TooManyAttempts } from '../../users/count-attempt.ts'
import { LIMITS } from '../../users/limit.ts'
import { namesInTexts } from '../../users/shown-names.ts'
import { Layout } from '../parts/layout.tsx'
import { LivePart } from '../parts/live-part.tsx'
import { withPublic } from '../public/or-public.ts'
import { showPublicComment, showPublicThread } from '../public/public-thread-page.tsx'
import { idInPath, numberInQuery } from '../request/address.ts'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, numbersOf, textOf } from '../request/form-text.ts'
import { keepToken, linkToken } from '../request/link-cookie.ts'
import { tokenIn } from '../request/once-part.tsx'
import { requireSameOrigin } from '../request/same-origin.ts'
import { DISCARD, draftState, KEEP } from '../visits/draft-note-part.tsx'
import { answerKeep } from '../visits/form-draft.ts'
import { ImportedNote } from '../visits/imported-part.tsx'
import { sightOfThread } from '../visits/live-sight.ts'
import { OWN_NAME_FIELD } from '../visits/own-name-part.tsx'
import { Tags } from '../visits/tags-part.tsx'
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
import {
  draftIn,
  endCommentDraft,
  inItsForm,
  keepCommentDraft,
  loadCommentDrafts,
  ofAnother,
  pathOfForm,
} from './comment-draft.ts'
import { type Draft, isApart, type SentComment, wantsPreview } from './comment-form-part.tsx'
import type { ThreadScene } from './comment-part.tsx'
import { draftsInForms } from './drafts-in-forms.ts'
import { mentionedIn } from './mentioned.ts'
import { withNames } from './names-on-page.ts'
import { Opening } from './opening-part.tsx'
import { POSTED, sharedNamesNote } from './shared-names-part.tsx'
import { startedNote } from './started-part.tsx'
import {
  closeThread,
  forgetThreadLink,
  joinByCommenting,
  markThreadRead,
  nameIn,
  openThreadPoll,
  passBallotOn,
  reopenThread,
  takeName,
} from './thread-actions.ts'
import { LinkNote, ThreadNotes } from './thread-notes-part.tsx'
import { sheetsOfPolls } from './thread-poll-part.tsx'
import { startsPolls, ThreadSide } from './thread-side-part.tsx'
import { TalkPart } from './thread-talk-part.tsx'

const OK_STATUS = 200
/** In the query: the poll or the comment with which the reader has just become a member. */
const JOINED = 'joined'
const INVALID_STATUS = 422
const CONFLICT_STATUS = 409

const forReaders = threadPage({
  path: '/d/:key',
  may: 'see',
  show: showThread,
  acts: {
    '/d/:key/comments': postComment,
    '/d/:key/close': closeThread,
    '/d/:key/reopen': reopenThread,
    '/d/:key/read': markThreadRead,
    '/d/:key/not-me': forgetThreadLink,
    '/d/:key/polls/:poll': openThreadPoll,
    '/d/:key/polls/:poll/ballot': passBallotOn,
  },
})

export const threadHomePage = withPublic(forReaders, showPublicThread)

export const commentPage = withPublic(
  threadPage({ path: '/d/:key/comments/:id', may: 'see', show: showComment }),
  showPublicComment,
)

/**
 * GET /d/KEY, also with ?k=TOKEN. NotFound both for missing threads and for threads that neither link nor
 * session opens.
 */
async function showThread(exchange: Exchange, entry: ThreadEntry): Promise<FastifyReply> {
  const token = linkToken(exchange.request)
  if (token !== null) return keepToken(exchange, token, { path: threadPath(exchange) })
  return sendThread(exchange, entry, { page: numberInQuery(exchange, 'page', 1), draft: null })
}

/** GET /d/KEY/comments/ID: redirects to the comment in its thread. */
async function showComment(exchange: Exchange, { visit }: ThreadEntry): Promise<FastifyReply> {
  const id = idInPath(exchange)
  const page = await loadPageOfComment(exchange.services.db.pool, visit, id)
  const query = queryOf(exchange.request)
  const posted = [POSTED, JOINED].map((said) => (query[said] === undefined ? '' : `&${said}=${id}`)).join('')
  return goToThread(exchange, `${page === 1 && posted === '' ? '' : `?page=${page}${posted}`}#comment-${id}`)
}

/** POST /d/KEY/comments: adds a comment, or previews it. Refused input comes back in its form. */
async function postComment(exchange: ThreadExchange): Promise<FastifyReply> {
  const { act: step } = formOf(exchange)
  if (step === KEEP || step === DISCARD) return keepComment(exchange, step === KEEP)
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const draft = draftOf(formOf(exchange))
  const { parent_id, body } = draft
  try {
    if (draft.preview) {
      await enterBySentForm(exchange)
      refuse(checkComment(body))
      return await sendDraft(exchange, draft, OK_STATUS)
    }
    // People who go back to the page have a name by then, and may see another number of pages.
    const asks = [draft.apart ? null : parent_id, body, draft.mentioned_ids]
    const { id, unclear, joined } = await changeInThread({ ...exchange, asks }, async (act, visit, came) => {
      const { id: discussion_id } = visit.thread.discussion
      await takeName(act, { ...came, said: nameIn(exchange, came) }, checkComment(body))
      await endCommentDraft(act.tx, came, await inItsForm(act.tx, came, draft))
      const { ids: mentioned_ids, unclear } = await mentionedIn(act.tx, visit, draft)
      const comment = { discussion_id, parent_id: draft.apart ? null : parent_id, body, mentioned_ids }
      const { id } = await addUnrepeated(act, comment)
      return { id, unclear, joined: await joinByCommenting(act, came) }
    })
    const said = [...(unclear ? [POSTED] : []), ...(joined ? [JOINED] : [])].join('&')
    return goToThread(exchange, `/comments/${id}${said === '' ? '' : `?${said}`}`)
  } catch (refusal) {
    return sendBack(exchange, { ...draft, preview: false }, refusal)
  }
}

/** Saves the draft for the page's script, or discards it. */
async function keepComment(exchange: ThreadExchange, keeps: boolean): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const { visit } = await enterBySentForm(exchange)
  const { pool } = exchange.services.db
  const draft = await inItsForm(pool, visit, draftIn(formOf(exchange)))
  if (!keeps) {
    await endCommentDraft(pool, visit, draft)
    return goToThread(exchange)
  }
  // Also if the thread was closed meanwhile: it may be reopened.
  const kept = await keepCommentDraft(pool, visit, draft)
  return answerKeep(exchange, kept, pathOfForm(threadPath(exchange), formOf(exchange)))
}

/** The form again, with the values and the errors. Rethrows errors that do not concern the comment. */
function sendBack(exchange: ThreadExchange, draft: SentComment, refusal: unknown): Promise<FastifyReply> {
  // No form refers to a missing comment.
  if (refusal instanceof Invalid && refusal.problems.some(({ field }) => field === 'parent_id'))
    throw new NotFound()
  if (refusal instanceof Invalid)
    return sendDraft(exchange, { ...draft, problems: refusal.problems }, INVALID_STATUS)
  // The name may belong to the person who saw the form.
  if (refusal instanceof Conflict)
    return sendDraft(exchange, { ...draft, refusal, own_name: null }, CONFLICT_STATUS)
  if (!(refusal instanceof TooManyAttempts)) throw refusal
  const problems = [problem('body', 'too_many_comments', { most: LIMITS.comment.most })]
  return sendDraft(exchange, { ...draft, problems }, refusedStatus(exchange, refusal))
}

async function sendDraft(exchange: ThreadExchange, sent: SentComment, status: number): Promise<FastifyReply> {
  const [sent_from = 1] = numbersOf(formOf(exchange), 'page')
  const entry = await enterThread(exchange)
  const { pool } = exchange.services.db
  const found = await inItsForm(pool, entry.visit, sent)
  // No draft is kept of somebody else's text.
  const kept =
    found.refusal?.code === 'other_person' ? null : await keepCommentDraft(pool, entry.visit, found)
  const href = pathOfForm(threadPath(exchange), formOf(exchange))
  const draft = { ...found, ...draftState(kept, { now: entry.visit.now, href }) }
  // The parent may have moved to another page in the meantime.
  const page =
    draft.parent_id === null ? sent_from : await loadPageOfComment(pool, entry.visit, draft.parent_id)
  if (draft.refusal?.code === 'other_person')
    return sendThread(exchange, entry, { page, draft: { ...draft, refusal: ofAnother(entry) }, status })
  if (draft.refusal !== null || entry.visit.abilities.comment)
    return sendThread(exchange, entry, { page, draft, status })
  // Closed since its form was opened: no form is left that keeps what was typed.
  const refused = { ...draft, refusal: threadClosed() }
  return sendThread(exchange, entry, { page, draft: refused, status: CONFLICT_STATUS })
}

function draftOf(fields: Fields): SentComment {
  return {
    ...draftIn(fields),
    own_name: OWN_NAME_FIELD in fields ? textOf(fields, OWN_NAME_FIELD) : null,
    preview: wantsPreview(fields),
    apart: isApart(fields),
    once: tokenIn(fields),
  }
}

/** The page; `draft`: what was sent and comes back, beside the saved drafts of other forms. */
async function sendThread(
  exchange: Exchange,
  { viewer, visit }: ThreadEntry,
  { page, draft, status = 200 }: { page: number; draft: Draft | null; status?: number },
): Promise<FastifyReply> {
  const { pool } = exchange.services.db
  const loaded = await loadTalk(pool, visit, page)
  const named = await loadNamedFor(pool, visit, draft?.preview === true ? draft.body : '')
  const { talk, names } = withNames(visit, loaded, named)
  const mentions = namesInTexts(named, names)
  const { [JOINED]: by, answer } = queryOf(exchange.request)
  const [path, joined] = [threadPath(exchange), visit.visitor.accepted ? by : undefined]
  const of_another = viewer !== null && visit.came_by === 'link'
  // A text refused as a whole stands in the note, to copy, and not in its form. A reply to a comment that was
  // deleted still has a form.
  const in_form = draft === null || draft.refusal === null || isAnsweredGone(draft.refusal)
  const [refused, kept] = in_form ? [null, draft] : [draft, null]
  const drafts = draftsInForms(draft, await loadCommentDrafts(pool, visit), {
    came_back: kept !== null,
    dead_ends: talk.dead_ends,
  })
  const scene = { visit, talk, names, mentions, drafts, answer, joined, of_another, path }
  const started = (await startedNote(exchange, { viewer, visit })) ?? sharedNamesNote(exchange, visit, talk)
  // A reply that has lost its form is in the first one.
  const noted = talk.dead_ends.has(kept?.root_id ?? 0) ? (drafts[0] ?? null) : kept
  return sendPage(exchange, <ThreadPage {...{ scene, viewer, started, kept: noted, refused }} />, status)
}

type Notes = { started: VNode | null; kept: Draft | null; refused: Draft | null }
type Props = Notes & { scene: ThreadScene; viewer: ThreadEntry['viewer'] }

function ThreadPage({ scene, viewer, started, kept, refused }: Props): VNode {
  const { visit, path } = scene
  const { discussion } = visit.thread
  const group_name = fullName(visit.in_group.group, visit.in_group.parent)
  return (
    <Layout
      title={discussion.title}
      group_name={group_name}
      names_group
      viewer={viewer}
      crumbs={crumbsOf(visit, viewer)}
      side={<ThreadSide visit={visit} path={path} />}
      sheets={['thread', ...sheetsOfPolls(scene), ...(startsPolls(visit) ? ['thumb' as const] : [])]}
    >
      <header>
        <p class="kicker">{t('thread.kicker', { group: group_name })}</p>
        <h1 dir="auto" lang={discussion.content_locale ?? undefined}>
          {discussion.title}
        </h1>
        <Tags tags={discussion.tags} handle={groupHandle(visit, viewer)} />
        <ImportedNote at={discussion.imported_at} zone={visit.visitor.time_zone} />
      </header>
      {scene.of_another && <LinkNote visit={visit} path={path} viewer={viewer} />}
      {started}
      <ThreadNotes scene={scene} draft={kept} refused={refused} />
      <Opening scene={scene} />
      <TalkPart scene={scene} />
      {!scene.of_another && <LinkNote visit={visit} path={path} viewer={null} />}
      <LivePart path={path} print={sightOfThread(visit, scene.talk).print} />
    </Layout>
  )
}

/** The handle of the group, if the visitor may open its pages. */
function groupHandle({ visitor, in_group, came_by }: ThreadVisit, viewer: Props['viewer']) {
  return viewer === null || came_by === 'link' || !visitor.accepted ? null : in_group.group.handle
}

/** Members get a link to the group; others only see its name. */
function crumbsOf(visit: ThreadVisit, viewer: ThreadEntry['viewer']) {
  const handle = groupHandle(visit, viewer)
  if (handle === null) return []
  return [
    { label: visit.in_group.group.name, href: `/g/${handle}` },
    { label: t('thread.threads'), href: `/g/${handle}/threads` },
  ]
}
