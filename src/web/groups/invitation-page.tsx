import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { groupState } from '../../groups/group-state.ts'
import { findGroupVisit, type GroupVisit } from '../../groups/load-group-visit.ts'
import { t } from '../../locales/say.ts'
import { acceptByLink } from '../../members/accept-by-link.ts'
import type { Accepting } from '../../members/accept-invitation.ts'
import { type Invitation, loadInvitation } from '../../members/visits/load-visit.ts'
import { visitorName } from '../../members/visits/visit.ts'
import type { ListedPoll } from '../../polls/lists/load-poll-list.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { loadSignsInByMail } from '../../users/single-sign-on/load-logins.ts'
import { displayName } from '../../users/user.ts'
import { Layout } from '../parts/layout.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { actAs } from '../request/act.ts'
import { inBrowserZone } from '../request/browser-zone.ts'
import { type Exchange, sendFormPage } from '../request/exchange.ts'
import { keepToken, keptToken, linkToken } from '../request/link-cookie.ts'
import { noteReader, noteVisitor } from '../request/reader-language.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { setSessionCookie, signedIn } from '../request/session.ts'
import { takeOver } from '../request/take-over.ts'
import { rich } from '../words/rich.tsx'
import { hasJustJoined, JoinedPart, loadOpenBallots, OpenBallots, OtherViewer } from './joined-part.tsx'

/**
 * GET /g/HANDLE, also with ?k=TOKEN. NotFound both for missing groups and for groups that this link does not
 * open.
 */
export async function showInvitation(exchange: Exchange): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const token = linkToken(exchange.request)
  const found = await loadInvitation(exchange.services.db.pool, token ?? keptToken(exchange), handle)
  if (token !== null) return keepToken(exchange, token, { path: `/g/${handle}` })
  noteVisitor(exchange.request, found.visitor)
  const invitation = { ...found, visitor: inBrowserZone(exchange.request, found.visitor) }
  const viewer = await signedIn(exchange)
  const polls = await loadOpenBallots(exchange, invitation)
  const shown = { invitation, viewer, polls, joined: hasJustJoined(exchange) }
  return sendFormPage(exchange, <InvitationPage {...shown} />)
}

/** The invitation of a signed-in person: no link needed. */
export async function showOwnInvitation(
  exchange: Exchange,
  { viewer, visit }: { viewer: SignedIn; visit: GroupVisit },
): Promise<FastifyReply> {
  const { admin, accepted_at } = visit.membership
  const person = { ...viewer, name: visit.called, named: viewer.name !== null }
  const group_locale = visit.in_group.group.locale
  noteReader(exchange.request, { group: group_locale })
  const group_state = groupState(visit.in_group.group)
  const visitor = {
    ...person,
    group_locale,
    group_state,
    member: true,
    admin,
    accepted: accepted_at !== null,
  }
  const invitation = { mailed: false, visitor, inviter: visit.inviter, in_group: visit.in_group }
  return sendFormPage(
    exchange,
    <InvitationPage
      invitation={invitation}
      viewer={viewer}
      polls={await loadOpenBallots(exchange, invitation)}
      joined={false}
    />,
  )
}

/**
 * POST /g/HANDLE/join: accepts the invitation. Signs in some people who use the link in their mail, but never
 * replaces a person who is signed in here.
 */
export async function joinGroup(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { handle } = request.params as { handle: string }
  const viewer = await signedIn(exchange)
  const to = await invited(exchange, handle, viewer)
  // Where nobody signs in by mail, neither does who joins by one.
  const by_mail = await loadSignsInByMail(services.db.pool, services.config)
  const browser = viewer === null && by_mail ? { agent: request.headers['user-agent'] ?? null } : null
  const { accepted, session } = await actAs(services, to.user_id, (act) => acceptByLink(act, to, browser))
  if (session !== null) {
    setSessionCookie(exchange, session)
    await takeOver(exchange, to.user_id)
  }
  return reply.redirect(`/g/${handle}${accepted ? '?joined' : ''}`, 303)
}

/** The signed-in person if they are in the group; otherwise the person of the followed link. */
async function invited(exchange: Exchange, handle: string, viewer: SignedIn | null): Promise<Accepting> {
  const db = exchange.services.db.pool
  const own = viewer === null ? null : await findGroupVisit(db, handle, viewer.id)
  if (own !== null) {
    const { user_id, group_id } = own.membership
    return { user_id, group_id, mailed: false }
  }
  const { visitor, in_group, mailed } = await loadInvitation(db, keptToken(exchange), handle)
  return { user_id: visitor.id, group_id: in_group.group.id, mailed }
}

type Props = { invitation: Invitation; viewer: SignedIn | null; polls: ListedPoll[]; joined: boolean }

function InvitationPage({ invitation, ...shown }: Props): VNode {
  const { visitor, in_group } = invitation
  const { group } = in_group
  const name = fullName(group, in_group.parent)
  return (
    <Layout
      title={visitor.accepted ? name : t('invitation.to', { group: name })}
      group_name={name}
      names_group
      viewer={shown.viewer}
    >
      <header>
        <p class="kicker">{visitor.accepted ? t('invitation.group') : t('invitation.invitation')}</p>
        <h1 dir="auto">{name}</h1>
      </header>
      {group.description !== null && <RichText text={group.description} format={group.description_format} />}
      {visitor.accepted ? (
        <JoinedPart invitation={invitation} name={name} {...shown} />
      ) : (
        <Invited invitation={invitation} name={name} {...shown} />
      )}
    </Layout>
  )
}

function Invited({
  invitation: { visitor, inviter, in_group },
  name,
  viewer,
  polls,
}: Omit<Props, 'joined'> & { name: string }): VNode {
  const { memberships, pending_memberships } = in_group.counts
  const joined = memberships - pending_memberships
  const person = <bdi>{visitorName(visitor)}</bdi>
  return (
    <>
      <p>
        {inviter === null
          ? rich('invitation.by_admin', { person, joined })
          : rich('invitation.by', { inviter: <bdi>{displayName(inviter)}</bdi>, person, joined })}
      </p>
      <p>{t('invitation.members_get')}</p>
      <OtherViewer visitor={visitor} viewer={viewer} />
      <form method="post" action={`/g/${in_group.group.handle}/join`}>
        <button class="button" type="submit">
          {t('invitation.join', { group: name })}
        </button>
      </form>
      <p class="small quiet">{t('invitation.personal')} </p>
      {polls.length > 0 && <OpenBallots polls={polls} zone={visitor.time_zone} />}
    </>
  )
}
