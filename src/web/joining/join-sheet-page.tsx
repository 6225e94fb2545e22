import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { t } from '../../locales/say.ts'
import { joinAddress } from '../../members/joining/join-link.ts'
import { type JoinVisit, loadJoinLink } from '../../members/joining/load-join-link.ts'
import { IslandScript } from '../assets/island-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { QrCode } from '../parts/qr-code-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { sendUnlessOpen } from './outcome-part.tsx'

export const joinSheetPage = openPage({ path: '/join/sheet', show: showSheet })

/**
 * GET /join/sheet?k=TOKEN: a sheet to print, for anyone who has the link: the token is stored nowhere.
 * NotFound: no such link.
 */
async function showSheet(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const viewer = await signedIn(exchange)
  const visit = await loadJoinLink(exchange.services.db.pool, token, null)
  const sent = sendUnlessOpen(exchange, visit, viewer)
  if (sent !== null) return sent
  const address = joinAddress(exchange.services.config.public_url, token)
  return sendPage(exchange, <SheetPage visit={visit} address={address} />)
}

function SheetPage({ visit: { in_group, link }, address }: { visit: JoinVisit; address: string }): VNode {
  const name = fullName(in_group.group, in_group.parent)
  return (
    <Layout
      title={t('invitation.join', { group: name })}
      group_name={name}
      names_group
      viewer="unknown"
      sheets={['share']}
    >
      <div class="poster stack">
        <header>
          <p class="kicker">{t('invitation.invitation')}</p>
          <h1 dir="auto">{name}</h1>
        </header>
        <p>{link.asks ? t('join.sheet_asks') : t('join.sheet')}</p>
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
