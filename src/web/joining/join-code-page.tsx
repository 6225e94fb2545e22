import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { requestOf } from '../../members/joining/wish-path.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { loadSignIn } from '../../users/sign-in/load-sign-in.ts'
import { redeemCode } from '../../users/sign-in/redeem-sign-in.ts'
import { MAX_CODE_TRIES, readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { AskedSignIn } from '../../users/sign-in/sign-ins-store.ts'
import { type FormState, LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { queryText } from '../request/address.ts'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { askedToken } from '../request/sign-in-cookie.ts'
import { browserOf } from '../sign-in/complete-sign-in.ts'
import { CodeUsedUp, sendRefused, UnsentPage } from '../sign-in/sign-in-code-page.tsx'
import { openPage } from '../visits/page.ts'
import { AS_IS } from '../words/as-is.ts'
import { rich } from '../words/rich.tsx'
import { joinEntered } from './join-entered.ts'
import { checkTypedName, NameField } from './join-page.tsx'
import { sendConfirmationOver } from './outcome-part.tsx'

const AT = '/join/code'
const INVALID_STATUS = 422
const GONE_STATUS = 410
const MAX_TYPED = 20

export const joinCodePage = openPage({ path: AT, show: showCode, acts: { [AT]: enterByCode } })

/** GET /join/code: asks for the code of the mail, in the browser that asked to join. */
async function showCode(exchange: Exchange): Promise<FastifyReply> {
  const asked = await loadAsked(exchange)
  if (asked === null) return sendConfirmationOver(exchange, t('join.code_over'))
  if (asked.used_up) return sendUsedUp(exchange)
  const form = { values: { name: queryText(exchange, 'name') }, problems: [] }
  return sendCodePage(exchange, { ...asked, form })
}

/** The request to join of this browser. Null: none, or its code has expired or was used. */
async function loadAsked(exchange: Exchange): Promise<AskedSignIn | null> {
  const asked = await loadSignIn(exchange.services.db.pool, askedToken(exchange))
  return asked === null || requestOf(asked.next) === null ? null : asked
}

type Shown = { address: string; form: FormState }

function sendCodePage(exchange: Exchange, { address, form }: Shown, status?: number): FastifyReply {
  const page = sendsMail(exchange) ? (
    <CodePage address={address} form={form} />
  ) : (
    <UnsentPage address={address}>
      <p>{t('join.after_link')}</p>
    </UnsentPage>
  )
  return sendPage(exchange, page, status)
}

/** POST /join/code: signs in if the code is right, and joins or asks. */
async function enterByCode(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = askedToken(exchange)
  const asked = await loadAsked(exchange)
  if (asked === null) return sendConfirmationOver(exchange, t('join.code_over'))
  if (asked.used_up) return sendUsedUp(exchange)
  const again = (problems: Problem[]) =>
    sendCodePage(exchange, { ...asked, form: { values: formOf(exchange), problems } }, INVALID_STATUS)
  const code = readCode(formText(exchange, 'code').slice(0, MAX_TYPED))
  const found = [...(code === null ? [problem('code', 'no_code')] : []), ...checkTypedName(exchange)]
  if (code === null || found.length > 0) return again(found)
  try {
    if (!asked.from_known) await countAttempt(services.db, 'code_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const entered = await redeemCode(services.db, { token, code }, browserOf(exchange))
  if (entered !== null) return joinEntered(exchange, entered)
  if ((await loadAsked(exchange))?.used_up === true) return sendUsedUp(exchange)
  return again([problem('code', 'wrong_code', { most: MAX_CODE_TRIES })])
}

/** The group's link leads to another mail: this browser does not keep it. */
function sendUsedUp(exchange: Exchange): FastifyReply {
  const page = (
    <CodeUsedUp>
      <p>{t('join.new_mail')}</p>
    </CodeUsedUp>
  )
  return sendPage(exchange, page, GONE_STATUS)
}

function CodePage({ address, form: sent }: { address: string; form: FormState }): VNode {
  const form = { ...sent, focus: sent.problems[0]?.field ?? 'code' }
  const parts = { address: <strong {...AS_IS}>{address}</strong>, minutes: SIGN_IN_MINUTES }
  return (
    <Layout title={t('sign_in.check_mail')} viewer="unknown">
      <h1>{t('sign_in.check_mail')}</h1>
      <p>{rich('join.code_sent', parts)} </p>
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
