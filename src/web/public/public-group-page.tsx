import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { loadRequestedGroup } from '../../members/joining/load-requested-group.ts'
import { loadPublicGroup, type PublicGroupView } from '../../public/load-public-group.ts'
import type { PublicOutcome } from '../../public/public-facts.ts'
import { excerpt } from '../../text/excerpt.ts'
import { displayName } from '../../users/user.ts'
import { Ago } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { numberInQuery } from '../request/address.ts'
import type { Exchange } from '../request/exchange.ts'
import { DecidedOn, Review } from '../results/outcome-part.tsx'
import { rich } from '../words/rich.tsx'
import {
  feedPath,
  PublicFrame,
  type PublicReader,
  readerOf,
  sendPublicPage,
  tellRobots,
} from './public-frame-part.tsx'

/** GET /g/HANDLE for people outside a public group. NotFound: it is not public, or there is none. */
export async function showPublicGroup(exchange: Exchange): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const page = numberInQuery(exchange, 'page', 1)
  const view = await loadPublicGroup(exchange.services.db.pool, handle, page)
  const reader = await readerOf(exchange, view.group)
  tellRobots(exchange, view.group)
  const shown = { view, now: view.now, reader }
  const { viewer } = reader
  const who = { handle, user_id: viewer?.id ?? 0 }
  const waits = viewer !== null && (await loadRequestedGroup(exchange.services.db.pool, who)) !== null
  return sendPublicPage(exchange, shown, <PublicGroupPage view={view} reader={reader} waits={waits} />)
}

type Props = { view: PublicGroupView; reader: PublicReader }

/** `waits`: the reader has asked to join, and got no answer. */
function PublicGroupPage({ view, reader, waits }: Props & { waits: boolean }): VNode {
  const { group } = view
  return (
    <PublicFrame
      title={group.name}
      group={group}
      reader={reader}
      about={{ text: group.description, format: group.description_format }}
      facts={<Feed group={group} />}
    >
      <header>
        <p class="kicker">{t('public.group')}</p>
        <h1 dir="auto">{group.name}</h1>
      </header>
      {waits && <p class="note">{rich('page.request_waits', { group: <bdi>{group.name}</bdi> })}</p>}
      {group.description !== null && group.description.trim() !== '' && (
        <RichText text={group.description} format={group.description_format} />
      )}
      <Threads view={view} reader={reader} />
      {view.outcomes.length > 0 && <Outcomes view={view} reader={reader} />}
    </PublicFrame>
  )
}

function Feed({ group }: Pick<PublicGroupView, 'group'>): VNode {
  return (
    <p class="small row">
      <a href={feedPath(group.handle)}>{t('public.feed')}</a>
    </p>
  )
}

function Threads({ view, reader }: Props): VNode {
  const { threads } = view
  return (
    <section class="stack" aria-labelledby="threads">
      <h2 id="threads">{t('group.tab_threads')}</h2>
      {threads.length === 0 ? (
        <Empty>{t('public.no_thread')}</Empty>
      ) : (
        <ul class="list bare">
          {threads.map((thread) => (
            <li key={thread.key}>
              <a href={`/d/${thread.key}`} dir="auto">
                {thread.title}
              </a>
              <p class="small quiet">
                <State thread={thread} view={view} reader={reader} />
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pages view={view} />
    </section>
  )
}

function State({ thread, view, reader }: Props & { thread: PublicGroupView['threads'][number] }) {
  const facts = {
    author: <bdi>{displayName({ name: thread.author })}</bdi>,
    when: <Ago at={thread.last_activity_at} on={{ now: view.now, zone: reader.zone }} />,
  }
  const started = thread.items_count === 0
  if (thread.closed_at === null)
    return <>{rich(started ? 'group.thread_started' : 'group.thread_active', facts)}</>
  return <>{rich(started ? 'group.closed_thread_started' : 'group.closed_thread_active', facts)}</>
}

function Pages({ view: { group, page, more } }: { view: PublicGroupView }): VNode | null {
  if (page === 1 && !more) return null
  const path = `/g/${group.handle}`
  return (
    <nav class="row" aria-label={t('thread.pages')}>
      {page > 1 && <a href={page === 2 ? path : `${path}?page=${page - 1}`}>{t('public.newer')}</a>}
      {more && <a href={`${path}?page=${page + 1}`}>{t('public.older')}</a>}
    </nav>
  )
}

const SHOWN_CHARACTERS = 240

function Outcomes({ view, reader }: Props): VNode {
  return (
    <section class="stack" aria-labelledby="decisions">
      <h2 id="decisions">{t('group.tab_decisions')}</h2>
      <ul class="list bare">
        {view.outcomes.map((decided) => (
          <Decided key={decided.outcome.id} decided={decided} view={view} reader={reader} />
        ))}
      </ul>
    </section>
  )
}

function Decided({ decided, view, reader }: Props & { decided: PublicOutcome }): VNode {
  const { outcome, poll, option } = decided
  return (
    <li>
      <a href={`/p/${poll.key}`} dir="auto">
        {poll.title}
      </a>
      <DecidedOn poll={poll} option={option} zone={reader.zone} />
      <p dir="auto">{excerpt(outcome.statement, outcome.statement_format, SHOWN_CHARACTERS)}</p>
      <p class="small quiet row">
        <Ago at={outcome.created_at} on={{ now: view.now, zone: reader.zone }} />
        {outcome.published_at !== null && <span>{t('result.edited_mark')}</span>}
        <Review outcome={outcome} />
      </p>
    </li>
  )
}
