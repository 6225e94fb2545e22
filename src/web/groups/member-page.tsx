import type { FastifyReply } from 'fastify'
import type { VNode } from 'preact'
import type { Act } from '../../db/db.ts'
import { Invalid, refuse } from '../../errors.ts'
import { loadServiceRole } from '../../groups/service/load-instance-admin.ts'
import { loadUndelivered } from '../../mail/load-group-outbox.ts'
import { sendInvitationAgain } from '../../mail/send-again.ts'
import { type GroupMember, loadMember, loadNaming } from '../../members/load-member.ts'
import { mintInvitation } from '../../members/mint-invitation.ts'
import { setName } from '../../members/names/set-name.ts'
import { removeMember } from '../../members/remove-member.ts'
import { restoreMember } from '../../members/restore-member.ts'
import { setRole } from '../../members/set-role.ts'
import { setTitle } from '../../members/set-title.ts'
import { loadMuted } from '../../notifications/load-muted.ts'
import { keepLaterEdits } from '../edits/as-shown-part.tsx'
import { idInPath } from '../request/address.ts'
import { type Exchange, refusedStatus, sendPage } from '../request/exchange.ts'
import { formOf, textOf } from '../request/form-text.ts'
import { requireConfirmed } from '../visits/confirm-part.tsx'
import { type Done, doneAddress, savedIf } from '../visits/done-part.tsx'
import { loadUnsent } from '../visits/email-note-part.tsx'
import {
  changeInGroup,
  type DoneBefore,
  type Entry,
  editInGroup,
  enterGroup,
  type GroupExchange,
  groupPage,
  unlessDoneBefore,
} from '../visits/group-door.ts'
import { LinkPage, MemberPage } from './member-part.tsx'
import { RESIGNS, RUNS_SERVICE } from './member-role-part.tsx'
import { isOwn, titleIn } from './member-words.ts'
import { invitedAddress } from './members-page.tsx'

export const memberPage = groupPage({
  path: '/g/:handle/members/:id',
  may: 'administer',
  tab: { under: '/g/:handle/members' },
  show: showMember,
  acts: {
    '/g/:handle/members/:id/role': changeRole,
    '/g/:handle/members/:id/title': changeTitle,
    '/g/:handle/members/:id/name': changeName,
    '/g/:handle/members/:id/remove': removeFromGroup,
    '/g/:handle/members/:id/restore': restoreToGroup,
    '/g/:handle/members/:id/resend': resendInvitation,
    '/g/:handle/members/:id/link': copyInvitation,
  },
})

/** GET /g/HANDLE/members/ID: a present or former member, with an admin's actions. */
async function showMember(exchange: Exchange, entry: Entry): Promise<FastifyReply> {
  return sendMember(exchange, entry, null)
}

async function sendMember(exchange: Exchange, entry: Entry, refused: Invalid | null): Promise<FastifyReply> {
  const problems = refused?.problems ?? []
  const { pool } = exchange.services.db
  const member = await loadMember(pool, entry.visit.in_group.group.id, idInPath(exchange))
  const naming = await loadNaming(pool, member)
  const kept = { ...titleIn(member), name: member.user.name ?? '' }
  const form = { values: { ...kept, ...formOf(exchange) }, problems }
  const unsent = await loadUnsent(exchange, entry)
  const service = await loadServiceRole(pool, member.membership)
  const { group_id, user_id } = member.membership
  const undelivered = (await loadUndelivered(pool, { group_id, user_ids: [user_id] })).get(user_id)
  const stopped = (await loadMuted(pool, { group_id, user_ids: [user_id] })).has(user_id)
  const about = { undelivered, stopped }
  const page: VNode = <MemberPage {...{ entry, member, naming, form, unsent, service, ...about }} />
  return sendPage(exchange, page, refused === null ? 200 : refusedStatus(exchange, refused))
}

type Change = (
  act: Act,
  about: { entry: Entry; member: GroupMember; group_id: number },
) => Promise<Done | 'invited'>

/** Where these changes lead, below the group's address or elsewhere; others lead to the member's page. */
const PLACES: { [done in Done]?: (group: string) => string } = {
  // The visitor may see the member's page no longer, or not even the group.
  group_left: () => '/',
  regular: (group) => `${group}/members`,
  member_removed: (group) => `${group}/members`,
  withdrawn: (group) => `${group}/members?list=invited`,
}

/** Which list says that this member, or invitation, was ended before. */
async function goneBefore(exchange: Exchange, entry: Entry): Promise<DoneBefore | null> {
  const { pool } = exchange.services.db
  const { membership } = await loadMember(pool, entry.visit.in_group.group.id, idInPath(exchange))
  if (membership.revoked_at === null) return null
  if (membership.accepted_at === null) return { done: 'invitation_gone', list: 'members?list=invited' }
  return { done: membership.has_left ? 'member_away' : 'member_gone', list: 'members' }
}

/** Changes the member in the URL, and redirects to a page that says so. `door`: for settings another one. */
function changeMember(
  exchange: GroupExchange,
  run: Change,
  door: typeof editInGroup = changeInGroup,
): Promise<FastifyReply> {
  return unlessDoneBefore((current) => changePresent(current, run, door), goneBefore)(exchange)
}

async function changePresent(
  exchange: GroupExchange,
  run: Change,
  door: typeof editInGroup,
): Promise<FastifyReply> {
  const id = idInPath(exchange)
  try {
    const to = await door(exchange, async (act, entry) => {
      const group_id = entry.visit.in_group.group.id
      const done = await run(act, { entry, group_id, member: await loadMember(act.tx, group_id, id) })
      if (done === 'invited') return invitedAddress(entry.handle, 1)
      const group = `/g/${entry.handle}`
      return doneAddress(PLACES[done]?.(group) ?? `${group}/members/${id}`, done)
    })
    return exchange.reply.redirect(to, 303)
  } catch (error) {
    if (!(error instanceof Invalid)) throw error
    return sendMember(exchange, await enterGroup(exchange), error)
  }
}

/**
 * POST …/role: makes a member an admin, or an admin a normal member, and saves the title. Whoever begins to
 * run the service by it needs the box ticked, and so do admins who give up their own role.
 */
function changeRole(exchange: GroupExchange): Promise<FastifyReply> {
  const admin = textOf(formOf(exchange), 'admin') === 'true'
  const change: Change = async (act, { entry, group_id, member }) => {
    const { adds } = await loadServiceRole(act.tx, member.membership)
    const resigns = !admin && isOwn(entry, member)
    if (resigns) requireConfirmed(exchange, RESIGNS)
    const titled = await takeTitle(act, exchange, member)
    const changed = await setRole(act, { group_id, membership_id: member.membership.id, admin })
    if (admin && adds) requireConfirmed(exchange, RUNS_SERVICE)
    return resigns ? 'regular' : savedIf(exchange, act, changed || titled)
  }
  return changeMember(exchange, change, editInGroup)
}

/** POST …/title */
function changeTitle(exchange: GroupExchange): Promise<FastifyReply> {
  const change: Change = async (act, { member }) =>
    savedIf(exchange, act, await takeTitle(act, exchange, member))
  return changeMember(exchange, change, editInGroup)
}

/** Saves the title in the form, if there is one. Returns whether it changed. */
async function takeTitle(act: Act, exchange: Exchange, member: GroupMember): Promise<boolean> {
  const form = formOf(exchange)
  if (form['title'] === undefined) return false
  const { fields, problems } = keepLaterEdits(form, titleIn(member))
  refuse(problems)
  const { group_id, id: membership_id } = member.membership
  return setTitle(act, { group_id, membership_id, title: textOf(fields, 'title') })
}

/** POST …/name: sets a name in the group for a member without one. */
function changeName(exchange: GroupExchange): Promise<FastifyReply> {
  const name = textOf(formOf(exchange), 'name')
  const change: Change = async (act, { group_id, member: { membership } }) =>
    savedIf(exchange, act, await setName(act, { group_id, membership_id: membership.id, name }))
  return changeMember(exchange, change, editInGroup)
}

/** POST …/remove: removes a member, or withdraws an invitation, if the box is ticked. */
function removeFromGroup(exchange: GroupExchange): Promise<FastifyReply> {
  return changeMember(exchange, async (act, { entry, group_id, member }) => {
    const { membership } = member
    // Removed before by another admin: says so, ticked or not.
    await removeMember(act, { group_id, membership_id: membership.id })
    requireConfirmed(exchange)
    if (isOwn(entry, member)) return 'group_left'
    return membership.accepted_at === null ? 'withdrawn' : 'member_removed'
  })
}

/**
 * POST …/restore: undoes a removal, or invites again. A former admin is one again, with the same box as in
 * `changeRole`.
 */
function restoreToGroup(exchange: GroupExchange): Promise<FastifyReply> {
  return changeMember(exchange, async (act, { entry, member }) => {
    const { accepted, service } = await restoreMember(act, entry.handle, member.membership.email)
    if (service.adds) requireConfirmed(exchange, RUNS_SERVICE)
    if (accepted) return 'member_restored'
    const { group_id, user_id } = member.membership
    return (await loadMuted(act.tx, { group_id, user_ids: [user_id] })).size > 0 ? 'stopped' : 'invited'
  })
}

/** POST …/resend: sends the invitation again. */
function resendInvitation(exchange: GroupExchange): Promise<FastifyReply> {
  return changeMember(exchange, async (act, { group_id, member }) => {
    const again = await sendInvitationAgain(act, { group_id, user_id: member.membership.user_id })
    return again === 'queued' || again === 'waits' || again === 'stopped' ? again : 'unchanged'
  })
}

/** POST …/link: makes a new link for the invitation and shows it. */
function copyInvitation(exchange: GroupExchange): Promise<FastifyReply> {
  return unlessDoneBefore(sendCopied, goneBefore)(exchange)
}

async function sendCopied(exchange: GroupExchange): Promise<FastifyReply> {
  const { public_url } = exchange.services.config
  const membership_id = idInPath(exchange)
  const { entry, link, member } = await changeInGroup(exchange, async (act, entry) => {
    const { group } = entry.visit.in_group
    const link = await mintInvitation(act, { group, membership_id }, public_url)
    return { entry, link, member: await loadMember(act.tx, group.id, membership_id) }
  })
  return sendPage(exchange, <LinkPage entry={entry} member={member} link={link} />)
}
