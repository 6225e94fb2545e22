import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import type { Page } from '../../groups/load-people.ts'
import { type ListedDeed, loadDeeds } from '../../groups/service/load-deeds.ts'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Time } from '../parts/date-part.tsx'
import { Empty } from '../parts/empty-part.tsx'
import { fromOf } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { Pager } from '../visits/group-frame-part.tsx'
import { rich } from '../words/rich.tsx'
import { servicePage } from './service-door.ts'
import { listAddress, ServiceFrame } from './service-frame-part.tsx'

const PATH = '/service/history'
const PER = 50

export const serviceHistoryPage = servicePage({ path: PATH, show: showHistory })

/** GET /service/history: what people who run the service changed, newest first. */
async function showHistory(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const from = fromOf(exchange)
  const deeds = await loadDeeds(exchange.services.db.pool, { per: PER, from })
  return sendPage(exchange, <HistoryPage viewer={viewer} deeds={deeds} from={from} />)
}

function aboutOf({ what, group_name, person }: ListedDeed): string {
  if (what === 'groups_opened') return t('service.by_anybody')
  if (what === 'groups_closed') return t('service.by_admins')
  return group_name ?? person ?? ''
}

function wordsOf(deed: ListedDeed): ComponentChildren {
  const { what, person } = deed
  const about = <bdi>{aboutOf(deed)}</bdi>
  if (what === 'would_join' || what === 'would_leave' || what === 'group_admin_named')
    return rich(`deed.${what}`, { about, person: <bdi>{person ?? ''}</bdi> })
  return rich(`deed.${what}`, { about })
}

type Props = { viewer: SignedIn; deeds: Page<ListedDeed>; from: number }

function HistoryPage({ viewer, deeds, from }: Props): VNode {
  const address = (from: number) => listAddress(PATH, { search: '', from })
  return (
    <ServiceFrame viewer={viewer} title={t('group.tab_history')} at={PATH}>
      {deeds.items.length === 0 && <Empty>{t('service.no_deeds')}</Empty>}
      <ul class="list bare">
        {deeds.items.map((deed) => (
          <li key={deed.id}>
            <p>{wordsOf(deed)}</p>
            <p class="small quiet">
              {rich('service.by', {
                actor: <bdi>{deed.actor ?? t('service.no_person')}</bdi>,
                when: <Time at={deed.created_at} zone={viewer.time_zone} />,
              })}
            </p>
          </li>
        ))}
      </ul>
      <Pager page={deeds} from={from} per={PER} address={address} />
    </ServiceFrame>
  )
}
