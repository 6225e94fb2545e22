import type { Actor, Limits } from '../../db/db.ts'
import { type Allowance, Invalid, problem } from '../../errors.ts'
import { mailbox } from '../../users/limit.ts'

/**
 * How many new addresses may be invited within an hour that begins with the first of them. Each person and
 * each key has a budget; all people of a group share one, and so do all its keys, with its subgroups:
 * otherwise a person could invite further accounts of their own, or create keys and subgroups, to get another
 * budget each time.
 */
export type Budget = { subject: string; most: number; whose: 'person' | 'key' | 'people' | 'keys' }

/** `spent`: before this request; `seconds_left`: until the hour ends. */
export type Spent = Budget & { spent: number; seconds_left: number }

export const HOUR_MINUTES = 60
const MINUTE_SECONDS = 60
/** The budget of a group's people, or of its keys, is this many times a single one. */
export const GROUP_TIMES = 5

/** The origin of an invitation: `email` of a person, `top_group_id` the group with all its subgroups. */
export type Inviter = { actor: Actor; email: string | null; top_group_id: number }

/** The budgets of an invitation, the inviter's own first; none: no limit. */
export function budgetsOf({ actor, email, top_group_id }: Inviter, limits: Limits): Budget[] {
  if (actor.kind === 'system') return []
  const by_key = actor.kind === 'key'
  const most = by_key ? limits.invites_of_key : limits.invites_of_person
  if (most === 0) return []
  const own: Budget = by_key
    ? { subject: `key ${actor.api_key_id}`, most, whose: 'key' }
    : // Accounts of one mailbox are one person.
      { subject: `person ${email === null ? actor.user_id : mailbox(email)}`, most, whose: 'person' }
  const whose = by_key ? 'keys' : 'people'
  return [own, { subject: `${whose} of ${top_group_id}`, most: most * GROUP_TIMES, whose }]
}

/**
 * `named`: all addresses of the request; `fresh`: new to the service. `whole`: the first request of an hour
 * has no limit.
 */
export type InviteWish = { field: string; named: number; fresh: number; whole: boolean }

/** Throws InvitesLimited when the request exceeds one of these budgets. */
export function checkInvites(budgets: Spent[], { field, named, fresh, whole }: InviteWish): void {
  const [own] = budgets
  if (whole && own?.spent === 0 && budgets.every((budget) => left(budget) > 0)) return
  const exceeded = exceededBy(budgets, fresh)
  if (exceeded !== null) throw new InvitesLimited(field, { whose: exceeded.whose, named }, exceeded.allowance)
}

/** The scarcest of the budgets that so many new people would exceed; null: none. */
export function exceededBy(
  budgets: Spent[],
  fresh: number,
): { whose: Budget['whose']; allowance: Allowance } | null {
  const exceeded = budgets.filter((budget) => left(budget) < fresh)
  const [scarcest] = exceeded.sort((a, b) => left(a) - left(b))
  if (scarcest === undefined) return null
  const reset_seconds = Math.max(...exceeded.map(({ seconds_left }) => seconds_left))
  const allowance = { limit: scarcest.most, remaining: left(scarcest), reset_seconds }
  return { whose: scarcest.whose, allowance }
}

function left({ most, spent }: Spent): number {
  return Math.max(0, most - spent)
}

/** How many mails an hour go out to these people, if they exceed the budget; null: all at once. */
export function paceOf([own]: Spent[], { fresh }: InviteWish): number | null {
  return own === undefined || fresh <= own.most ? null : own.most
}

/** Too many new people were invited within an hour. Nothing was saved. */
export class InvitesLimited extends Invalid {
  override readonly allowance: Allowance
  constructor(
    field: string,
    { whose, named }: { whose: Budget['whose']; named: number },
    allowance: Allowance,
  ) {
    const { limit, remaining, reset_seconds } = allowance
    const minutes = Math.max(1, Math.ceil(reset_seconds / MINUTE_SECONDS))
    // The message hides how many addresses are new: it would show who is known here without sending any mail.
    const at_once = named > limit ? 'more' : 'fine'
    const found = problem(field, 'invites_limited', { whose, limit, remaining, minutes, at_once })
    super([found], 'invites_limited')
    this.allowance = allowance
  }
}
