import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { forgetToken } from '../request/link-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { openPage } from '../visits/page.ts'
import { pollPath } from '../visits/poll-visit.ts'

/** Not a key: keys have eight characters. */
const FORGOTTEN_PATH = '/p/link-put-away'

export const putAwayPage = openPage({
  path: FORGOTTEN_PATH,
  show: showPutAway,
  acts: { '/p/:key/not-me': putLinkAway },
})

/** POST /p/KEY/not-me: this browser forgets the personal link to the poll. */
async function putLinkAway(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  forgetToken(exchange, pollPath(exchange))
  const viewer = await signedIn(exchange)
  return reply.redirect(viewer === null ? FORGOTTEN_PATH : pollPath(exchange), 303)
}

/** GET: says so, the same after every link. */
async function showPutAway(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <PutAwayPage viewer={await signedIn(exchange)} />)
}

function PutAwayPage({ viewer }: { viewer: Awaited<ReturnType<typeof signedIn>> }): VNode {
  return (
    <Layout title="The link is put away" viewer={viewer}>
      <h1>This browser has put the link away</h1>
      <p>
        Nothing was voted and nothing was changed. A personal link is one person’s ballot: if somebody passed
        it on to you, please tell them, so that nobody votes in their place.
      </p>
      <p>
        If you were invited yourself, open the link in the mail that came to you. If you have been here
        before, you can <a href="/sign-in">sign in</a>.
      </p>
    </Layout>
  )
}
