import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type Problem, problem, Refusal } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { commitJoin } from '../../members/joining/commit-join.ts'
import { loadJoinWish } from '../../members/joining/load-join-link.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { readName } from '../../users/name.ts'
import { loadSignIn } from '../../users/sign-in/load-sign-in.ts'
import { type Entered, redeemCode } from '../../users/sign-in/redeem-sign-in.ts'
import { MAX_CODE_TRIES, readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { askedToken } from '../request/sign-in-cookie.ts'
import { browserOf, goIn } from '../sign-in/complete-sign-in.ts'
import { NoMailServer, sendRefused } from '../sign-in/sign-in-code-page.tsx'
import { openPage } from '../visits/page.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { checkTypedName, NameField } from './join-page.tsx'
import { pathAfter } from './outcome-part.tsx'

const AT = '/join/code'
const INVALID_STATUS = 422
const GONE_STATUS = 410
const MAX_TYPED = 20

export const joinCodePage = openPage({ path: AT, show: showCode, acts: { [AT]: enterByCode } })

/** GET /join/code: asks for the code of the mail, in the browser that asked to join. */
async function showCode(exchange: Exchange): Promise<FastifyReply> {
  const asked = await loadSignIn(exchange.services.db.pool, askedToken(exchange))
  if (asked === null || requestIn(asked.next) === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  const form = { values: { name: queryText(exchange, 'name') }, problems: [] }
  return sendPage(exchange, <CodePage address={asked.address} form={form} mails={sendsMail(exchange)} />)
}

/** POST /join/code: signs in if the code is right, and joins or asks. */
async function enterByCode(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = askedToken(exchange)
  const asked = await loadSignIn(services.db.pool, token)
  if (asked === null || requestIn(asked.next) === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  const again = (problems: Problem[]) => {
    const form = { values: formOf(exchange), problems }
    const page = <CodePage address={asked.address} form={form} mails={sendsMail(exchange)} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
  const code = readCode(formText(exchange, 'code').slice(0, MAX_TYPED))
  const found = [...checkTypedName(exchange), ...(code === null ? [problem('code', 'no_code')] : [])]
  if (code === null || found.length > 0) return again(found)
  try {
    if (!asked.from_known) await countAttempt(services.db, 'token_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const entered = await redeemCode(services.db, { token, code }, browserOf(exchange))
  if (entered === null) return again([problem('code', 'wrong_code', { most: MAX_CODE_TRIES })])
  return goIn(exchange, await joinedBy(exchange, entered))
}

/**
 * Joins or asks, now that the address is confirmed. If that fails, the page of the request says so, and the
 * person stays signed in.
 */
async function joinedBy(exchange: Exchange, entered: Entered): Promise<Entered> {
  const { services } = exchange
  const { user, next } = entered
  const name = readName(formText(exchange, 'name'))
  const named = { ...user, name: user.name ?? name }
  try {
    const { link } = await loadJoinWish(services.db.pool, requestIn(next) ?? 0, user.id)
    const wish = { link_id: link.id, user_id: user.id, name }
    const done = await actAs(services, user.id, (act) => commitJoin(act, wish))
    return { ...entered, user: named, next: pathAfter(done) ?? next }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { ...entered, user: named }
  }
}

/** The request that the page asked for belongs to; null: it was asked for by another page. */
function requestIn(next: string): number | null {
  const id = /^\/join\/wish\?id=(\d{1,15})$/.exec(next)?.[1]
  return id === undefined ? null : Number(id)
}

function CodePage({ address, form, mails }: { address: string; form: FormState; mails: boolean }): VNode {
  const parts = { address: <strong {...AS_IS}>{address}</strong>, minutes: SIGN_IN_MINUTES }
  return (
    <Layout title={t('sign_in.check_mail')} viewer="unknown">
      <h1>{t('sign_in.check_mail')}</h1>
      <p>{rich('join.code_sent', parts)} </p>
      {!mails && <NoMailServer address={address} />}
      <form method="post" action={AT} class="stack" novalidate>
        <LineField
          form={form}
          name="code"
          label={t('sign_in.code')}
          hint={t('sign_in.code_hint')}
          more={{ required: true, autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: MAX_TYPED }}
        />
        <NameField form={form} />
        <button class="button" type="submit">
          {t('join.confirm')}
        </button>
      </form>
      <p class="small quiet">{t('join.no_code')}</p>
    </Layout>
  )
}

function OverPage(): VNode {
  return (
    <Layout title={t('sign_in.code_expired')} viewer="unknown">
      <h1>{t('sign_in.code_expired')}</h1>
      <p>{t('join.code_over')}</p>
    </Layout>
  )
}
