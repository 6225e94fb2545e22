import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { t } from '../../locales/say.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { loadPasskeys } from '../../users/passkeys/load-passkeys.ts'
import type { PasskeyFault } from '../../users/passkeys/passkey.ts'
import { askSignIn } from '../../users/sign-in/ask-sign-in.ts'
import { loadIsRecent } from '../../users/sign-in/load-recent.ts'
import { RECENT_MINUTES } from '../../users/sign-in/recent.ts'
import { loadLogins, loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import type { Provider } from '../../users/single-sign-on/provider.ts'
import { goToProvider } from '../account/go-to-provider.tsx'
import { showsLogins } from '../account/logins-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { FaultNote, statusOf } from '../passkeys/fault-part.tsx'
import { offersPasskeys } from '../passkeys/offered.ts'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { ownPath } from '../request/own-path.ts'
import { languagesForMail } from '../request/reader-language.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { setAskedCookie } from '../request/sign-in-cookie.ts'
import { signedInPage } from '../visits/signed-in-page.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { enterByPasskey } from './passkey-page.ts'
import { PasskeyPart } from './passkey-part.tsx'
import { ProvidersPart } from './providers-part.tsx'
import { NoMailServer, sendRefused } from './sign-in-code-page.tsx'

const AT = '/sign-in/again'
const ACCOUNT = '/account'
const REFUSED_STATUS = 403

/** Someone who is signed in proves once more who they are, in every way in which they can sign in. */
export const againPage = signedInPage({
  path: AT,
  show: showAgain,
  acts: { [AT]: askForMail, [`${AT}/with`]: goAgain, [`${AT}/passkey`]: enterAgain },
})

/** GET /sign-in/again; ?next=PATH is the page to return to: at once for people who signed in recently. */
async function showAgain(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const next = ownPath(queryText(exchange, 'next'), ACCOUNT)
  if (await loadIsRecent(exchange.services.db.pool, viewer.session_id))
    return exchange.reply.redirect(next, 303)
  return sendAgain(exchange, viewer, { next })
}

/** POST /sign-in/again: sends a mail to the account's own address. */
async function askForMail(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const next = nextOf(exchange)
  const address = viewer.email
  if (address === null || !(await loadSignsInByMail(services.db.pool, services.config)))
    return sendAgain(exchange, viewer, { next, off: true })
  try {
    await countAttempt(services.db, 'sign_in_again', String(viewer.id))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const wish = { address, next, from_known: true, languages: languagesForMail(request) }
  setAskedCookie(exchange, await actAs(services, viewer.id, (act) => askSignIn(act, wish)))
  return reply.redirect('/sign-in/code', 303)
}

/** POST /sign-in/again/with: sends the browser to a provider, which asks the person who they are. */
function goAgain(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const journey = { next: nextOf(exchange), user_id: null, session_id: null, again_for: viewer.id }
  return goToProvider(exchange, { name: formText(exchange, 'provider'), ...journey })
}

/** POST /sign-in/again/passkey: the answer of one of their passkeys. */
function enterAgain(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const next = nextOf(exchange)
  return enterByPasskey(exchange, {
    next,
    again_for: viewer.id,
    refuse: (fault) => sendAgain(exchange, viewer, { next, fault }),
  })
}

const nextOf = (exchange: Exchange) => ownPath(formText(exchange, 'next'), ACCOUNT)

/** `fault`: why a passkey was refused; `off`: no mails are sent to sign in. */
type Shown = { next: string; fault?: PasskeyFault; off?: true }
/**
 * `mails`: whether this service sends mails. `has_logins`: there are linked logins, or providers to link.
 */
type Ways = {
  by_mail: boolean
  mails: boolean
  providers: readonly Provider[]
  passkeys: boolean
  has_logins: boolean
}

async function sendAgain(exchange: Exchange, viewer: SignedIn, shown: Shown): Promise<FastifyReply> {
  const { next, fault, off } = shown
  const ways = await loadWays(exchange, viewer.id)
  const status = fault === undefined ? (off ? REFUSED_STATUS : 200) : statusOf(fault)
  return sendPage(exchange, <AgainPage {...ways} viewer={viewer} next={next} fault={fault} />, status)
}

/** In which ways this person can sign in. */
async function loadWays(exchange: Exchange, user_id: number): Promise<Ways> {
  const { db, config } = exchange.services
  const linked = await loadLogins(db.pool, user_id)
  const issuers = new Set(linked.map(({ issuer }) => issuer))
  return {
    by_mail: await loadSignsInByMail(db.pool, config),
    mails: sendsMail(exchange),
    providers: config.providers.filter(({ issuer }) => issuers.has(issuer)),
    passkeys: offersPasskeys(exchange) && (await loadPasskeys(db.pool, user_id)).length > 0,
    has_logins: showsLogins({ linked, providers: config.providers }),
  }
}

type Props = Ways & { viewer: SignedIn; next: string; fault: PasskeyFault | undefined }

function AgainPage({ viewer, next, fault, ...ways }: Props): VNode {
  const { by_mail, mails, providers, passkeys, has_logins } = ways
  const about = has_logins ? 'again.about' : 'again.about_no_logins'
  const none = !by_mail && providers.length === 0 && !passkeys
  return (
    <Layout title={t('again.title')} viewer={viewer}>
      <h1>{t('again.title')}</h1>
      {fault !== undefined && <FaultNote fault={fault} />}
      <p>{t(about, { minutes: RECENT_MINUTES })} </p>
      {providers.length > 0 && <ProvidersPart action={`${AT}/with`} providers={providers} next={next} />}
      {by_mail && providers.length > 0 && <h2>{t('sso.or_by_mail')}</h2>}
      {by_mail && <MailPart address={viewer.email ?? ''} mails={mails} next={next} />}
      {passkeys && <PasskeyPart action={`${AT}/passkey`} next={next} propose={false} />}
      {none && <p class="note">{t('again.no_way')} </p>}
    </Layout>
  )
}

type MailProps = { address: string; mails: boolean; next: string }

/** The mail goes to the account's address: nobody types another. */
function MailPart({ address, mails, next }: MailProps): VNode {
  if (!mails)
    return (
      <>
        <NoMailServer address={address} />
        <p>{t('again.after_link')} </p>
      </>
    )
  return (
    <>
      <p>{rich('again.mail_to', { address: <strong {...AS_IS}>{address}</strong> })} </p>
      <PostForm action={AT} class="stack">
        <input type="hidden" name="next" value={next} />
        <button class="button" type="submit">
          {t('sign_in.send_mail')}
        </button>
      </PostForm>
    </>
  )
}
