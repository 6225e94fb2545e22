import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { loadIsKnown } from '../../users/sign-in/load-known.ts'
import { readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { loadJoin } from '../../users/single-sign-on/load-logins.ts'
import { redeemLoginJoin } from '../../users/single-sign-on/redeem-login-join.ts'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { knownToken } from '../request/known-browser.ts'
import { joinToken, setJoinCookie } from '../request/provider-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { openPage } from '../visits/page.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { browserOf } from './complete-sign-in.ts'
import { NoMailServer, sendRefused } from './sign-in-code-page.tsx'
import { enterMapped } from './with-provider.ts'

const INVALID_STATUS = 422
const GONE_STATUS = 410
const MAX_TYPED = 20
const PATH = '/sign-in/join'

export const joinLoginPage = openPage({ path: PATH, show: showJoin, acts: { [PATH]: join } })

/** GET /sign-in/join: asks for the code that lets a provider's login join the account of its address. */
async function showJoin(exchange: Exchange): Promise<FastifyReply> {
  const token = joinToken(exchange)
  if (token === '') return exchange.reply.redirect('/sign-in', 303)
  const asked = await waiting(exchange, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  return sendPage(exchange, <JoinPage {...asked} mails={sendsMail(exchange)} />)
}

/** POST /sign-in/join: links the login and signs in if the code is right. */
async function join(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = joinToken(exchange)
  const asked = await waiting(exchange, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  const typed = formText(exchange, 'code').slice(0, MAX_TYPED)
  const again = (problems: Problem[]) => {
    const page = <JoinPage {...asked} mails={sendsMail(exchange)} typed={typed} problems={problems} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
  const code = readCode(typed)
  if (code === null) return again([problem('code', 'no_code')])
  try {
    const known = await loadIsKnown(services.db.pool, { ...asked, browser: knownToken(exchange) })
    if (!known) await countAttempt(services.db, 'code_network', network(request.ip))
    const joined = await redeemLoginJoin(services.db, { token, code }, browserOf(exchange))
    setJoinCookie(exchange, '')
    const { issuer: at, subject, claimed_groups: groups } = joined
    const provider = services.config.providers.find(({ issuer }) => issuer === at) ?? null
    return await enterMapped(exchange, joined, { provider, subject, groups })
  } catch (error) {
    if (error instanceof Invalid) return again(error.problems)
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
}

type Asked = { address: string; label: string }

async function waiting({ services }: Exchange, token: string): Promise<Asked | null> {
  const found = await loadJoin(services.db.pool, token)
  const provider = services.config.providers.find(({ issuer }) => issuer === found?.issuer)
  return found === null || provider === undefined ? null : { address: found.address, label: provider.label }
}

type Props = Asked & { mails: boolean; typed?: string; problems?: Problem[] }

function JoinPage({ address, label, mails, typed = '', problems = [] }: Props): VNode {
  if (!mails) return <UnsentJoinPage address={address} label={label} />
  const parts = { address: <strong {...AS_IS}>{address}</strong>, minutes: SIGN_IN_MINUTES }
  return (
    <Layout title={t('sign_in.check_mail')} viewer="unknown">
      <h1>{t('sign_in.check_mail')}</h1>
      <p>{rich('sso.join_sent', { ...parts, provider: label })} </p>
      <form method="post" action={PATH} class="stack" novalidate>
        <LineField
          form={{ values: { code: typed }, problems, focus: 'code' }}
          name="code"
          label={t('sign_in.code')}
          hint={t('sign_in.code_hint')}
          more={{ required: true, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: MAX_TYPED }}
        />
        <button class="button" type="submit">
          {t('sso.join_button')}
        </button>
      </form>
      <p class="small quiet">{t('sso.join_no_mail')} </p>
    </Layout>
  )
}

/** No code arrives: the operator's link signs in, and the account links the login. */
function UnsentJoinPage({ address, label }: Asked): VNode {
  return (
    <Layout title={t('sign_in.ask_operator')} viewer="unknown">
      <h1>{t('sign_in.ask_operator')}</h1>
      <p>{rich('sso.join_unsent', { address: <strong {...AS_IS}>{address}</strong>, provider: label })}</p>
      <NoMailServer address={address} />
    </Layout>
  )
}

function OverPage(): VNode {
  return (
    <Layout title={t('sign_in.code_expired')} viewer="unknown">
      <h1>{t('sign_in.code_expired')}</h1>
      <p>{t('sso.join_over', { minutes: SIGN_IN_MINUTES })} </p>
      <p>
        <a class="button" href="/sign-in">
          {t('sso.to_sign_in')}
        </a>
      </p>
    </Layout>
  )
}
