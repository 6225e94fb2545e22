import type { FastifyReply } from 'fastify'
import { Fragment, type VNode } from 'preact'
import { fullName } from '../groups/group.ts'
import { requireInstanceAdmin } from '../groups/service/load-instance-admin.ts'
import { t } from '../locales/say.ts'
import { loadRefusals } from '../mail/refusals/load-refusals.ts'
import { factsOfFigures } from '../metrics/figure-words.ts'
import type { Figures } from '../metrics/figures.ts'
import { loadStatus, loadTroubledGroups } from '../metrics/load-status.ts'
import {
  type Concern,
  concernsOf,
  type Fact,
  factsOf,
  queueName,
  type Status,
  span,
} from '../metrics/status.ts'
import type { GroupTrouble, TroubledGroup } from '../metrics/status-store.ts'
import type { SignedIn } from '../users/load-session.ts'
import { Flash } from './parts/flash-part.tsx'
import { Layout } from './parts/layout.tsx'
import { sendsMail } from './request/asked-part.tsx'
import { type Exchange, sendPage } from './request/exchange.ts'
import { ServiceTabs } from './service/service-frame-part.tsx'
import type { Page } from './visits/page.ts'
import { signedInPage } from './visits/signed-in-page.ts'
import { Command } from './words/command-part.tsx'
import { rich, richSentences } from './words/rich.tsx'

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
  const status = {
    ...(await loadStatus(db.pool)),
    refused_mails: await loadRefusals(db.pool),
    sends_mail: sendsMail(exchange),
  }
  const concerns = concernsOf(status)
  const groups = concerns.length === 0 ? [] : await loadTroubledGroups(db.pool, viewer.id)
  const figures = await gather()
  const measured = exchange.services.config.metrics_token !== null
  return sendPage(exchange, <StatusPage {...{ viewer, status, figures, concerns, groups, measured }} />)
}

type Props = {
  viewer: SignedIn
  status: Status
  figures: Figures
  concerns: Concern[]
  /** That the viewer administers, with a part of the concerns. */
  groups: TroubledGroup[]
  /** Whether programs can read the metrics. */
  measured: boolean
}

function StatusPage({ viewer, status, figures, concerns, groups, measured }: Props): VNode {
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
      <Concerns concerns={concerns} groups={groups} />
      <h2>{t('status.queues')}</h2>
      <Queues queues={status.queues} />
      <h2>{t('status.since_start')}</h2>
      <Facts facts={factsOfFigures(figures)} />
      <p class="small quiet">
        {richSentences([
          rich('status.about', { command: <Command words="npx folkmoot status" /> }),
          measured
            ? rich('status.metrics_on', { path: <code>/metrics</code> })
            : rich('status.metrics_off', {
                path: <code>/metrics</code>,
                setting: <code>METRICS_TOKEN</code>,
              }),
        ])}
      </p>
    </Layout>
  )
}

function Concerns({ concerns, groups }: Pick<Props, 'concerns' | 'groups'>): VNode {
  if (concerns.length === 0) return <Flash title={t('status.all_well')} tone="good" />
  return (
    <Flash title={t('status.look_at')} tone="plain">
      <ul class="concerns">
        {concerns.map((concern) => (
          <li key={concern.words}>
            <p>{concern.words}</p>
            <Remedy concern={concern} groups={groups} />
          </li>
        ))}
      </ul>
    </Flash>
  )
}

const PAGES: Record<GroupTrouble, { path: string; label: 'status.emails_of' | 'status.webhooks_of' }> = {
  mails_waiting: { path: 'outbox?status=waiting', label: 'status.emails_of' },
  mails_failed: { path: 'outbox?status=failed', label: 'status.emails_of' },
  webhooks_failing: { path: 'webhooks', label: 'status.webhooks_of' },
}

/** The pages of the viewer's own groups, and the commands for all groups. */
function Remedy({
  concern: { steps, of_groups },
  groups,
}: { concern: Concern } & Pick<Props, 'groups'>): VNode {
  const { path, label } = PAGES[of_groups ?? 'mails_waiting']
  return (
    <>
      {of_groups !== null &&
        groups
          .filter((group) => group[of_groups])
          .map((group) => (
            <p key={group.handle}>
              <a href={`/g/${group.handle}/${path}`}>
                {rich(label, { group: <bdi>{fullName(group, group.parent)}</bdi> })}
              </a>
            </p>
          ))}
      {steps.map(({ say, command }) => (
        <p key={command} class="small quiet">
          {rich(say, { command: <Command words={command} /> })}
        </p>
      ))}
    </>
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
    <table class="queues">
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
