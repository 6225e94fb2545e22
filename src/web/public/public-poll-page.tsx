import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { pollState } from '../../polls/poll.ts'
import { kindName } from '../../polls/poll-words.ts'
import { loadPublicPoll, type PublicPollView } from '../../public/load-public-poll.ts'
import { HowToVote } from '../ballots/ballot-words-part.tsx'
import { NO_SINGLE } from '../drawings/picture.ts'
import { Person } from '../parts/person-part.tsx'
import { Details } from '../poll-words/details-part.tsx'
import { Options } from '../poll-words/options-part.tsx'
import { ReopenedNote } from '../poll-words/reopened-part.tsx'
import type { Exchange } from '../request/exchange.ts'
import { OutcomePart } from '../results/outcome-part.tsx'
import { ResultsPart, sheetsOfResults } from '../results/results-part.tsx'
import { RulesPart } from '../results/verdict-part.tsx'
import { rich } from '../words/rich.tsx'
import {
  groupCrumb,
  PublicFrame,
  type PublicReader,
  readerOf,
  sendPublicPage,
  tellRobots,
} from './public-frame-part.tsx'
import { Standing } from './standing-part.tsx'

/** GET /p/KEY for people who are neither voters nor members. NotFound: it is not public, or there is none. */
export async function showPublicPoll(exchange: Exchange): Promise<FastifyReply> {
  const { key } = exchange.request.params as { key: string }
  const view = await loadPublicPoll(exchange.services.db.pool, key)
  const reader = await readerOf(exchange, view.group)
  tellRobots(exchange, view.group)
  const shown = { view, now: view.loaded.now, reader }
  return sendPublicPage(exchange, shown, <PublicPollPage view={view} reader={reader} />)
}

/** The totals, as far as the results gate shows them to strangers. */
export function PublicTotals({ view, zone }: { view: PublicPollView; zone: string }): VNode {
  const { results } = view.loaded
  // Members see them once they have voted: strangers cannot.
  if (!results.shown && results.until === 'vote') return <NotYet />
  return <ResultsPart {...view} single={NO_SINGLE} history={null} zone={zone} />
}

function NotYet(): VNode {
  return (
    <section class="stack" aria-labelledby="results">
      <h2 id="results">{t('result.results')}</h2>
      <p>{t('public.until_closed')}</p>
    </section>
  )
}

type Props = { view: PublicPollView; reader: PublicReader }

function PublicPollPage({ view, reader }: Props): VNode {
  const { group, thread, loaded, counted } = view
  const { poll } = loaded
  const closed = pollState(poll, loaded.now).is === 'closed'
  return (
    <PublicFrame
      title={poll.title}
      group={group}
      reader={reader}
      about={{ text: poll.details, format: poll.details_format }}
      crumbs={[groupCrumb(group), { label: thread.title, href: `/d/${thread.key}` }]}
      sheets={sheetsOfResults({ poll, counted })}
      facts={<Facts loaded={loaded} />}
    >
      <header>
        <p class="kicker">
          {rich('poll.kind_in_group', {
            type: kindName(poll),
            group: <bdi>{group.name}</bdi>,
          })}
        </p>
        <h1 dir="auto" lang={poll.content_locale ?? undefined}>
          {poll.title}
        </h1>
      </header>
      <p>
        <Standing poll={poll} now={loaded.now} zone={reader.zone} />
      </p>
      <ReopenedNote reopened={view.reopened} names={null} zone={reader.zone} />
      <OutcomePart loaded={loaded} zone={reader.zone} />
      {closed && <PublicTotals view={view} zone={reader.zone} />}
      <Question view={view} reader={reader} closed={closed} />
      {!closed && <PublicTotals view={view} zone={reader.zone} />}
      {!closed && <p>{t('public.who_votes')}</p>}
    </PublicFrame>
  )
}

function Facts({ loaded: { author } }: Pick<PublicPollView, 'loaded'>): VNode {
  return (
    <dl class="facts">
      <dt>{t('poll.asked_by')}</dt>
      <dd>
        <Person user={author} />
      </dd>
    </dl>
  )
}

function Question({ view: { loaded }, reader, closed }: Props & { closed: boolean }): VNode {
  const { poll, options } = loaded
  return (
    <section class="stack" aria-labelledby="question">
      <h2 id="question">{t(closed ? 'poll.what_was_asked' : 'poll.what_is_voted_on')}</h2>
      <Details poll={poll} />
      <RulesPart poll={poll} voters={loaded.voters_count} zone={reader.zone} />
      <HowToVote poll={poll} options={options.length} />
      <Options poll={poll} options={options} now={loaded.now} zone={reader.zone} />
    </section>
  )
}
