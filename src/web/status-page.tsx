import type { FastifyReply } from 'fastify'
import { Fragment, type VNode } from 'preact'
import { requireInstanceAdmin } from '../groups/service/load-instance-admin.ts'
import { t } from '../locales/say.ts'
import { factsOfFigures } from '../metrics/figure-words.ts'
import type { Figures } from '../metrics/figures.ts'
import { loadStatus } from '../metrics/load-status.ts'
import { concernsOf, type Fact, factsOf, queueName, type Status, span } from '../metrics/status.ts'
import type { SignedIn } from '../users/load-session.ts'
import { Flash } from './parts/flash-part.tsx'
import { Layout } from './parts/layout.tsx'
import { sendsMail } from './request/asked-part.tsx'
import { type Exchange, sendPage } from './request/exchange.ts'
import { ServiceTabs } from './service/service-frame-part.tsx'
import type { Page } from './visits/page.ts'
import { signedInPage } from './visits/signed-in-page.ts'
import { rich } from './words/rich.tsx'

const PATH = '/status'

/** `gather`: collects the metrics of all serving processes. */
export function statusPage(gather: () => Promise<Figures>): Page {
  return signedInPage({
    path: PATH,
    who: 'admin of the service',
    next: PATH,
    show: (exchange, viewer) => showStatus(exchange, viewer, gather),
  })
}

/**
 * GET /status: the state of the service, in words. For people who run the service; other signed-in people get
 * NotFound.
 */
async function showStatus(
  exchange: Exchange,
  viewer: SignedIn,
  gather: () => Promise<Figures>,
): Promise<FastifyReply> {
  const { db } = exchange.services
  await requireInstanceAdmin(db.pool, viewer.id)
  const status = { ...(await loadStatus(db.pool)), sends_mail: sendsMail(exchange) }
  return sendPage(exchange, <StatusPage viewer={viewer} status={status} figures={await gather()} />)
}

type Props = { viewer: SignedIn; status: Status; figures: Figures }

function StatusPage({ viewer, status, figures }: Props): VNode {
  return (
    <Layout
      title={t('status.title')}
      viewer={viewer}
      sheets={['help', 'tabs']}
      side={<Facts facts={factsOf(status)} />}
      opening={
        <>
          <header>
            <h1>{t('status.title')}</h1>
          </header>
          <ServiceTabs at={PATH} />
        </>
      }
    >
      <Concerns status={status} />
      <h2>{t('status.queues')}</h2>
      <Queues queues={status.queues} />
      <h2>{t('status.since_start')}</h2>
      <Facts facts={factsOfFigures(figures)} />
      <p class="small quiet">
        {rich('status.about', {
          command: <code>npx folkmoot status</code>,
          path: <code>/metrics</code>,
          setting: <code>METRICS_TOKEN</code>,
        })}
      </p>
    </Layout>
  )
}

function Concerns({ status }: Pick<Props, 'status'>): VNode {
  const concerns = concernsOf(status)
  if (concerns.length === 0) return <Flash title={t('status.all_well')} tone="good" />
  return (
    <Flash title={t('status.look_at')} tone="plain">
      <ul>
        {concerns.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </Flash>
  )
}

function Facts({ facts }: { facts: Fact[] }): VNode {
  return (
    <dl class="facts">
      {facts.map(([name, words]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{words}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

function Queues({ queues }: Pick<Status, 'queues'>): VNode {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('status.queue')}</th>
          <th scope="col">{t('status.waiting')}</th>
          <th scope="col">{t('status.oldest')}</th>
        </tr>
      </thead>
      <tbody>
        {queues.map(({ queue, waiting, oldest_s }) => (
          <tr key={queue}>
            <th scope="row">{queueName(queue)}</th>
            <td>{waiting}</td>
            <td>{waiting === 0 ? '–' : span(oldest_s)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
