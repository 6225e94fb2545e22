import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { type JoinVisit, loadJoinWish } from '../../members/joining/load-join-link.ts'
import { requestOf } from '../../members/joining/wish-path.ts'
import { loadPerson } from '../../users/load-person.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { loadSignInLink } from '../../users/sign-in/load-sign-in.ts'
import { maskAddress } from '../../users/sign-in/mask-address.ts'
import { redeemLink } from '../../users/sign-in/redeem-sign-in.ts'
import type { User } from '../../users/user.ts'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { noteReader } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { browserOf } from '../sign-in/complete-sign-in.ts'
import { ReplacesSession } from '../sign-in/sign-in-link-page.tsx'
import { openPage } from '../visits/page.ts'
import { joinEntered } from './join-entered.ts'
import { checkTypedName, NameField } from './join-page.tsx'
import { AsksFirst, JoinFrame, sendConfirmationOver } from './outcome-part.tsx'

const AT = '/join/confirm'
const INVALID_STATUS = 422

/** For people who press the button in the mail, maybe in another browser than they asked in. */
export const joinConfirmPage = openPage({ path: AT, show: showConfirm, acts: { [AT]: postConfirm } })

type Comer = {
  token: string
  person: User & { email: string }
  visit: JoinVisit
  /** Who is signed in in this browser. */
  viewer: SignedIn | null
}

/** GET /join/confirm?k=TOKEN: what the button joins, without joining: mail scanners follow links. */
async function showConfirm(exchange: Exchange): Promise<FastifyReply> {
  const comer = await loadComer(exchange, queryText(exchange, 'k'))
  if (comer === null) return sendConfirmationOver(exchange)
  const form = { values: { name: comer.visit.request?.name ?? '' }, problems: [] }
  return sendPage(exchange, <ConfirmPage {...comer} form={form} />)
}

/** POST /join/confirm: signs in, once, and joins or asks. */
async function postConfirm(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = formText(exchange, 'k')
  const comer = await loadComer(exchange, token)
  if (comer === null) return sendConfirmationOver(exchange)
  const problems: Problem[] = comer.person.name === null ? checkTypedName(exchange) : []
  const form = { values: formOf(exchange), problems }
  if (problems.length > 0) return sendPage(exchange, <ConfirmPage {...comer} form={form} />, INVALID_STATUS)
  const entered = await redeemLink(services.db, token, browserOf(exchange))
  return entered === null ? sendConfirmationOver(exchange) : joinEntered(exchange, entered)
}

/** The link's person, and what they join. Null: expired, used, or a link that only signs in. */
async function loadComer(exchange: Exchange, token: string): Promise<Comer | null> {
  const db = exchange.services.db.pool
  const link = await loadSignInLink(db, token)
  const request_id = link === null ? null : requestOf(link.next)
  if (link === null || request_id === null) return null
  const person = await loadPerson(db, link.user_id)
  const visit = await loadJoinWish(db, request_id, person.id)
  noteReader(exchange.request, { group: visit.in_group.group.locale })
  return { token, person, visit, viewer: await signedIn(exchange) }
}

function ConfirmPage({ token, person, visit, viewer, form }: Comer & { form: FormState }): VNode {
  const { asks } = visit
  return (
    <JoinFrame visit={visit} viewer="unknown">
      {asks && <AsksFirst />}
      <p>
        {t(asks ? 'join.confirms_address_asking' : 'join.confirms_address', {
          address: maskAddress(person.email),
        })}
      </p>
      <ReplacesSession viewer={viewer} email={person.email} />
      <Faults problems={form.problems} labels={{ name: t('form.your_name') }} />
      <form method="post" action={AT} class="stack" novalidate>
        <input type="hidden" name="k" value={token} />
        {person.name === null && <NameField form={form} />}
        <button class="button" type="submit">
          {asks ? t('join.ask') : t('join.join')}
        </button>
      </form>
      <p class="small quiet">{t('sign_in.not_you')}</p>
    </JoinFrame>
  )
}
