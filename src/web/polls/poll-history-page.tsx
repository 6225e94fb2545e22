import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { History } from '../../discussions/comments/history.ts'
import { NotFound } from '../../errors.ts'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { loadPollEdits } from '../../polls/past/load-poll-past.ts'
import type { PastEdit } from '../../polls/past/poll-past.ts'
import { HistoryPages } from '../parts/history-pages-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { numberInQuery } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { pollPage, type Visited } from '../visits/poll-visit.ts'
import { Edits } from './edits-part.tsx'

export const pollHistoryPage = pollPage({ path: '/p/:key/history', show: showPollHistory })

/** GET /p/KEY/history: what happened since voting opened, for everyone who may see the poll. */
async function showPollHistory(exchange: Exchange, arrival: Visited): Promise<FastifyReply> {
  const from = numberInQuery(exchange, 'from', 0)
  const edits = await loadPollEdits(exchange.services.db.pool, arrival.visit.loaded.poll, from)
  if (edits.versions.length === 0) throw new NotFound()
  return sendPage(exchange, <HistoryPage arrival={arrival} edits={edits} from={from} />)
}

type Props = { arrival: Visited; edits: History<PastEdit>; from: number }

function HistoryPage({ arrival: { visit, viewer }, edits, from }: Props): VNode {
  const { poll, in_group } = visit.loaded
  const back = `/p/${poll.key}`
  const label = t('poll.history')
  return (
    <Layout
      title={t('poll.page_title', { page: label, title: poll.title })}
      group_name={fullName(in_group.group, in_group.parent)}
      crumbs={[{ label: poll.title, href: back }]}
      viewer={viewer}
      sheets={['thread', 'beside-thread']}
    >
      <h1>{label}</h1>
      <Edits edits={edits} loaded={visit.loaded} zone={visit.visitor.time_zone} />
      <HistoryPages at={`${back}/history`} from={from} older={edits.older} />
      <p>
        <a href={back}>{t('poll_tool.back')}</a>
      </p>
    </Layout>
  )
}
