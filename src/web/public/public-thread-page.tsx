import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { leadOf } from '../../polls/counts/lead.ts'
import { settledOn } from '../../polls/outcomes/outcome.ts'
import { kindName } from '../../polls/poll-words.ts'
import {
  loadPublicPageOfComment,
  loadPublicThread,
  type PublicCommentItem,
  type PublicPollItem,
  type PublicThreadView,
} from '../../public/load-public-thread.ts'
import type { PublicComment } from '../../public/public-facts.ts'
import { displayName } from '../../users/user.ts'
import { NO_SINGLE } from '../drawings/picture.ts'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { Flash } from '../parts/flash-part.tsx'
import { Person } from '../parts/person-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { When } from '../parts/when-part.tsx'
import { idInPath, numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { LeadPart } from '../results/lead-part.tsx'
import { DecidedOn } from '../results/outcome-part.tsx'
import { ResultPicture } from '../results/picture-part.tsx'
import { sentenceWords } from '../results/result-words.ts'
import { richSentences } from '../words/rich.tsx'
import {
  groupCrumb,
  PublicFrame,
  type PublicReader,
  readerOf,
  sendPublicPage,
  tellRobots,
} from './public-frame-part.tsx'
import { Standing } from './standing-part.tsx'

/** GET /d/KEY for people who are not its readers. NotFound: it is not public, or there is none. */
export async function showPublicThread(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const page = numberInQuery(exchange, 'page', 1)
  const view = await loadPublicThread(exchange.services.db.pool, key, page)
  const reader = await readerOf(exchange, view.group)
  tellRobots(exchange, view.group)
  const shown = { view, now: view.now, reader }
  return sendPublicPage(exchange, shown, <PublicThreadPage view={view} reader={reader} />)
}

/** GET /d/KEY/comments/ID for them: redirects to the comment in its thread. */
export async function showPublicComment(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const id = idInPath(exchange)
  const page = await loadPublicPageOfComment(exchange.services.db.pool, key, id)
  return exchange.reply.redirect(`/d/${key}${page === 1 ? '' : `?page=${page}`}#comment-${id}`, 303)
}

type Props = { view: PublicThreadView; reader: PublicReader }

function PublicThreadPage({ view, reader }: Props): VNode {
  const { group, thread } = view
  return (
    <PublicFrame
      title={thread.title}
      group={group}
      reader={reader}
      about={{ text: thread.description, format: thread.description_format }}
      crumbs={[groupCrumb(group), { label: t('group.tab_threads'), href: `/g/${group.handle}#threads` }]}
      sheets={view.polls_count > 0 ? ['thread', 'results'] : ['thread']}
      facts={<Facts view={view} reader={reader} />}
    >
      <header>
        <p class="kicker">{t('public.thread_in', { group: group.name })}</p>
        <h1 dir="auto" lang={thread.content_locale ?? undefined}>
          {thread.title}
        </h1>
      </header>
      {thread.closed_at !== null && <Flash title={t('thread.closed')} tone="plain" />}
      <Opening view={view} reader={reader} />
      <Talk view={view} reader={reader} />
    </PublicFrame>
  )
}

function Facts({ view: { thread }, reader }: Props): VNode {
  return (
    <dl class="facts">
      <dt>{t('thread.started_by')}</dt>
      <dd>
        <Person user={{ name: thread.author }} />
      </dd>
      <dt>{t('thread.started_at')}</dt>
      <dd>
        <Time at={thread.created_at} zone={reader.zone} />
      </dd>
    </dl>
  )
}

function Opening({ view: { thread, now }, reader }: Props): VNode {
  return (
    <article class="stack opening-post" aria-label={t('thread.opening_post')}>
      <div class="byline">
        <Person user={{ name: thread.author }} />
        <When at={thread.created_at} on={{ now, zone: reader.zone }} href={`/d/${thread.key}`} />
      </div>
      {thread.description === null || thread.description.trim() === '' ? (
        <Empty>{t('thread.title_alone')}</Empty>
      ) : (
        <RichText text={thread.description} format={thread.description_format} lang={thread.content_locale} />
      )}
    </article>
  )
}

function Talk({ view, reader }: Props): VNode {
  return (
    <section class="stack" aria-labelledby="talk">
      <h2 id="talk">{headingOf(view)}</h2>
      {view.items.length === 0 ? (
        <Empty>{t('thread.no_comment')}</Empty>
      ) : (
        <ol class="talk bare">
          {view.items.map((item) =>
            item.is === 'poll' ? (
              <PollCard key={`poll ${item.poll.id}`} item={item} view={view} reader={reader} />
            ) : (
              <Comment key={`comment ${item.id}`} item={item} view={view} reader={reader} />
            ),
          )}
        </ol>
      )}
      <Pages view={view} />
    </section>
  )
}

function headingOf({ thread: { comments_count: comments }, polls_count: polls }: PublicThreadView): string {
  if (polls === 0) return t('thread.comments', { comments })
  return comments === 0 ? t('thread.polls', { polls }) : t('thread.comments_and_polls', { comments, polls })
}

function Comment({ item, view, reader }: Props & { item: PublicCommentItem }): VNode {
  return (
    <li class="comment">
      {item.comment !== null && <Said comment={item.comment} view={view} reader={reader} />}
      {item.replies.length > 0 && (
        <div class="replies">
          <ol class="bare">
            {item.replies.map((reply) => (
              <li key={reply.id}>
                <Said comment={reply} view={view} reader={reader} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </li>
  )
}

function Said({ comment, view, reader }: Props & { comment: PublicComment }): VNode {
  const at = `#comment-${comment.id}`
  return (
    <article id={`comment-${comment.id}`} class="said">
      {comment.body === null ? (
        <p class="quiet deleted">{t('public.deleted')}</p>
      ) : (
        <>
          <header class="byline">
            <Person user={{ name: comment.author }} />
            <When at={comment.created_at} on={{ now: view.now, zone: reader.zone }} href={at} />
          </header>
          <RichText text={comment.body} format="md" lang={comment.content_locale} />
        </>
      )}
    </article>
  )
}

function PollCard({ item, view, reader }: Props & { item: PublicPollItem }): VNode {
  const { poll, author, outcome, options } = item
  return (
    <li class="poll-card">
      <article aria-labelledby={`poll-${poll.id}`}>
        <p class="kicker">
          {t('thread.poll_by', {
            kind: kindName(poll),
            name: displayName({ name: author }),
          })}
        </p>
        <h3 id={`poll-${poll.id}`} dir="auto">
          {poll.title}
        </h3>
        <p>
          <Standing poll={poll} now={view.now} zone={reader.zone} />
        </p>
        <Result item={item} view={view} reader={reader} />
        {outcome !== null && (
          <section class="outcome stack" aria-labelledby={`outcome-${poll.id} poll-${poll.id}`}>
            <h4 id={`outcome-${poll.id}`}>{t('thread.outcome')}</h4>
            <DecidedOn poll={poll} option={settledOn(outcome, options)} zone={reader.zone} />
            <RichText text={outcome.statement} format={outcome.statement_format} />
          </section>
        )}
        <a class="button plain" href={`/p/${poll.key}`} aria-describedby={`poll-${poll.id}`}>
          {t('thread.see_poll')}
        </a>
      </article>
    </li>
  )
}

/** The totals in brief, as far as the results gate shows them to strangers. */
function Result({ item, view, reader }: Props & { item: PublicPollItem }): VNode | null {
  const { poll, options, results } = item
  if (!results.shown || results.as_of === 0) return null
  const of = { poll, options: options.length, voters: results.as_of }
  const { zone } = reader
  const seen = { ...item, now: view.now }
  const lead = leadOf(seen, null)
  return (
    <section class="stack" aria-labelledby={`result-${poll.id} poll-${poll.id}`}>
      <h4 class="unseen" id={`result-${poll.id}`}>
        {t('thread.results')}
      </h4>
      <p>
        {richSentences([
          LeadPart({ of: seen, lead, counted: null, zone }),
          sentenceWords(results.rows, of),
          t('result.turnout', { voted: item.decided_count, voters: item.voters_count }),
        ])}
      </p>
      <ResultPicture of={{ ...seen, results, lead, counted: null }} single={NO_SINGLE} zone={zone} brief />
    </section>
  )
}

function Pages({ view: { thread, page, pages } }: { view: PublicThreadView }): VNode | null {
  if (pages === 1) return null
  const path = `/d/${thread.key}`
  return (
    <nav class="row" aria-label={t('thread.pages')}>
      {page > 1 && <a href={page === 2 ? path : `${path}?page=${page - 1}`}>{t('thread.earlier')}</a>}
      <span class="quiet">{t('thread.page_of', { page, pages })}</span>
      {page < pages && <a href={`${path}?page=${page + 1}`}>{t('thread.later')}</a>}
    </nav>
  )
}
