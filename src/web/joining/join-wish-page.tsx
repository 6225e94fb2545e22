import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, type Problem } from '../../errors.ts'
import { t } from '../../locales/say.ts'
import { commitJoin } from '../../members/joining/commit-join.ts'
import { type JoinVisit, loadJoinWish } from '../../members/joining/load-join-link.ts'
import { wishPath } from '../../members/joining/wish-path.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { readName } from '../../users/name.ts'
import { Faults, type FormState } from '../parts/form-part.tsx'
import { actAs } from '../request/act.ts'
import { queryText } from '../request/address.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { formOf, formText } from '../request/form-text.ts'
import { signInPath } from '../request/own-path.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { PostForm, requireShownTo } from '../request/shown-to-part.tsx'
import { takeOverZone } from '../request/take-over.ts'
import { openPage } from '../visits/page.ts'
import { NameField } from './join-page.tsx'
import { AsksFirst, JoinFrame, sendOutcome, sendUnlessOpen } from './outcome-part.tsx'

const AT = '/join/wish'
const INVALID_STATUS = 422

/** For people who signed in by the link in the mail, maybe in another browser than they asked in. */
export const joinWishPage = openPage({
  path: AT,
  who: 'signed in',
  show: showWish,
  acts: { [AT]: postWish },
})

/** GET /join/wish?id=REQUEST: the signed-in person's own request: a button to finish it, or its state. */
async function showWish(exchange: Exchange): Promise<FastifyReply> {
  const id = idOf(queryText(exchange, 'id'))
  const viewer = await signedIn(exchange)
  if (viewer === null) return exchange.reply.redirect(signInPath(wishPath(id)), 303)
  const visit = await loadJoinWish(exchange.services.db.pool, id, viewer.id)
  const sent = sendUnlessOpen(exchange, visit, viewer)
  if (sent !== null) return sent
  const form = { values: { name: visit.request?.name ?? '' }, problems: [] }
  return sendPage(exchange, <WishPage visit={visit} viewer={viewer} form={form} />)
}

/** POST /join/wish: joins or asks. */
async function postWish(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const id = idOf(formText(exchange, 'id'))
  const viewer = await signedIn(exchange)
  if (viewer === null) return exchange.reply.redirect(signInPath(wishPath(id)), 303)
  requireShownTo(request, viewer.id)
  const visit = await loadJoinWish(services.db.pool, id, viewer.id)
  const wish = { link_id: visit.link.id, user_id: viewer.id, name: readName(formText(exchange, 'name')) }
  try {
    const done = await actAs(services, viewer.id, async (act) => {
      const joined = await commitJoin(act, wish)
      await takeOverZone(exchange, act, viewer.id)
      return joined
    })
    const name = { own: viewer.name, typed: visit.request?.name ?? null }
    return sendOutcome(exchange, { ...done, name }, viewer)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: formOf(exchange), problems: error.problems as Problem[] }
    return sendPage(exchange, <WishPage visit={visit} viewer={viewer} form={form} />, INVALID_STATUS)
  }
}

const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

type Props = { visit: JoinVisit; viewer: SignedIn; form: FormState }

function WishPage({ visit, viewer, form }: Props): VNode {
  const { asks } = visit
  return (
    <JoinFrame visit={visit} viewer={viewer}>
      {asks && <AsksFirst />}
      <Faults problems={form.problems} labels={{ name: t('form.your_name') }} />
      <PostForm action={AT} class="stack" novalidate>
        <input type="hidden" name="id" value={visit.request?.id} />
        {viewer.name === null && <NameField form={form} />}
        <p>{t('join.signed_in_as', { address: viewer.email ?? '' })}</p>
        <button class="button" type="submit">
          {asks ? t('join.ask') : t('join.join')}
        </button>
      </PostForm>
    </JoinFrame>
  )
}
