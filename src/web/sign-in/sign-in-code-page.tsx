import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { loadRefusals } from '../../mail/refusals/load-refusals.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { loadSignIn, loadWholeSignIn } from '../../users/sign-in/load-sign-in.ts'
import { redeemCode } from '../../users/sign-in/redeem-sign-in.ts'
import { MAX_CODE_TRIES, readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import type { AskedSignIn } from '../../users/sign-in/sign-ins-store.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { againPath, signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { askedToken } from '../request/sign-in-cookie.ts'
import { openPage } from '../visits/page.ts'
import { AS_IS } from '../words/as-is.ts'
import { Command } from '../words/command-part.tsx'
import { rich } from '../words/rich.tsx'
import { browserOf, goIn } from './complete-sign-in.ts'
import { sendMailTo } from './sign-in-page.tsx'

const INVALID_STATUS = 422
const GONE_STATUS = 410
const TOO_MANY_STATUS = 429
const MAX_TYPED = 20
const START = '/'
/** Where the request of this browser is repeated. */
const AGAIN = '/sign-in/code/again'

type Asked = Pick<AskedSignIn, 'address' | 'next'>

export const signInCodePage = openPage({
  path: '/sign-in/code',
  show: showCode,
  acts: { '/sign-in/code': enterByCode, [AGAIN]: sendAnother },
})

/** GET /sign-in/code: asks for the code of the mail, in the browser that requested it. */
async function showCode(exchange: Exchange): Promise<FastifyReply> {
  const token = askedToken(exchange)
  if (token === '') return exchange.reply.redirect('/sign-in', 303)
  const asked = await loadSignIn(exchange.services.db.pool, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  return asked.used_up ? sendUsedUp(exchange, asked) : sendCodePage(exchange, { asked })
}

async function sendUsedUp(exchange: Exchange, asked: Asked): Promise<FastifyReply> {
  const again = (await signedIn(exchange)) === null ? null : againPath(asked.next)
  return sendPage(exchange, <UsedUpPage again={again} />, GONE_STATUS)
}

async function sendCodePage(
  exchange: Exchange,
  shown: Omit<Props, 'again' | 'delayed'>,
  status?: number,
): Promise<FastifyReply> {
  const page = sendsMail(exchange) ? (
    <CodePage
      {...shown}
      again={await pathAgain(exchange, shown.asked)}
      delayed={(await loadRefusals(exchange.services.db.pool)).mails > 0}
    />
  ) : (
    <UnsentPage address={shown.asked.address}>
      {shown.asked.next !== START && <p>{t('sign_in.open_here')}</p>}
    </UnsentPage>
  )
  return sendPage(exchange, page, status)
}

/** POST /sign-in/code: signs in if the code is right. */
async function enterByCode(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = askedToken(exchange)
  const asked = await loadSignIn(services.db.pool, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  if (asked.used_up) return sendUsedUp(exchange, asked)
  const typed = formText(exchange, 'code').slice(0, MAX_TYPED)
  const again = (found: Problem) =>
    sendCodePage(exchange, { asked, typed, problems: [found] }, INVALID_STATUS)
  const code = readCode(typed)
  if (code === null) return again(problem('code', 'no_code'))
  try {
    if (!asked.from_known) await countAttempt(services.db, 'code_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const entered = await redeemCode(services.db, { token, code }, browserOf(exchange))
  if (entered !== null) return goIn(exchange, entered)
  if ((await loadSignIn(services.db.pool, token))?.used_up === true) return sendUsedUp(exchange, asked)
  return again(problem('code', 'wrong_code', { most: MAX_CODE_TRIES }))
}

/** POST /sign-in/code/again: requests another mail to the same address, within the limits of the first. */
async function sendAnother(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const asked = await loadWholeSignIn(services.db.pool, askedToken(exchange))
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  const { address, next, masked } = asked
  return sendMailTo(exchange, { address, typed: masked ? null : address, next })
}

/** Where another mail can be asked for: people who are signed in do that on another page. */
async function pathAgain(exchange: Exchange, { next }: Asked): Promise<string> {
  return (await signedIn(exchange)) === null ? signInPath(next) : againPath(next)
}

/** Says that there were too many attempts from here. */
export function sendRefused(exchange: Exchange, refused: TooManyAttempts): FastifyReply {
  exchange.reply.header('retry-after', refused.minutes * 60)
  return sendPage(exchange, <TooManyPage refused={refused} />, TOO_MANY_STATUS)
}

function TooManyPage({ refused }: { refused: TooManyAttempts }): VNode {
  return (
    <Layout title={t('sign_in.too_many')} viewer="unknown">
      <h1>{t('sign_in.too_many')}</h1>
      <ErrorNote message={refused.wordsFor()} />
    </Layout>
  )
}

/** `delayed`: the mail server does not accept mails at the moment, whoever they are for. */
type Props = { asked: Asked; again: string; delayed: boolean; typed?: string; problems?: Problem[] }

function CodePage({ asked: { address }, again, delayed, typed = '', problems = [] }: Props): VNode {
  return (
    <Layout title={t('sign_in.check_mail')} viewer="unknown">
      <h1>{t('sign_in.check_mail')}</h1>
      <p>
        {rich('sign_in.mail_sent', {
          address: <strong {...AS_IS}>{address}</strong>,
          minutes: SIGN_IN_MINUTES,
        })}
      </p>
      {delayed && <p class="note">{t('sign_in.mails_delayed')}</p>}
      <form method="post" action="/sign-in/code" class="stack" novalidate>
        <LineField
          form={{ values: { code: typed }, problems, focus: 'code' }}
          name="code"
          label={t('sign_in.code')}
          hint={t('sign_in.code_hint')}
          more={{
            required: true,
            autocomplete: 'one-time-code',
            inputmode: 'numeric',
            maxlength: MAX_TYPED,
          }}
        />
        <button class="button" type="submit">
          {t('page.sign_in')}
        </button>
      </form>
      <p class="small quiet">{rich('sign_in.no_mail', { link: (text) => <a href={again}>{text}</a> })}</p>
    </Layout>
  )
}

/** Without a mail server there is no code to enter: a link that the operator prints signs in. */
export function UnsentPage({ address, children }: { address: string; children?: ComponentChildren }): VNode {
  return (
    <Layout title={t('sign_in.ask_operator')} viewer="unknown">
      <h1>{t('sign_in.ask_operator')}</h1>
      <NoMailServer address={address} />
      {children}
    </Layout>
  )
}

/** The same for every address: it only depends on the service. */
export function NoMailServer({ address }: { address: string }): VNode {
  return (
    <div class="note whole">
      <p>{t('sign_in.no_mail_server')} </p>
      <pre>
        <Command words={`npx folkmoot sign-in-link --email ${address}`} />
      </pre>
    </div>
  )
}

function OverPage(): VNode {
  return (
    <Layout title={t('sign_in.code_expired')} viewer="unknown">
      <h1>{t('sign_in.code_expired')}</h1>
      <p>{t('sign_in.code_works', { minutes: SIGN_IN_MINUTES })}</p>
      <p>
        <a class="button" href="/sign-in">
          {t('sign_in.ask_again')}
        </a>
      </p>
    </Layout>
  )
}

/**
 * After the last attempt. The link of the mail still works. `again`: where people who are signed in request
 * another one; null: sent from here.
 */
function UsedUpPage({ again }: { again: string | null }): VNode {
  return (
    <CodeUsedUp>
      {again === null ? (
        <form method="post" action={AGAIN}>
          <button class="button" type="submit">
            {t('sign_in.send_again')}
          </button>
        </form>
      ) : (
        <p>
          <a class="button" href={again}>
            {t('sign_in.ask_again')}
          </a>
        </p>
      )}
    </CodeUsedUp>
  )
}

/** Says that all attempts were used up; `children`: how to get another mail. */
export function CodeUsedUp({ children }: { children: ComponentChildren }): VNode {
  return (
    <Layout title={t('join.code_over')} viewer="unknown">
      <h1>{t('join.code_over')}</h1>
      <p>{t('sign_in.code_used_up', { most: MAX_CODE_TRIES })}</p>
      {children}
    </Layout>
  )
}
