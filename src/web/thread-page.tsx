import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { addComment } from '../discussions/add-comment.ts'
import { Conflict, Invalid } from '../errors.ts'
import { fullName } from '../groups/group.ts'
import { loadPageOfComment, loadTalk, type ThreadVisit } from '../members/load-thread.ts'
import { visitorName } from '../members/visit.ts'
import type { Draft } from './comment-form-part.tsx'
import type { ThreadScene } from './comment-part.tsx'
import { Empty } from './empty-part.tsx'
import { type Exchange, sendPage } from './exchange.ts'
import { Flash } from './flash-part.tsx'
import { Layout } from './layout.tsx'
import { forgetToken, keepToken, linkToken } from './link-cookie.ts'
import { LivePart } from './live-part.tsx'
import { Person } from './person-part.tsx'
import { RichText } from './rich-text-part.tsx'
import { requireSameOrigin } from './same-origin.ts'
import {
  changeInThread,
  enterThread,
  goToThread,
  idInPath,
  numberInQuery,
  numbersOf,
  sentFields,
  type ThreadEntry,
  threadPath,
  typed,
} from './thread-door.ts'
import { ThreadSide } from './thread-side-part.tsx'
import { TalkPart } from './thread-talk-part.tsx'
import { When } from './when-part.tsx'

const INVALID_STATUS = 422
const CONFLICT_STATUS = 409

/** GET /d/KEY, also with ?k=TOKEN. NotFound alike for what is not there and what neither link nor session opens. */
export async function showThread(exchange: Exchange): Promise<FastifyReply> {
  const entry = await enterThread(exchange)
  const token = linkToken(exchange.request)
  if (token !== null) return keepToken(exchange, threadPath(exchange), token)
  return sendThread(exchange, entry, { page: numberInQuery(exchange, 'page', 1), draft: null })
}

/** GET /d/KEY/comments/ID: goes on to the comment in its thread. */
export async function showComment(exchange: Exchange): Promise<FastifyReply> {
  const { visit } = await enterThread(exchange)
  const id = idInPath(exchange)
  const page = await loadPageOfComment(exchange.services.db.pool, visit, id)
  return goToThread(exchange, `${page === 1 ? '' : `?page=${page}`}#comment-${id}`)
}

/** POST /d/KEY/comments: adds a comment. What cannot be taken comes back in its form. */
export async function postComment(exchange: Exchange): Promise<FastifyReply> {
  const fields = sentFields(exchange)
  const [parent_id = null] = numbersOf(fields, 'parent_id')
  const body = typed(fields, 'body')
  const mentioned_ids = numbersOf(fields, 'mentioned_ids')
  try {
    const { id } = await changeInThread(exchange, (act, visit) =>
      addComment(act, { discussion_id: visit.thread.discussion.id, parent_id, body, mentioned_ids }),
    )
    return goToThread(exchange, `/comments/${id}`)
  } catch (refusal) {
    if (!(refusal instanceof Invalid || refusal instanceof Conflict)) throw refusal
    const invalid = refusal instanceof Invalid
    const draft: Draft = {
      parent_id,
      body,
      mentioned_ids,
      problems: invalid ? refusal.problems : [],
      refusal: invalid ? null : refusal.message,
    }
    const [page = 1] = numbersOf(fields, 'page')
    const status = invalid ? INVALID_STATUS : CONFLICT_STATUS
    return sendThread(exchange, await enterThread(exchange), { page, draft, status })
  }
}

/** POST /d/KEY/not-me: lets this browser forget the link. */
export async function forgetThreadLink(exchange: Exchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  forgetToken(exchange, threadPath(exchange))
  return exchange.reply.redirect('/', 303)
}

async function sendThread(
  exchange: Exchange,
  { viewer, visit }: ThreadEntry,
  { page, draft, status = 200 }: { page: number; draft: Draft | null; status?: number },
): Promise<FastifyReply> {
  const talk = await loadTalk(exchange.services.db.pool, visit, page)
  const scene = { visit, talk, draft, path: threadPath(exchange) }
  return sendPage(exchange, <ThreadPage scene={scene} viewer={viewer} />, status)
}

function ThreadPage({ scene, viewer }: { scene: ThreadScene; viewer: ThreadEntry['viewer'] }): VNode {
  const { visit, path, draft } = scene
  const { discussion } = visit.thread
  const group_name = fullName(visit.in_group.group, visit.in_group.parent)
  return (
    <Layout
      title={discussion.title}
      group_name={group_name}
      viewer={viewer}
      crumbs={crumbsOf(visit, viewer)}
      side={<ThreadSide visit={visit} path={path} />}
    >
      <header>
        <p class="kicker">{`Thread in ${group_name}`}</p>
        <h1>{discussion.title}</h1>
      </header>
      {draft?.refusal != null && <Refused draft={draft} />}
      {draft !== null && draft.problems.length > 0 && <NotPosted draft={draft} />}
      {discussion.closed_at !== null && draft?.refusal == null && (
        <Flash title="This thread is closed." tone="plain">
          <p>It can be read, and takes no more comments.</p>
        </Flash>
      )}
      <Opening scene={scene} />
      <TalkPart scene={scene} />
      {visit.came_by === 'link' && <LinkNote visit={visit} path={path} />}
      <LivePart path={path} />
    </Layout>
  )
}

/** Members find their way back to the group; others may not know more of it than its name. */
function crumbsOf({ visitor, in_group, came_by }: ThreadVisit, viewer: ThreadEntry['viewer']) {
  if (viewer === null || came_by === 'link' || !visitor.accepted) return []
  const { handle, name } = in_group.group
  return [
    { label: name, href: `/g/${handle}` },
    { label: 'Threads', href: `/g/${handle}/threads` },
  ]
}

/** The opening post. */
function Opening({ scene: { visit, path } }: { scene: ThreadScene }): VNode {
  const { discussion, author } = visit.thread
  const clock = { now: visit.now, zone: visit.visitor.time_zone }
  return (
    <article class="stack opening-post" aria-label="Opening post">
      <div class="byline">
        <Person user={author} />
        <When at={discussion.created_at} on={clock} href={path} />
        {discussion.versions_count > 1 && <a href={`${path}/history`}>edited</a>}
      </div>
      {discussion.description === null || discussion.description.trim() === '' ? (
        <Empty>This thread was started with its title alone.</Empty>
      ) : (
        <RichText text={discussion.description} format={discussion.description_format} />
      )}
    </article>
  )
}

/** A long thread comes back with its form far below: the way there. */
function NotPosted({ draft: { parent_id } }: { draft: Draft }): VNode {
  return (
    <div class="note bad" role="alert">
      <strong>Your comment was not posted.</strong>
      <p>
        <a href={parent_id === null ? '#body' : `#body-${parent_id}`}>
          What you wrote is kept: mend it there
        </a>
      </p>
    </div>
  )
}

/** The thread changed while somebody wrote: what they wrote is not lost. */
function Refused({ draft }: { draft: Draft }): VNode {
  return (
    <div class="note bad stack" role="alert">
      <p>
        <strong>{draft.refusal}</strong> Your comment was not posted. Here is what you wrote, to be copied:
      </p>
      <div class="field">
        <label for="unsent">What you wrote</label>
        <textarea id="unsent" rows={6} readonly>
          {draft.body}
        </textarea>
      </div>
    </div>
  )
}

function LinkNote({ visit: { visitor }, path }: { visit: ThreadVisit; path: string }): VNode {
  return (
    <section class="note" aria-label="Your link">
      <p class="small quiet">
        {`Your link is personal: it was made for ${visitorName(visitor)}, and what you write here is theirs. It lets you read this thread${visitor.member ? '' : ' as a guest'}. Pass it on to nobody.`}
      </p>
      <form method="post" action={`${path}/not-me`}>
        <button class="link" type="submit">
          {`Not ${visitorName(visitor)}? Leave this thread`}
        </button>
      </form>
    </section>
  )
}
