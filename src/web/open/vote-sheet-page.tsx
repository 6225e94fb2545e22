import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { aboutPoll } from '../../notifications/load-told-zone.ts'
import { loadOpenLink, type OpenVisit } from '../../polls/open/load-open-link.ts'
import { openAddress, stateOfOpenLink } from '../../polls/open/vote-link.ts'
import { pollState } from '../../polls/poll.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Time } from '../parts/date-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { queryText } from '../request/address.ts'
import { zoneOfStranger } from '../request/browser-zone.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { noteReader } from '../request/reader-language.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { sendNotice } from './open-frame-part.tsx'

export const voteSheetPage = openPage({ path: '/vote/sheet', show: showSheet })

/**
 * GET /vote/sheet?k=TOKEN: a sheet to print, for anyone who has the link: the token is stored nowhere.
 * NotFound: no such link.
 */
async function showSheet(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const visit = await loadOpenLink(exchange.services.db.pool, token, '')
  noteReader(exchange.request, { group: visit.loaded.in_group.group.locale })
  const state = stateOfOpenLink(visit.link)
  if (state !== 'open') return sendNotice(exchange, visit, state)
  const address = openAddress(exchange.services.config.public_url, token)
  const zone = await zoneOfStranger(exchange, aboutPoll(visit.loaded))
  return sendPage(exchange, <SheetPage visit={visit} address={address} zone={zone} />)
}

function SheetPage({
  visit: { loaded },
  address,
  zone,
}: {
  visit: OpenVisit
  address: string
  zone: string
}): VNode {
  const { poll, in_group, now } = loaded
  const group = fullName(in_group.group, in_group.parent)
  const state = pollState(poll, now)
  return (
    <Layout title={poll.title} group_name={group} names_group viewer="unknown" sheets={['share']}>
      <div class="poster stack">
        <header>
          <p class="kicker" dir="auto">
            {group}
          </p>
          <h1 dir="auto">{poll.title}</h1>
          {state.is === 'open' && (
            <p>{rich('poll.vote_until', { time: <Time at={state.until} zone={zone} /> })}</p>
          )}
        </header>
        <p>{t('open_link.sheet')}</p>
        <QrCode text={address} label={t('poll.qr_code', { link: address })} />
        <p class="on-paper" dir="ltr">
          {address}
        </p>
      </div>
      <div class="on-screen stack">
        <p dir="ltr">{address}</p>
        <p>
          <button class="button plain" type="button" data-print="">
            {t('poll.print')}
          </button>
        </p>
      </div>
      <IslandScript name="buttons" />
    </Layout>
  )
}
