import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { islandPath } from '../assets/islands.ts'
import { Empty } from '../parts/empty-part.tsx'
import { PostForm } from '../request/shown-to-part.tsx'
import { richSentences } from '../words/rich.tsx'
import { CommentForm } from './comment-form-part.tsx'
import { CommentPart, draftClock, groupJoined, type ThreadScene } from './comment-part.tsx'
import { hasBallot, ThreadPollPart } from './thread-poll-part.tsx'

/** The comments and polls of a thread in order, and the form for one more comment. */
export function TalkPart({ scene }: { scene: ThreadScene }): VNode {
  const { visit, talk, drafts, path } = scene
  const drafts_on = draftClock(visit)
  return (
    <section class="stack" aria-labelledby="talk">
      <h2 id="talk">{headingOf(scene)}</h2>
      <News scene={scene} />
      {talk.items.length === 0 ? (
        <Empty>{t(visit.abilities.comment ? 'thread.be_first' : 'thread.no_comment')}</Empty>
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
      {talk.items.some((item) => item.is === 'poll' && hasBallot({ item, scene })) && (
        <IslandScript name="keep-draft" />
      )}
      <Pages scene={scene} />
      <MarkRead scene={scene} />
      {/* Also where nothing is unread, or nobody may comment: updates of the page bring more. */}
      <IslandScript name="thread" />
      {visit.abilities.comment && (
        <section
          class="stack"
          aria-labelledby="your-comment"
          data-kept={islandPath('keep-comment')}
          data-names={islandPath('offer-names')}
        >
          <h2 id="your-comment">{t('thread.add_comment')}</h2>
          <CommentForm
            action={`${path}/comments`}
            parent_id={null}
            page={talk.page}
            draft={drafts.find(({ root_id }) => root_id === null) ?? null}
            mentionable={talk.mentionable}
            mentions={scene.mentions}
            namer={visit}
            joins={groupJoined(visit)}
            on={drafts_on}
          />
          {/* For people who are signed in, `thread` loads it where this browser has something of theirs. */}
          {drafts_on === null && <IslandScript name="keep-comment" />}
        </section>
      )}
    </section>
  )
}

function headingOf({ visit, talk }: ThreadScene): string {
  const { comments_count: comments } = visit.thread.discussion
  const { polls_count: polls } = talk
  if (polls === 0) return t('thread.comments', { comments })
  return comments === 0 ? t('thread.polls', { polls }) : t('thread.comments_and_polls', { comments, polls })
}

/** How many comments are new, with a link to the first of them. */
function News({ scene: { talk, path } }: { scene: ThreadScene }): VNode | null {
  const { first, comment_ids } = talk.news
  if (first === null) return null
  const page = first.page === 1 ? '' : `?page=${first.page}`
  return (
    <p class="news on-screen">
      {richSentences([
        <strong>{t('thread.unread_comments', { count: comment_ids.length })}</strong>,
        <a href={`${first.page === talk.page ? '' : `${path}${page}`}#comment-${first.id}`}>
          {t('thread.go_to_first')}
        </a>,
      ])}
    </p>
  )
}

/**
 * At the end of the page. A script submits it for what has been in view, so only readers without scripts see
 * the button, at the end of the thread.
 */
function MarkRead({ scene: { visit, talk, path } }: { scene: ThreadScene }): VNode | null {
  const { items_count } = visit.thread.discussion
  const { last_seen } = visit
  if ((last_seen ?? -1) >= items_count) return null
  const reads = { 'data-mark-read': last_seen ?? -1, 'data-most': talk.readable_to }
  return (
    <PostForm action={`${path}/read`} class="mark-read" hidden={talk.page < talk.pages} {...reads}>
      <input type="hidden" name="last_seen" value={items_count} />
      <button class="link" type="submit">
        {t('thread.mark_read')}
      </button>
    </PostForm>
  )
}

function Pages({ scene: { talk, path } }: { scene: ThreadScene }): VNode | null {
  const { page, pages } = talk
  if (pages === 1) return null
  return (
    <nav class="row" aria-label={t('thread.pages')}>
      {page > 1 && <a href={page === 2 ? path : `${path}?page=${page - 1}`}>{t('thread.earlier')}</a>}
      <span class="quiet">{t('thread.page_of', { page, pages })}</span>
      {page < pages && <a href={`${path}?page=${page + 1}`}>{t('thread.later')}</a>}
    </nav>
  )
}
