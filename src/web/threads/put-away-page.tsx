import type { FastifyReply } from 'fastify'
import { t } from '../../locales/say.ts'
import { PutAwayPage } from '../polls/not-me-page.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'

/** Never a key: keys have eight characters. */
export const FORGOTTEN_PATH = '/d/link-put-away'

export const threadPutAwayPage = openPage({ path: FORGOTTEN_PATH, show: showPutAway })

/** GET: what became of the use of a link, the same for all threads. */
async function showPutAway(exchange: Exchange): Promise<FastifyReply> {
  const about = t('thread.link_put_away_about')
  return sendPage(exchange, <PutAwayPage viewer={await signedIn(exchange)} about={about} />)
}
