import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type Problem, problem } from '../../errors.ts'
import { loadSetupAwaited } from '../../groups/load-setup.ts'
import { t } from '../../locales/say.ts'
import { TooManyAttempts } from '../../users/count-attempt.ts'
import type { PasskeyFault } from '../../users/passkeys/passkey.ts'
import { askSignIn } from '../../users/sign-in/ask-sign-in.ts'
import { countAsk } from '../../users/sign-in/count-ask.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import type { Provider } from '../../users/single-sign-on/provider.ts'
import { readAddress } from '../../users/user.ts'
import { SetupLinkPlace } from '../account/welcome-page.tsx'
import { ErrorNote } from '../parts/error-part.tsx'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { FaultNote, statusOf } from '../passkeys/fault-part.tsx'
import { offersPasskeys } from '../passkeys/offered.ts'
import { actForStranger } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { sendKeptPage } from '../request/kept-pages.ts'
import { knownToken } from '../request/known-browser.ts'
import { ownPath } from '../request/own-path.ts'
import { languagesForMail } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { setAskedCookie } from '../request/sign-in-cookie.ts'
import { openPage } from '../visits/page.ts'
import { rich } from '../words/rich.tsx'
import { PasskeyPart } from './passkey-part.tsx'
import { ProvidersPart } from './providers-part.tsx'

const INVALID_STATUS = 422
const REFUSED_STATUS = 403
const TOO_MANY_STATUS = 429
const MINUTE_SECONDS = 60
const START = '/'

export const signInPage = openPage({
  path: '/sign-in',
  show: showSignIn,
  acts: { '/sign-in': askForMail },
})

/** GET /sign-in; ?next=PATH is the page to continue to. Signed-in people are redirected there at once. */
async function showSignIn(exchange: Exchange): Promise<FastifyReply> {
  const next = ownPath(queryText(exchange, 'next'))
  if ((await signedIn(exchange)) !== null) return exchange.reply.redirect(next, 303)
  return sendSignIn(exchange, { address: '', next })
}

/** The same, with the reason why a passkey was refused: every other way to sign in is there. */
export function sendPasskeyFault(
  exchange: Exchange,
  next: string,
  fault: PasskeyFault,
): Promise<FastifyReply> {
  return sendSignIn(exchange, { address: '', next, fault }, statusOf(fault))
}

/**
 * POST /sign-in: sends a mail if the address is known. The response is the same if it is not. Where people
 * sign in with a provider only, no mail is sent.
 */
function askForMail(exchange: Exchange): Promise<FastifyReply> {
  requireSameOrigin(exchange.request, exchange.services.config.public_url)
  const typed = formText(exchange, 'address')
  const next = ownPath(formText(exchange, 'next'))
  return sendMailTo(exchange, { address: readAddress(typed), typed, next })
}

/** `address` null: what was typed is none. `typed` null: it is of a link, and the browser must not see it. */
type Wish = { address: string | null; typed: string | null; next: string }

/** Requests a sign-in mail, and leads to the page for its code. */
export async function sendMailTo(exchange: Exchange, { address, typed, next }: Wish): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const shown = { address: typed ?? '', next }
  if (!(await loadSignsInByMail(services.db.pool, services.config)))
    return sendSignIn(exchange, { address: '', next }, REFUSED_STATUS)
  if (address === null)
    return sendSignIn(exchange, { ...shown, problems: problemsOf(shown.address) }, INVALID_STATUS)
  try {
    const asking = { address, ip: request.ip, browser: knownToken(exchange) }
    const from_known = await countAsk(services.db, asking)
    const wish = { address, next, masked: typed === null, from_known, languages: languagesForMail(request) }
    setAskedCookie(exchange, await actForStranger(services, (act) => askSignIn(act, wish)))
    return reply.redirect('/sign-in/code', 303)
  } catch (error) {
    if (!(error instanceof TooManyAttempts)) throw error
    reply.header('retry-after', error.minutes * MINUTE_SECONDS)
    return sendSignIn(exchange, { ...shown, refused: error }, TOO_MANY_STATUS)
  }
}

function problemsOf(typed: string): Problem[] {
  return [problem('address', typed.trim() === '' ? 'missing' : 'no_whole_address_typed')]
}

type Typed = {
  address: string
  next: string
  problems?: Problem[]
  fault?: PasskeyFault
  refused?: TooManyAttempts
}
/**
 * `mails`: whether this service sends mails; `passkeys`: whether they can be used at this address;
 * `awaited_at`: the address of the service if nobody has created its first group yet.
 */
type Props = Typed & {
  by_mail: boolean
  mails: boolean
  providers: readonly Provider[]
  passkeys: boolean
  awaited_at: string | null
}

async function sendSignIn(exchange: Exchange, typed: Typed, status = 200): Promise<FastifyReply> {
  const { db, config } = exchange.services
  const by_mail = await loadSignsInByMail(db.pool, config)
  const awaited_at = (await loadSetupAwaited(db.pool)) ? config.public_url : null
  const mails = sendsMail(exchange)
  const ways = { by_mail, mails, providers: config.providers, passkeys: offersPasskeys(exchange), awaited_at }
  const page = <SignInPage {...typed} {...ways} />
  // Kept only for people who come without a page to continue to: there are as many others as addresses.
  if (status !== 200 || typed.next !== START) return sendPage(exchange, page, status)
  const shown = { ...ways, providers: config.providers.map(({ name, label }) => [name, label]) }
  return sendKeptPage(exchange, `sign-in ${JSON.stringify(shown)}`, async () => page)
}

function SignInPage({ by_mail, mails, providers, passkeys, awaited_at, ...typed }: Props): VNode {
  const { refused, fault, next } = typed
  return (
    <Layout title={t('page.sign_in')} viewer="unknown">
      <h1>{t('page.sign_in')}</h1>
      {awaited_at !== null && (
        <div class="note whole">
          <SetupLinkPlace public_url={awaited_at} />
        </div>
      )}
      {fault !== undefined && <FaultNote fault={fault} />}
      {refused !== undefined && <ErrorNote message={refused.wordsFor()} />}
      {providers.length > 0 && <ProvidersPart action="/sign-in/with" providers={providers} next={next} />}
      {by_mail && providers.length > 0 && <h2>{t('sso.or_by_mail')}</h2>}
      {by_mail && <MailForm {...typed} mails={mails} />}
      {passkeys && (
        <PasskeyPart action="/sign-in/passkey" next={next} propose={by_mail && fault === undefined} />
      )}
      <p class="small quiet">
        {rich(mails ? 'sign_in.by_link' : 'sign_in.by_link_unsent', {
          link: (text) => <a href="/help/voting#signing-in">{text}</a>,
        })}
      </p>
    </Layout>
  )
}

function MailForm({ address, next, problems = [], mails }: Typed & { mails: boolean }): VNode {
  return (
    <>
      <p>{t(mails ? 'sign_in.how' : 'sign_in.how_unsent')}</p>
      <form method="post" action="/sign-in" class="stack" novalidate>
        <input type="hidden" name="next" value={next} />
        <LineField
          form={{ values: { address }, problems, focus: problems[0]?.field ?? '' }}
          name="address"
          label={t('form.your_email')}
          type="email"
          more={{ required: true, autocomplete: 'email' }}
        />
        <button class="button" type="submit">
          {t(mails ? 'sign_in.send_mail' : 'sso.go_on')}
        </button>
      </form>
    </>
  )
}
