import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { openPage } from '../visits/page.ts'

export const OFFLINE_PATH = '/offline'

export const offlinePage = openPage({ path: OFFLINE_PATH, show: showOffline })

/** GET /offline: what a browser shows without a connection. It is the same for everyone. */
async function showOffline(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <OfflinePage />)
}

function OfflinePage(): VNode {
  return (
    <Layout title={t('app.offline')} viewer="unknown">
      <h1>{t('app.offline')}</h1>
      <p>{t('app.offline_about')}</p>
      {/* Leads to the page in whose place this one is shown, with its query. */}
      <p>
        {/* biome-ignore lint/a11y/useValidAnchor: an empty address is that of the page itself. */}
        <a class="button" href="">
          {t('app.try_again')}
        </a>
      </p>
    </Layout>
  )
}
