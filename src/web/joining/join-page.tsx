import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { change, SYSTEM } from '../../db/db.ts'
import { type Problem, problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { askToJoin } from '../../members/joining/ask-to-join.ts'
import { commitJoin } from '../../members/joining/commit-join.ts'
import { type JoinVisit, loadJoinLink } from '../../members/joining/load-join-link.ts'
import { recordFlood } from '../../members/joining/record-flood.ts'
import { countAttempt, TooManyAttempts } from '../../users/count-attempt.ts'
import { network } from '../../users/limit.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { checkName, readName } from '../../users/name.ts'
import { countAskFrom } from '../../users/sign-in/count-ask.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import { readAddress } from '../../users/user.ts'
import { Faults, type FormState, LineField } from '../parts/form-part.tsx'
import { actAs, actForStranger } from '../request/act.ts'
import { SendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { keepToken, keptToken, linkToken } from '../request/link-cookie.ts'
import { signInPath } from '../request/own-path.ts'
import { languagesForMail } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { PostForm, requireShownTo } from '../request/shown-to-part.tsx'
import { setAskedCookie } from '../request/sign-in-cookie.ts'
import { takeOverZone } from '../request/take-over.ts'
import { sendRefused } from '../sign-in/sign-in-code-page.tsx'
import { openPage } from '../visits/page.ts'
import { AsksFirst, JoinFrame, sendOutcome, sendUnlessOpen } from './outcome-part.tsx'

const AT = '/join'
const INVALID_STATUS = 422
const REFUSED_STATUS = 403

const labels = () => ({ name: t('form.your_name'), address: t('form.your_email') })

export const joinPage = openPage({ path: AT, show: showJoin, acts: { [AT]: postJoin } })

/**
 * GET /join?k=TOKEN: what someone joins by this link. Members go on to their group. Where nobody signs in by
 * mail, the browser keeps the token while a stranger signs in. NotFound: no such link.
 */
async function showJoin(exchange: Exchange): Promise<FastifyReply> {
  const followed = linkToken(exchange.request)
  const token = followed ?? keptToken(exchange, 'joining')
  const viewer = await signedIn(exchange)
  const visit = await loadJoinLink(exchange.services.db.pool, token, viewer?.id ?? null)
  const sent = sendUnlessOpen(exchange, visit, viewer)
  if (sent !== null) return sent
  if (await signsInFirst(exchange, viewer))
    return followed === null
      ? sendPage(exchange, <SignInFirstPage visit={visit} />)
      : keepToken(exchange, followed, { path: AT })
  return sendPage(exchange, <JoinPage visit={visit} viewer={viewer} token={token} form={EMPTY} />)
}

const EMPTY: FormState = { values: {}, problems: [] }

/** Whether this is a stranger where nobody signs in by mail: a code for joining would sign them in. */
async function signsInFirst({ services }: Exchange, viewer: SignedIn | null): Promise<boolean> {
  return viewer === null && !(await loadSignsInByMail(services.db.pool, services.config))
}

/**
 * POST /join: signed-in people join or ask at once. Others get a code by mail, where people sign in by mail:
 * nothing happens before they show it. The response is the same for known and unknown addresses.
 */
async function postJoin(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = formText(exchange, 'k')
  const viewer = await signedIn(exchange)
  if (viewer !== null) requireShownTo(request, viewer.id)
  const visit = await loadJoinLink(services.db.pool, token, viewer?.id ?? null)
  const sent = sendUnlessOpen(exchange, visit, viewer)
  if (sent !== null) return sent
  if (await signsInFirst(exchange, viewer))
    return sendPage(exchange, <SignInFirstPage visit={visit} />, REFUSED_STATUS)
  const again = (problems: Problem[]) => {
    const form = { values: formOf(exchange), problems }
    return sendPage(
      exchange,
      <JoinPage visit={visit} viewer={viewer} token={token} form={form} />,
      INVALID_STATUS,
    )
  }
  const found = checkTyped(exchange, viewer)
  if (found.length > 0) return again(found)
  try {
    await countTries(exchange, visit)
    return viewer === null ? await sendCode(exchange, visit) : await join(exchange, visit, viewer)
  } catch (error) {
    if (error instanceof TooManyAttempts) return sendRefused(exchange, error)
    throw error
  }
}

function checkTyped(exchange: Exchange, viewer: SignedIn | null): Problem[] {
  const address = formText(exchange, 'address')
  return [
    ...(viewer?.name == null ? checkTypedName(exchange) : []),
    ...(viewer === null && readAddress(address) === null
      ? [problem('address', address.trim() === '' ? 'missing' : 'no_whole_address_typed')]
      : []),
  ]
}

/** Problems of the name in the form. */
export function checkTypedName(exchange: Exchange): Problem[] {
  const name = readName(formText(exchange, 'name'))
  return name === null ? [problem('name', 'blank')] : checkName(name)
}

/** Counts tries from one network and by one link; the admins are told when a link is flooded. */
async function countTries({ request, services }: Exchange, { link }: JoinVisit): Promise<void> {
  await countAttempt(services.db, 'join_network', network(request.ip))
  try {
    await countAttempt(services.db, 'join_link', String(link.id))
  } catch (error) {
    if (error instanceof TooManyAttempts) await change(services.db, SYSTEM, (act) => recordFlood(act, link))
    throw error
  }
}

async function sendCode(exchange: Exchange, { link }: JoinVisit): Promise<FastifyReply> {
  const { services, reply } = exchange
  const address = readAddress(formText(exchange, 'address')) ?? ''
  const name = readName(formText(exchange, 'name')) ?? ''
  await countAskFrom(services.db, { address, ip: exchange.request.ip })
  const asking = { link, address, name, languages: languagesForMail(exchange.request) }
  const browser = await actForStranger(services, (act) => askToJoin(act, asking))
  setAskedCookie(exchange, browser)
  return reply.redirect(`/join/code?name=${encodeURIComponent(name)}`, 303)
}

async function join(exchange: Exchange, { link }: JoinVisit, viewer: SignedIn): Promise<FastifyReply> {
  const wish = { link_id: link.id, user_id: viewer.id, name: readName(formText(exchange, 'name')) }
  const done = await actAs(exchange.services, viewer.id, async (act) => {
    const joined = await commitJoin(act, wish)
    await takeOverZone(exchange, act, viewer.id)
    return joined
  })
  return sendOutcome(exchange, done, viewer)
}

type Props = { visit: JoinVisit; viewer: SignedIn | null; token: string; form: FormState }

function JoinPage({ visit, viewer, token, form }: Props): VNode {
  const { asks } = visit
  const mails = useContext(SendsMail)
  return (
    <JoinFrame visit={visit} viewer={viewer}>
      {asks ? <AsksFirst /> : viewer === null && <p>{t('join.at_once')}</p>}
      <Faults problems={form.problems} labels={labels()} />
      <PostForm action={AT} class="stack" novalidate>
        <input type="hidden" name="k" value={token} />
        {viewer?.name == null && <NameField form={form} />}
        {viewer === null ? (
          <LineField
            form={form}
            name="address"
            type="email"
            label={labels().address}
            hint={t(mails ? 'join.address_hint' : 'join.address_hint_unsent')}
            more={{ required: true, autocomplete: 'email' }}
          />
        ) : (
          <p>{t('join.signed_in_as', { address: viewer.email ?? '' })}</p>
        )}
        <button class="button" type="submit">
          {viewer === null && mails ? t('join.send_code') : t(asks ? 'join.ask' : 'join.join')}
        </button>
      </PostForm>
    </JoinFrame>
  )
}

function SignInFirstPage({ visit }: { visit: JoinVisit }): VNode {
  return (
    <JoinFrame visit={visit} viewer={null}>
      <p>{t('join.sign_in_first')}</p>
      <p>
        <a class="button" href={signInPath(AT)}>
          {t('page.sign_in')}
        </a>
      </p>
    </JoinFrame>
  )
}

/** The name of someone who has none yet. */
export function NameField({ form }: { form: FormState }): VNode {
  return (
    <LineField
      form={form}
      name="name"
      label={labels().name}
      hint={t('join.name_hint')}
      more={{ required: true, autocomplete: 'name' }}
    />
  )
}
