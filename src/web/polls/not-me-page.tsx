import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { putTokenAway } from '../request/link-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { pollPath } from '../visits/poll-visit.ts'
import { rich } from '../words/rich.tsx'

/** Never a key: keys have eight characters. */
const FORGOTTEN_PATH = '/p/link-put-away'

export const putAwayPage = openPage({
  path: FORGOTTEN_PATH,
  show: showPutAway,
  acts: { '/p/:key/not-me': putLinkAway },
})

/** POST /p/KEY/not-me: makes this browser forget the personal link to the poll, and all others. */
async function putLinkAway(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  putTokenAway(exchange, pollPath(exchange))
  const viewer = await signedIn(exchange)
  return reply.redirect(viewer === null ? FORGOTTEN_PATH : pollPath(exchange), 303)
}

/** GET: the confirmation, the same for all links. */
async function showPutAway(exchange: Exchange): Promise<FastifyReply> {
  const about = t('poll.link_put_away_about')
  return sendPage(exchange, <PutAwayPage viewer={await signedIn(exchange)} about={about} />)
}

/** Says that this browser no longer uses a link, and how to return; `about`: what became of its use. */
export function PutAwayPage({ viewer, about }: { viewer: SignedIn | null; about: string }): VNode {
  return (
    <Layout title={t('poll.link_put_away')} viewer={viewer}>
      <h1>{t('poll.link_put_away_here')}</h1>
      <p>{about}</p>
      <p>{t('poll.link_put_away_others')}</p>
      <p>{rich('poll.link_put_away_invited', { link: (text) => <a href="/sign-in">{text}</a> })}</p>
    </Layout>
  )
}
