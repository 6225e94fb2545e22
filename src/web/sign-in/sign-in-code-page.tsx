import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { type Problem, problem } from '../../errors.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import { loadSignIn } from '../../users/sign-in/load-sign-in.ts'
import { redeemCode } from '../../users/sign-in/redeem-sign-in.ts'
import { MAX_CODE_TRIES, readCode, SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { ErrorNote } from '../parts/error-part.tsx'
import { LineField } from '../parts/form-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formText } from '../request/form-text.ts'
import { signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { askedToken } from '../request/sign-in-cookie.ts'
import { openPage } from '../visits/page.ts'
import { browserOf, goIn } from './complete-sign-in.ts'

const INVALID_STATUS = 422
const GONE_STATUS = 410
const TOO_MANY_STATUS = 429
const MAX_TYPED = 20

type Asked = { address: string; next: string }

export const signInCodePage = openPage({
  path: '/sign-in/code',
  show: showCode,
  acts: { '/sign-in/code': enterByCode },
})

/** GET /sign-in/code: where the code of the mail is typed, in the browser that asked for it. */
async function showCode(exchange: Exchange): Promise<FastifyReply> {
  const token = askedToken(exchange)
  if (token === '') return exchange.reply.redirect('/sign-in', 303)
  const asked = await loadSignIn(exchange.services.db.pool, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  return sendPage(exchange, <CodePage asked={asked} mails={sendsMails(exchange)} />)
}

/** POST /sign-in/code: signs in when the code is right. */
async function enterByCode(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = askedToken(exchange)
  const asked = await loadSignIn(services.db.pool, token)
  if (asked === null) return sendPage(exchange, <OverPage />, GONE_STATUS)
  const typed = formText(exchange, 'code').slice(0, MAX_TYPED)
  const again = (found: Problem) => {
    const page = <CodePage asked={asked} mails={sendsMails(exchange)} typed={typed} problems={[found]} />
    return sendPage(exchange, page, INVALID_STATUS)
  }
  const code = readCode(typed)
  if (code === null) return again(problem('code', 'no_code'))
  try {
    await countAttempt(services.db, 'token_network', network(request.ip))
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
  const entered = await redeemCode(services.db, { token, code }, browserOf(exchange))
  if (entered === null) return again(problem('code', 'wrong_code', { most: MAX_CODE_TRIES }))
  return goIn(exchange, entered)
}

/** Says that too much was tried from here. */
export function sendRefused(exchange: Exchange, refused: TooManyAttempts): FastifyReply {
  exchange.reply.header('retry-after', refused.minutes * 60)
  return sendPage(
    exchange,
    <Layout title="Too many tries" viewer="unknown">
      <h1>Too many tries</h1>
      <ErrorNote message={refused.wordsFor()} />
    </Layout>,
    TOO_MANY_STATUS,
  )
}

function sendsMails({ services }: Exchange): boolean {
  return services.config.smtp_url !== null
}

function CodePage({
  asked: { address, next },
  mails,
  typed = '',
  problems = [],
}: {
  asked: Asked
  mails: boolean
  typed?: string
  problems?: Problem[]
}): VNode {
  return (
    <Layout title="Look into your mail" viewer="unknown">
      <h1>Look into your mail</h1>
      <p>
        If <strong>{address}</strong> belongs to somebody here, a mail with a link and a code is on its way
        there. Open the link, or type the code here. Both work for {SIGN_IN_MINUTES} minutes.
      </p>
      {!mails && <NoMailServer address={address} />}
      <form method="post" action="/sign-in/code" class="stack" novalidate>
        <LineField
          form={{ values: { code: typed }, problems }}
          name="code"
          label="Code"
          hint="Six digits"
          more={{
            required: true,
            autocomplete: 'one-time-code',
            inputmode: 'numeric',
            maxlength: MAX_TYPED,
          }}
        />
        <button class="button" type="submit">
          Sign in
        </button>
      </form>
      <p class="small quiet">
        No mail after some minutes? Look into the folder for spam, or check the address and{' '}
        <a href={signInPath(next)}>ask for another mail</a>. Only the newest counts.
      </p>
    </Layout>
  )
}

/** The same whoever's address it is: it says something about the service alone. */
function NoMailServer({ address }: { address: string }): VNode {
  return (
    <div class="note whole">
      <p>
        This service has no mail server yet. Whoever runs it can print you a link on its command line and hand
        it to you:
      </p>
      <pre>
        <code>{`npx folkmoot sign-in-link --email ${address}`}</code>
      </pre>
    </div>
  )
}

function OverPage(): VNode {
  return (
    <Layout title="This code is over" viewer="unknown">
      <h1>The time for this code is over</h1>
      <p>{`A code works for ${SIGN_IN_MINUTES} minutes, and once. Nothing is lost: ask for a new mail.`}</p>
      <p>
        <a class="button" href="/sign-in">
          Ask for a new mail
        </a>
      </p>
    </Layout>
  )
}
