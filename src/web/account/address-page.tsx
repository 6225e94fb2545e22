import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { Invalid, type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import type { AskedAddress } from '../../users/address-change/address-changes-store.ts'
import { askAddressChange } from '../../users/address-change/ask-address-change.ts'
import { commitAddressChange } from '../../users/address-change/commit-address-change.ts'
import { loadAddressChange } from '../../users/address-change/load-address-change.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { mailbox, network } from '../../users/limit.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { MAX_CODE_TRIES, readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { accountCrumb } from '../parts/crumbs-part.tsx'
import { ErrorNote } from '../parts/error-part.tsx'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText, textOf } from '../request/form-text.ts'
import { sessionToken } from '../request/session.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { keptForm } from '../visits/kept-form.ts'
import { KeptNote } from '../visits/kept-part.tsx'
import { afterRecentSignIn, signedInPage } from '../visits/signed-in-page.ts'
import { AS_IS } from '../words/as-is.ts'
import { Command } from '../words/command-part.tsx'
import { rich } from '../words/rich.tsx'
import { goBack } from './account-page.tsx'

const AT = '/account/address'
const CODE = '/account/address/code'
const INVALID = 422
const TOO_MANY = 429
const GONE = 410
const MINUTE_SECONDS = 60
const MAX_TYPED = 20

export const addressPage = signedInPage({
  path: AT,
  next: AT,
  show: afterRecentSignIn(showForm, AT),
  acts: { [AT]: afterRecentSignIn(ask, AT) },
})
export const addressCodePage = signedInPage({
  path: CODE,
  next: AT,
  show: showCode,
  acts: { [CODE]: confirm },
})

/** GET /account/address */
async function showForm(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const kept = await keptForm(exchange, viewer.id, AT)
  const typed = kept === null ? '' : textOf(kept, 'address')
  return sendPage(exchange, <AddressPage viewer={viewer} typed={typed} kept={typed !== ''} />)
}

/** POST /account/address: sends a code to the new address. The response is the same if it is not free. */
async function ask(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  const typed = formText(exchange, 'address')
  const again = (failure: Failure, status: number) =>
    sendPage(exchange, <AddressPage viewer={viewer} typed={typed} {...failure} />, status)
  try {
    await countAttempt(services.db, 'sign_in_network', network(request.ip))
    await countAttempt(services.db, 'new_address', mailbox(typed))
    const wish = { user_id: viewer.id, typed, session: sessionToken(exchange) }
    await actAs(services, viewer.id, (act) => askAddressChange(act, wish))
  } catch (error) {
    if (error instanceof Invalid) return again({ problems: error.problems }, INVALID)
    if (!(error instanceof TooManyAttempts)) throw error
    reply.header('retry-after', error.minutes * MINUTE_SECONDS)
    return again({ refused: error }, TOO_MANY)
  }
  return reply.redirect(CODE, 303)
}

/** GET /account/address/code: asks for the code, in the browser that asked for it. */
async function showCode(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const asked = await waiting(exchange, viewer)
  if (asked === null || asked.used_up) return sendOver(exchange, viewer, asked)
  return sendPage(exchange, <CodePage viewer={viewer} address={asked.address} typed="" />)
}

/** POST /account/address/code: changes the address if the code is right, in the session that asked for it. */
async function confirm(exchange: Exchange, viewer: SignedIn): Promise<FastifyReply> {
  const { services } = exchange
  const asked = await waiting(exchange, viewer)
  if (asked === null || asked.used_up) return sendOver(exchange, viewer, asked)
  const { address } = asked
  const typed = formText(exchange, 'code').slice(0, MAX_TYPED)
  const again = (problems: Problem[]) =>
    sendPage(
      exchange,
      <CodePage viewer={viewer} address={address} typed={typed} problems={problems} />,
      INVALID,
    )
  const code = readCode(typed)
  if (code === null) return again([problem('code', 'no_code')])
  try {
    const whose = { user_id: viewer.id, session: sessionToken(exchange), kept_id: viewer.session_id }
    await commitAddressChange(services.db, { ...whose, code })
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const left = await waiting(exchange, viewer)
    if (left?.used_up === true && error.problems.some((one) => one.code === 'wrong_code'))
      return sendOver(exchange, viewer, left)
    return again(error.problems)
  }
  return goBack(exchange, 'address')
}

function waiting(exchange: Exchange, viewer: SignedIn): Promise<AskedAddress | null> {
  const asked = { user_id: viewer.id, session: sessionToken(exchange) }
  return loadAddressChange(exchange.services.db.pool, asked)
}

/** Says that no code counts any more: all attempts were wrong, or (null) none is waited for. */
function sendOver(exchange: Exchange, viewer: SignedIn, asked: AskedAddress | null): FastifyReply {
  const page =
    asked === null ? <OverPage viewer={viewer} /> : <UsedUpPage viewer={viewer} address={asked.address} />
  return sendPage(exchange, page, GONE)
}

type Failure = { problems?: Problem[]; refused?: TooManyAttempts }

type AddressProps = Failure & { viewer: SignedIn; typed: string; kept?: boolean }

function AddressPage({ viewer, typed, kept = false, problems = [], refused }: AddressProps): VNode {
  const sends = useContext(SendsMail)
  return (
    <Layout title={t('account.change_address')} viewer={viewer} crumbs={[accountCrumb()]}>
      <header>
        <p class="kicker" {...AS_IS}>
          {viewer.email}
        </p>
        <h1>{t('account.change_address')}</h1>
      </header>
      {kept && <KeptNote />}
      {refused !== undefined && <ErrorNote message={refused.wordsFor()} />}
      <p>{t(sends ? 'address.about' : 'address.about_unsent')} </p>
      <PostForm action={AT} class="stack" novalidate>
        <LineField
          form={{ values: { address: typed }, problems, focus: problems[0]?.field ?? '' }}
          name="address"
          type="email"
          label={t('address.new')}
          more={{ required: true, autocomplete: 'email' }}
        />
        <button class="button" type="submit">
          {t(sends ? 'address.send' : 'sso.go_on')}
        </button>
      </PostForm>
    </Layout>
  )
}

const codeCrumbs = () => [accountCrumb(), { label: t('account.change_address'), href: AT }]

type CodeProps = { viewer: SignedIn; address: string; typed: string; problems?: Problem[] }

function CodePage({ viewer, address, typed, problems = [] }: CodeProps): VNode {
  const parts = { address: <strong {...AS_IS}>{address}</strong>, minutes: SIGN_IN_MINUTES }
  const sends = useContext(SendsMail)
  const title = t(sends ? 'sign_in.check_mail' : 'address.ask_operator')
  return (
    <Layout title={title} viewer={viewer} crumbs={codeCrumbs()}>
      <h1>{title}</h1>
      {sends ? <p>{rich('address.sent', parts)} </p> : <NoMailServer />}
      <PostForm action={CODE} class="stack" novalidate>
        <LineField
          form={{ values: { code: typed }, problems, focus: 'code' }}
          name="code"
          label={t('sign_in.code')}
          hint={t('sign_in.code_hint')}
          more={{ required: true, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: MAX_TYPED }}
        />
        <button class="button" type="submit">
          {t('address.confirm')}
        </button>
      </PostForm>
      {sends && (
        <p class="small quiet">{rich('address.no_mail', { link: (text) => <a href={AT}>{text}</a> })} </p>
      )}
    </Layout>
  )
}

/** How the operator finds the mail that waits, which has a code only when it is shown. */
function NoMailServer(): VNode {
  return (
    <div class="note whole">
      <p>{t('address.no_mail_server')} </p>
      <pre>
        <Command words="npx folkmoot mail list" />
        {'\n'}
        <Command words="npx folkmoot mail show NUMBER --link" />
      </pre>
    </div>
  )
}

function OverPage({ viewer }: { viewer: SignedIn }): VNode {
  return (
    <Layout title={t('sign_in.code_expired')} viewer={viewer} crumbs={codeCrumbs()}>
      <h1>{t('sign_in.code_expired')}</h1>
      <p>{rich('address.over', { address: <bdi {...AS_IS}>{viewer.email}</bdi> })} </p>
      <p>
        <a class="button" href={AT}>
          {t('account.change_address')}
        </a>
      </p>
    </Layout>
  )
}

/** After the last attempt: sends another code to the same address. */
function UsedUpPage({ viewer, address }: { viewer: SignedIn; address: string }): VNode {
  const sends = useContext(SendsMail)
  return (
    <Layout title={t('join.code_over')} viewer={viewer} crumbs={codeCrumbs()}>
      <h1>{t('join.code_over')}</h1>
      <p>{t('address.code_used_up', { most: MAX_CODE_TRIES })}</p>
      <PostForm action={AT}>
        <input type="hidden" name="address" value={address} />
        <button class="button" type="submit">
          {t(sends ? 'sign_in.send_again' : 'sso.go_on')}
        </button>
      </PostForm>
    </Layout>
  )
}
