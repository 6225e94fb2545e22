import type { FastifyReply } from 'fastify'
import type { ComponentChildren, VNode } from 'preact'
import { useContext } from 'preact/hooks'
import { fullName, type Group } from '../../groups/group.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import type { JoinOutcome } from '../../members/joining/commit-join.ts'
import { stateOfLink } from '../../members/joining/join-link.ts'
import { isDeclined } from '../../members/joining/join-request.ts'
import type { JoinVisit } from '../../members/joining/load-join-link.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { SIGN_IN_MINUTES } from '../../users/sign-in/sign-in.ts'
import { displayName } from '../../users/user.ts'
import { TELLS_NAME } from '../groups/invitation/joined-part.tsx'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { SendsMail, sendsMail } from '../request/asked-part.tsx'
import { type Exchange, sendPage } from '../request/exchange.ts'
import { noteReader } from '../request/reader-language.ts'
import { signedIn } from '../request/session.ts'
import { rich } from '../words/rich.tsx'

const OK_STATUS = 200
const CONFLICT_STATUS = 409
const GONE_STATUS = 410
const TOO_MANY_STATUS = 429

const NOT_TYPED = { own: null, typed: null }

/** An outcome that a page tells; the others lead into the group. */
type Told = Exclude<JoinOutcome, 'joined' | 'member'>

const TOLD: Record<Told, { title: PlainKey; text: PlainKey; status: number }> = {
  waiting: { title: 'join.waiting', text: 'join.waiting_text', status: OK_STATUS },
  declined: { title: 'join.declined', text: 'join.declined_text', status: CONFLICT_STATUS },
  ended: { title: 'join.ended', text: 'join.new_link', status: GONE_STATUS },
  over: { title: 'join.over', text: 'join.new_link', status: GONE_STATUS },
  used_up: { title: 'join.used_up', text: 'join.new_link', status: GONE_STATUS },
  flooded: { title: 'join.flooded', text: 'join.flooded_text', status: TOO_MANY_STATUS },
}

function toldOf(outcome: Told, mails: boolean): (typeof TOLD)[Told] {
  const told = TOLD[outcome]
  return outcome === 'waiting' && !mails ? { ...told, text: 'join.waiting_text_unsent' } : told
}

/** Tells people who ask to join that an admin answers, and how they learn of it. */
export function AsksFirst(): VNode {
  return <p>{t(useContext(SendsMail) ? 'join.asks_first' : 'join.asks_first_unsent')}</p>
}

/** `name`: the person's name and the one they typed, which has no effect if they have one. */
type Done = {
  outcome: JoinOutcome
  group: Pick<Group, 'handle' | 'name'>
  name?: { own: string | null; typed: string | null }
}

/** The page after joining; null: a page shows the result. */
export function pathAfter({ outcome, group, name = NOT_TYPED }: Done): string | null {
  const called = name.own !== null && name.typed !== null && name.own !== name.typed
  if (outcome === 'joined') return `/g/${group.handle}?joined${called ? `=${TELLS_NAME}` : ''}`
  return outcome === 'member' ? `/g/${group.handle}` : null
}

/** Leads into the group, or shows the result of the request. */
export function sendOutcome(exchange: Exchange, done: Done, viewer: SignedIn | null): FastifyReply {
  const path = pathAfter(done)
  if (path !== null) return exchange.reply.redirect(path, 303)
  const { title, text, status } = toldOf(done.outcome as Told, sendsMail(exchange))
  const page = (
    <Layout title={t(title)} group_name={done.group.name} names_group viewer={viewer ?? 'unknown'}>
      <p class="kicker" dir="auto">
        {done.group.name}
      </p>
      <h1>{t(title)}</h1>
      <p>{t(text)}</p>
    </Layout>
  )
  return sendPage(exchange, page, status)
}

/** The same for people who cannot join by this link now, or need not. Null: they can. */
export function sendUnlessOpen(
  exchange: Exchange,
  visit: JoinVisit,
  viewer: SignedIn | null,
): FastifyReply | null {
  const { group, parent } = visit.in_group
  noteReader(exchange.request, { group: group.locale })
  const outcome = outcomeAlready(visit)
  if (outcome === null) return null
  return sendOutcome(exchange, { outcome, group: { ...group, name: fullName(group, parent) } }, viewer)
}

function outcomeAlready({ member, request, link, asks, now }: JoinVisit): JoinOutcome | null {
  if (member) return 'member'
  if (request?.state === 'waiting') return 'waiting'
  if (request !== null && isDeclined(request, now)) return 'declined'
  const state = stateOfLink(link, now, asks ? link.waiting : 0)
  return state === 'open' ? null : state
}

/**
 * Says that the link or the code of the mail no longer works. People who have already used one of them may
 * see it too. `title`: of the page; by default about the link.
 */
export async function sendConfirmationOver(
  exchange: Exchange,
  title = t('sign_in.link_expired'),
): Promise<FastifyReply> {
  const viewer = await signedIn(exchange)
  const page = (
    <Layout title={title} viewer={viewer ?? 'unknown'}>
      <h1>{title}</h1>
      <p>{t('join.confirmation_over', { minutes: SIGN_IN_MINUTES })}</p>
      {viewer !== null && (
        <p>
          <a class="button" href="/">
            {t('join.to_own_groups')}
          </a>
        </p>
      )}
    </Layout>
  )
  return sendPage(exchange, page, GONE_STATUS)
}

/** The layout of the pages behind a link: the group as far as strangers may see it, and who invites. */
export function JoinFrame({
  visit: { in_group, link },
  viewer,
  children,
}: {
  visit: JoinVisit
  viewer: Viewer
  children: ComponentChildren
}): VNode {
  const { group, parent } = in_group
  const name = fullName(group, parent)
  return (
    <Layout title={t('invitation.join', { group: name })} group_name={name} names_group viewer={viewer}>
      <header>
        <p class="kicker">{t('invitation.invitation')}</p>
        <h1 dir="auto">{name}</h1>
      </header>
      {group.description !== null && <RichText text={group.description} format={group.description_format} />}
      <p>
        {link.maker === null
          ? t('join.invited')
          : rich('join.invited_by', { who: <bdi>{displayName({ name: link.maker })}</bdi> })}
      </p>
      {children}
    </Layout>
  )
}
