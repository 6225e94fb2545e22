import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { fullName } from '../../groups/group.ts'
import { findGroupVisit, type GroupVisit } from '../../groups/load-group-visit.ts'
import { acceptInvitation } from '../../members/accept-invitation.ts'
import { type Invitation, loadInvitation } from '../../members/visits/load-visit.ts'
import { visitorName } from '../../members/visits/visit.ts'
import { count, have } from '../../text/counted.ts'
import type { SignedIn } from '../../users/load-session.ts'
import { displayName } from '../../users/user.ts'
import { Flash } from '../parts/flash-part.tsx'
import { Layout, type Viewer } from '../parts/layout.tsx'
import { RichText } from '../parts/rich-text-part.tsx'
import { actAs } from '../request/act.ts'
import { type Exchange, sendFormPage } from '../request/exchange.ts'
import { keepToken, keptToken, linkToken } from '../request/link-cookie.ts'
import { requireSameOrigin } from '../request/same-origin.ts'
import { signedIn } from '../request/session.ts'

/**
 * GET /g/HANDLE, also with ?k=TOKEN. NotFound alike for what is not there and what this link does not open.
 */
export async function showInvitation(exchange: Exchange): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const token = linkToken(exchange.request)
  const invitation = await loadInvitation(exchange.services.db.pool, token ?? keptToken(exchange), handle)
  if (token !== null) return keepToken(exchange, token, { path: `/g/${handle}` })
  const viewer = await signedIn(exchange)
  return sendFormPage(exchange, <InvitationPage invitation={invitation} viewer={viewer} />)
}

/** The invitation of one who is signed in: no link is asked for. */
export function showOwnInvitation(
  exchange: Exchange,
  { viewer, visit }: { viewer: SignedIn; visit: GroupVisit },
): FastifyReply {
  const { id, name, email, time_zone, utc_chosen } = viewer
  const { admin, accepted_at } = visit.membership
  const person = { id, name, email, time_zone, utc_chosen }
  const visitor = { ...person, member: true, admin, accepted: accepted_at !== null }
  const invitation = { visitor, inviter: visit.inviter, in_group: visit.in_group }
  return sendFormPage(exchange, <InvitationPage invitation={invitation} viewer={viewer} />)
}

/** POST /g/HANDLE/join: accepts the invitation. */
export async function joinGroup(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { handle } = request.params as { handle: string }
  const { user_id, group_id } = await invited(exchange, handle)
  await actAs(services, user_id, (act) => acceptInvitation(act, { group_id, user_id }))
  return reply.redirect(`/g/${handle}`, 303)
}

/** Whoever is signed in, when they are in the group; otherwise the one whose link was followed. */
async function invited(exchange: Exchange, handle: string): Promise<{ user_id: number; group_id: number }> {
  const db = exchange.services.db.pool
  const viewer = await signedIn(exchange)
  if (viewer !== null) {
    const own = await findGroupVisit(db, handle, viewer.id)
    if (own !== null) return { user_id: viewer.id, group_id: own.in_group.group.id }
  }
  const { visitor, in_group } = await loadInvitation(db, keptToken(exchange), handle)
  return { user_id: visitor.id, group_id: in_group.group.id }
}

function InvitationPage({ invitation, viewer }: { invitation: Invitation; viewer: Viewer }): VNode {
  const { visitor, in_group } = invitation
  const { group } = in_group
  const name = fullName(group, in_group.parent)
  return (
    <Layout title={visitor.accepted ? name : `Invitation to ${name}`} group_name={name} viewer={viewer}>
      <header>
        <p class="kicker">{visitor.accepted ? 'Group' : 'Invitation'}</p>
        <h1>{name}</h1>
      </header>
      {group.description !== null && <RichText text={group.description} format={group.description_format} />}
      {visitor.accepted ? (
        <Joined name={name} visitor={visitor} />
      ) : (
        <Invited invitation={invitation} name={name} />
      )}
    </Layout>
  )
}

function Joined({ name, visitor }: { name: string; visitor: Invitation['visitor'] }): VNode {
  return (
    <Flash title={`You are a member of ${name}.`} tone="good">
      <p>{`Threads and ballots of the group reach ${visitorName(visitor)} by mail, each with a link of its own.`}</p>
      <p>
        <a href="/sign-in">Sign in</a> to see all of the group here.
      </p>
    </Flash>
  )
}

function Invited({
  invitation: { visitor, inviter, in_group },
  name,
}: {
  invitation: Invitation
  name: string
}): VNode {
  const { memberships, pending_memberships } = in_group.counts
  const joined = memberships - pending_memberships
  return (
    <>
      <p>
        {`${inviter === null ? 'An admin' : displayName(inviter)} invited ${visitorName(visitor)} to this group. `}
        {joined === 0
          ? 'You would be the first to join.'
          : `${count(joined, 'person', 'people')} ${have(joined)} joined.`}
      </p>
      <p>Members are told of its threads, and hold a ballot in its polls.</p>
      <form method="post" action={`/g/${in_group.group.handle}/join`}>
        <button class="button" type="submit">{`Join ${name}`}</button>
      </form>
      <p class="small quiet">
        If you do not want to join, you need do nothing. The link is personal: pass it on to nobody.
      </p>
    </>
  )
}
