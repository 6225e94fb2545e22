import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { bodyOf } from '../../http/credentials.ts'
import { t } from '../../locales/say.ts'
import { loadSubscription, type Subscription } from '../../members/visits/load-visit.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { muteGroup } from '../../notifications/mute-group.ts'
import { unmuteGroup } from '../../notifications/unmute-group.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { Flash } from '../parts/flash-part.tsx'
import { Layout } from '../parts/layout.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { linkToken } from '../request/link-cookie.ts'
import { noteVisitor } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'
import { PostForm } from '../request/shown-to-part.tsx'
import { openPage } from '../visits/page.ts'

const UNKNOWN_STATUS = 404

export const unsubscribePage = openPage({
  path: '/unsubscribe',
  show: showUnsubscribe,
  acts: { '/unsubscribe': unsubscribe, '/unsubscribe/undo': resubscribe },
})

/** The subscription (person and group) that this token ends; null: none. Sets the reader of the response. */
async function subscriptionOf(exchange: Exchange, token: string): Promise<Subscription | null> {
  const found = await loadSubscription(exchange.services.db.pool, token)
  if (found !== null) noteVisitor(exchange.request, found.visitor)
  return found
}

/**
 * GET /unsubscribe?k=TOKEN: describes the subscription and changes nothing, because mail scanners follow
 * links.
 */
async function showUnsubscribe(exchange: Exchange): Promise<FastifyReply> {
  const token = linkToken(exchange.request) ?? ''
  // First: the page is in the language of the person that the email went to.
  const viewer = await signedIn(exchange)
  const subscription = await subscriptionOf(exchange, token)
  if (subscription === null) return sendUnknown(exchange)
  return sendPage(exchange, <UnsubscribePage subscription={subscription} token={token} viewer={viewer} />)
}

/**
 * POST /unsubscribe: stops the mails. Mail programs also post here, with one click (RFC 8058), not from our
 * pages.
 */
async function unsubscribe(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  const one_click = bodyOf(request).fields['List-Unsubscribe'] === 'One-Click'
  if (!one_click) requireSameOrigin(request, services.config.public_url)
  const token = postedToken(exchange)
  const subscription = await subscriptionOf(exchange, token)
  if (subscription === null) return sendUnknown(exchange)
  const { visitor, in_group } = subscription
  await actAs(services, visitor.id, (act) =>
    muteGroup(act, { user_id: visitor.id, group_id: in_group.group.id }),
  )
  if (one_click)
    return sendPage(
      exchange,
      <UnsubscribePage subscription={{ ...subscription, muted: true }} token={token} viewer={null} />,
    )
  return goBack(exchange, token)
}

/** POST /unsubscribe/undo: resumes the mails. */
async function resubscribe(exchange: Exchange): Promise<FastifyReply> {
  const { request, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const token = postedToken(exchange)
  const subscription = await subscriptionOf(exchange, token)
  if (subscription === null) return sendUnknown(exchange)
  const { visitor, in_group } = subscription
  await actAs(services, visitor.id, (act) =>
    unmuteGroup(act, { user_id: visitor.id, group_id: in_group.group.id }),
  )
  return goBack(exchange, token)
}

/** From the form's hidden field, or from the query string that mail programs post to. */
function postedToken({ request }: Exchange): string {
  const { k } = bodyOf(request).fields
  return typeof k === 'string' ? k : (linkToken(request) ?? '')
}

function goBack({ reply }: Exchange, token: string): FastifyReply {
  return reply.redirect(`/unsubscribe?k=${encodeURIComponent(token)}`, 303)
}

async function sendUnknown(exchange: Exchange): Promise<FastifyReply> {
  return sendPage(exchange, <UnknownLinkPage viewer={await signedIn(exchange)} />, UNKNOWN_STATUS)
}

type Props = { subscription: Subscription; token: string; viewer: SignedIn | null }

function UnsubscribePage({ subscription, token, viewer }: Props): VNode {
  const { visitor, in_group, muted } = subscription
  const name = fullName(in_group.group, in_group.parent)
  const person = visitorName(visitor)
  return (
    <Layout title={t('account.mails_from', { group: name })} group_name={name} names_group viewer={viewer}>
      <header>
        <p class="kicker">{t('account.mails_to', { person })}</p>
        <h1>{t('account.mails_from', { group: name })}</h1>
      </header>
      {muted ? (
        <Flash title={t('account.mails_stopped')} tone="good">
          <p>{t('account.no_more_mails', { group: name, person })}</p>
        </Flash>
      ) : (
        <p>
          {t(visitor.member && visitor.accepted ? 'account.mails_tell' : 'account.mails_tell_guest', {
            person,
          })}
        </p>
      )}
      <PostForm action={muted ? '/unsubscribe/undo' : '/unsubscribe'}>
        <input type="hidden" name="k" value={token} />
        <button class={muted ? 'button plain' : 'button'} type="submit">
          {muted ? t('account.resume_mails') : t('account.stop_mails')}
        </button>
      </PostForm>
    </Layout>
  )
}

function UnknownLinkPage({ viewer }: { viewer: SignedIn | null }): VNode {
  return (
    <Layout title={t('account.link_invalid')} viewer={viewer}>
      <h1>{t('account.link_invalid')}</h1>
      <p>{t('account.link_invalid_about')} </p>
    </Layout>
  )
}
