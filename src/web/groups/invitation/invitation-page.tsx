import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import { Invalid, NotFound, type Problem, problem, refuse } from '../../../errors.ts'
import { fullName } from '../../../groups/group.ts'
import { groupState } from '../../../groups/group-state.ts'
import { findGroupVisit, type GroupVisit } from '../../../groups/load-group-visit.ts'
import type { Page } from '../../../groups/load-people.ts'
import { queryOf } from '../../../http/credentials.ts'
import { t } from '../../../locales/say.ts'
import { acceptByLink } from '../../../members/accept-by-link.ts'
import { setOwnName } from '../../../members/names/set-own-name.ts'
import { type Invitation, loadInvitation } from '../../../members/visits/load-visit.ts'
import type { ListedPoll } from '../../../polls/lists/load-poll-list.ts'
import type { SignedIn } from '../../../users/load-session.ts'
import { loadSignsInByMail } from '../../../users/single-sign-on/load-logins.ts'
import type { FormState } from '../../parts/form-part.tsx'
import { Layout } from '../../parts/layout.tsx'
import { RichText } from '../../parts/rich-text-part.tsx'
import { actAs } from '../../request/act.ts'
import { inToldZone } from '../../request/browser-zone.ts'
import { type Exchange, sendPage } from '../../request/exchange.ts'
import { formOf } from '../../request/form-text.ts'
import { keepToken, keptToken, linkToken } from '../../request/link-cookie.ts'
import { once } from '../../request/once.ts'
import { noteReader, noteVisitor } from '../../request/reader-language.ts'
import { requireSameOrigin } from '../../request/same-origin.ts'
import { signedIn } from '../../request/session.ts'
import { isOfAnother, requireShownTo } from '../../request/shown-to-part.tsx'
import { enterHere, takeOverZone } from '../../request/take-over.ts'
import { nameSaid, OWN_NAME_FIELD } from '../../visits/own-name-part.tsx'
import { type Came, Invited, isNameless, namerOf } from './invited-part.tsx'
import { hasJustJoined, JoinedPart, loadOpenBallots } from './joined-part.tsx'
import { keepTypedName } from './name-cookie.ts'

const INVALID_STATUS = 422
/** In the query: the page is about the followed link, not about the member who is signed in here. */
const OTHER = 'invitation'
const OF_OTHER = `?${OTHER}`
const EMPTY: FormState = { values: {}, problems: [] }

/**
 * GET /g/HANDLE, also with ?k=TOKEN. NotFound both for missing groups and for groups that this link does not
 * open.
 */
export async function showInvitation(exchange: Exchange): Promise<FastifyReply> {
  const { handle } = exchange.request.params as { handle: string }
  const token = linkToken(exchange.request)
  const found = await loadInvitation(exchange.services.db.pool, token ?? keptToken(exchange), handle)
  const viewer = await signedIn(exchange)
  if (token !== null) {
    const rest = viewer !== null && viewer.id !== found.visitor.id ? OF_OTHER : ''
    return keepToken(exchange, token, { path: `/g/${handle}`, rest })
  }
  const invitation = await linkedInvitation(exchange, found)
  return sendInvitation(exchange, { invitation, viewer, came_by: 'link', form: EMPTY })
}

/**
 * The same for a member who is signed in here, if the address says that somebody else's link was followed.
 * Null: show the group, as everywhere else.
 */
export async function showInvitationOfOther(
  exchange: Exchange,
  viewer: SignedIn,
): Promise<FastifyReply | null> {
  if (queryOf(exchange.request)[OTHER] === undefined) return null
  const { handle } = exchange.request.params as { handle: string }
  const invitation = await invitationOfOther(exchange, handle, viewer)
  const shown = { viewer, came_by: 'link', beside_member: true, form: EMPTY } as const
  return invitation && sendInvitation(exchange, { invitation, ...shown })
}

/** The invitation of the followed link. Null: there is none, or it is the viewer's own. */
async function invitationOfOther(
  exchange: Exchange,
  handle: string,
  viewer: SignedIn,
): Promise<Invitation | null> {
  try {
    const found = await loadInvitation(exchange.services.db.pool, keptToken(exchange), handle)
    return found.visitor.id === viewer.id ? null : await linkedInvitation(exchange, found)
  } catch (refusal) {
    if (refusal instanceof NotFound) return null
    throw refusal
  }
}

async function linkedInvitation(exchange: Exchange, found: Invitation): Promise<Invitation> {
  noteVisitor(exchange.request, found.visitor)
  const about = { group_id: found.in_group.group.id, author_ids: [found.inviter?.id] }
  return { ...found, visitor: await inToldZone(exchange, found.visitor, about) }
}

/** The invitation of a signed-in person: no link needed. */
export async function showOwnInvitation(
  exchange: Exchange,
  { viewer, visit }: { viewer: SignedIn; visit: GroupVisit },
): Promise<FastifyReply> {
  const invitation = ownInvitation(exchange, viewer, visit)
  return sendInvitation(exchange, { invitation, viewer, came_by: 'session', form: EMPTY })
}

function ownInvitation(exchange: Exchange, viewer: SignedIn, visit: GroupVisit): Invitation {
  const { admin, accepted_at } = visit.membership
  const person = {
    ...viewer,
    name: visit.called,
    named: viewer.name !== null,
    name_typed: false,
    name_settled: viewer.name !== null,
  }
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
  return { mailed: false, copied: null, visitor, inviter: visit.inviter, in_group: visit.in_group }
}

async function sendInvitation(
  exchange: Exchange,
  shown: Came & { form: FormState; status?: number },
): Promise<FastifyReply> {
  const polls = await loadOpenBallots(exchange, shown)
  const joined = shown.came_by === 'link' && hasJustJoined(exchange)
  const page = <InvitationPage {...shown} polls={polls} joined={joined} />
  return sendPage(exchange, page, shown.status)
}

/**
 * POST /g/HANDLE/join: accepts the invitation; people whom the group knows by no name give theirs. Signs in
 * some people who use the link in their mail, but never replaces a person who is signed in here.
 */
export async function joinGroup(exchange: Exchange): Promise<FastifyReply> {
  const { request, reply, services } = exchange
  requireSameOrigin(request, services.config.public_url)
  const { handle } = request.params as { handle: string }
  const came = await comeBy(exchange, handle)
  requireShownTo(request, came.invitation.visitor.id)
  try {
    const { accepted, session } = await accept(exchange, came)
    if (session !== null) await enterHere(exchange, came.invitation.visitor.id, session)
    const said = [...(came.beside_member ? [OTHER] : []), ...(accepted ? ['joined'] : [])].join('&')
    return reply.redirect(`/g/${handle}${said === '' ? '' : `?${said}`}`, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    const form = { values: formOf(exchange), problems: error.problems as Problem[] }
    return sendInvitation(exchange, { ...came, form, status: INVALID_STATUS })
  }
}

async function accept(exchange: Exchange, came: Came) {
  const { request, services } = exchange
  const { visitor, mailed, in_group } = came.invitation
  const [user_id, group_id] = [visitor.id, in_group.group.id]
  // Where nobody signs in by mail, neither does who joins by one.
  const by_mail = await loadSignsInByMail(services.db.pool, services.config)
  const browser = came.viewer === null && by_mail ? { agent: request.headers['user-agent'] ?? null } : null
  const namer = namerOf(came)
  const said = nameSaid(formOf(exchange), namer, group_id)
  refuse(said === null && isNameless(visitor) ? [problem(OWN_NAME_FIELD, 'blank')] : [])
  const joined = await actAs(services, user_id, (act) =>
    // Sent again because the answer was lost, it signs in as the first time.
    once(exchange, act, async () => {
      const done = await acceptByLink(act, { user_id, group_id, mailed }, browser)
      if (done.accepted && said !== null) await setOwnName(act, said)
      const is_theirs = came.viewer === null || came.viewer.id === user_id
      if (namer.vouched && is_theirs) await takeOverZone(exchange, act, user_id)
      return done
    }),
  )
  if (joined.accepted && said?.vouched === false) keepTypedName(exchange, said)
  return joined
}

/**
 * The signed-in person if they are in the group, and the form was not shown to the person of the followed
 * link; otherwise that person.
 */
async function comeBy(exchange: Exchange, handle: string): Promise<Came> {
  const db = exchange.services.db.pool
  const viewer = await signedIn(exchange)
  const visit = viewer === null ? null : await findGroupVisit(db, handle, viewer.id)
  if (viewer !== null && visit !== null) {
    const of_other = isOfAnother(formOf(exchange), viewer.id)
    const other = of_other ? await invitationOfOther(exchange, handle, viewer) : null
    if (other !== null) return { viewer, invitation: other, came_by: 'link', beside_member: true }
    return { viewer, invitation: ownInvitation(exchange, viewer, visit), came_by: 'session' }
  }
  const found = await loadInvitation(db, keptToken(exchange), handle)
  return { viewer, invitation: await linkedInvitation(exchange, found), came_by: 'link' }
}

type Props = Came & { form: FormState; polls: Page<ListedPoll>; joined: boolean }

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
      {shown.beside_member === true && (
        <p>
          <a href={`/g/${group.handle}`}>{t('page.back_to_group')}</a>
        </p>
      )}
    </Layout>
  )
}
