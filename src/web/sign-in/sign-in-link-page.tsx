import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { requestOf } from '../../members/joining/wish-path.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { loadAskedNext, loadSignInLink } from '../../users/sign-in/load-sign-in.ts'
import { maskAddress } from '../../users/sign-in/mask-address.ts'
import { type Entered, redeemLink } from '../../users/sign-in/redeem-sign-in.ts'
import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { Layout } from '../parts/layout.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { askedToken } from '../request/sign-in-cookie.ts'
import { openPage } from '../visits/page.ts'
import { browserOf, goIn } from './complete-sign-in.ts'

const GONE_STATUS = 410
const START = '/'

export const signInLinkPage = openPage({
  path: '/sign-in/link',
  show: showSignInLink,
  acts: { '/sign-in/link': enterByLink },
})

/**
 * GET /sign-in/link?k=TOKEN: shows whom the link signs in, without signing in: mail scanners follow links.
 */
async function showSignInLink(exchange: Exchange): Promise<FastifyReply> {
  const token = queryText(exchange, 'k')
  const link = await loadSignInLink(exchange.services.db.pool, token)
  if (link === null) return sendPage(exchange, <UsedPage />, GONE_STATUS)
  return sendPage(exchange, <LinkPage email={link.email} token={token} viewer={await signedIn(exchange)} />)
}

/**
 * POST /sign-in/link: signs in, once. Not limited: nobody guesses a token, and people of one network would
 * share the limit.
 */
async function enterByLink(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const entered = await redeemLink(services.db, formText(exchange, 'k'), browserOf(exchange))
  if (entered === null) return sendPage(exchange, <UsedPage />, GONE_STATUS)
  return goIn(exchange, { ...entered, next: await nextFor(exchange, entered) })
}

/**
 * The page to open after signing in. A link that the operator made leads to none: then it is the one for
 * which this browser asked to sign in as the same person. Only a mailed link also finishes joining.
 */
async function nextFor(exchange: Exchange, { next, user }: Entered): Promise<string> {
  if (next !== START) return next
  const asked = await loadAskedNext(exchange.services.db.pool, askedToken(exchange), user.id)
  return asked === null || requestOf(asked) !== null ? next : asked
}

type LinkProps = { email: string; token: string; viewer: SignedIn | null }

function LinkPage({ email, token, viewer }: LinkProps): VNode {
  return (
    <Layout title={t('page.sign_in')} viewer="unknown">
      <h1>{t('sign_in.sign_in_as', { address: maskAddress(email) })}</h1>
      <ReplacesSession viewer={viewer} email={email} />
      <p>{t('sign_in.stays')}</p>
      <form method="post" action="/sign-in/link">
        <input type="hidden" name="k" value={token} />
        <button class="button" type="submit">
          {t('page.sign_in')}
        </button>
      </form>
      <p class="small quiet">{t('sign_in.not_you')}</p>
    </Layout>
  )
}

/** Tells somebody who is signed in that a link signs in somebody else. */
export function ReplacesSession({ viewer, email }: Omit<LinkProps, 'token'>): VNode | null {
  if (viewer === null || viewer.email === email) return null
  return <p>{t('sign_in.replaces', { you: viewer.email ?? '', address: maskAddress(email) })}</p>
}

function UsedPage(): VNode {
  return (
    <Layout title={t('sign_in.link_expired')} viewer="unknown">
      <h1>{t('sign_in.link_expired')}</h1>
      <p>{t('sign_in.link_works', { minutes: SIGN_IN_MINUTES })} </p>
      <p>
        <a class="button" href="/sign-in">
          {t('sign_in.ask_again')}
        </a>
      </p>
    </Layout>
  )
}
