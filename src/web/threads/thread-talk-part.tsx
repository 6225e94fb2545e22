import type { VNode } from 'preact'
import { count } from '../../text/counted.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { CommentForm } from './comment-form-part.tsx'
import { CommentPart, draftClock, type ThreadScene } from './comment-part.tsx'
import { ThreadPollPart } from './thread-poll-part.tsx'

/** What is said in a thread, in order, with its polls in place, and the form for one more comment. */
export function TalkPart({ scene }: { scene: ThreadScene }): VNode {
  const { visit, talk, draft, path } = scene
  return (
    <section class="stack" aria-labelledby="talk">
      <h2 id="talk">{headingOf(scene)}</h2>
      <News scene={scene} />
      {talk.items.length === 0 ? (
        <Empty>
          {visit.abilities.comment ? 'Nobody has commented yet. Be the first.' : 'Nobody commented.'}
        </Empty>
      ) : (
        <ol class="talk bare" start={1}>
          {talk.items.map((item) =>
            item.is === 'poll' ? (
              <ThreadPollPart key={`poll ${item.poll.id}`} item={item} scene={scene} />
            ) : (
              <CommentPart key={`comment ${item.comment.id}`} item={item} scene={scene} />
            ),
          )}
        </ol>
      )}
      <Pages scene={scene} />
      <MarkRead scene={scene} />
      {visit.abilities.comment && (
        <section class="stack" aria-labelledby="your-comment">
          <h2 id="your-comment">Add a comment</h2>
          <CommentForm
            action={`${path}/comments`}
            parent_id={null}
            page={talk.page}
            draft={draft}
            mentionable={talk.mentionable}
            namer={visit}
            on={draftClock(visit)}
          />
          {visit.came_by === 'session' && <IslandScript name="keep-comment" />}
        </section>
      )}
    </section>
  )
}

function headingOf({ visit, talk }: ThreadScene): string {
  const { comments_count } = visit.thread.discussion
  const parts = [
    ...(comments_count === 0 ? [] : [count(comments_count, 'comment')]),
    ...(talk.polls_count === 0 ? [] : [count(talk.polls_count, 'poll')]),
  ]
  return parts.length === 0 ? 'Comments' : parts.join(' and ')
}

/** How many comments are new, with the way to the first of them. */
function News({ scene: { talk, path } }: { scene: ThreadScene }): VNode | null {
  const { first, comment_ids } = talk.news
  if (first === null) return null
  const page = first.page === 1 ? '' : `?page=${first.page}`
  return (
    <p class="news">
      <strong>{`${count(comment_ids.length, 'new comment')} since your last visit.`}</strong>{' '}
      <a href={`${first.page === talk.page ? '' : `${path}${page}`}#comment-${first.id}`}>
        Go to the first of them
      </a>
    </p>
  )
}

/** At the end of what there is. A script sends it when the end is in view; without one the button does. */
function MarkRead({ scene: { visit, talk, path } }: { scene: ThreadScene }): VNode | null {
  const { items_count } = visit.thread.discussion
  if (talk.page < talk.pages || (visit.last_seen ?? -1) >= items_count) return null
  return (
    <form method="post" action={`${path}/read`} class="mark-read" data-mark-read>
      <input type="hidden" name="last_seen" value={items_count} />
      <button class="link" type="submit">
        Mark as read
      </button>
      <IslandScript name="mark-read" />
    </form>
  )
}

function Pages({ scene: { talk, path } }: { scene: ThreadScene }): VNode | null {
  const { page, pages } = talk
  if (pages === 1) return null
  return (
    <nav class="row" aria-label="Pages of this thread">
      {page > 1 && <a href={page === 2 ? path : `${path}?page=${page - 1}`}>Earlier</a>}
      <span class="quiet">{`Page ${page} of ${pages}`}</span>
      {page < pages && <a href={`${path}?page=${page + 1}`}>Later</a>}
    </nav>
  )
}
