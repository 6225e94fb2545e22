import type { Actor, Limits } from '../../db/db.ts'
import { type Allowance, Invalid, problem } from '../../errors.ts'
import { mailbox } from '../../users/limit.ts'

/**
 * How many addresses new to the service may be invited, within an hour that begins with the first of them.
 * Each person and each key has a budget, and so have all people of a group together, and all its keys, its
 * subgroups with it: otherwise whoever invites himself, or makes keys and subgroups, would have one more each
 * time.
 */
export type Budget = { subject: string; most: number; whose: 'person' | 'key' | 'people' | 'keys' }

/** `spent`: before this request; `seconds_left`: until the hour ends. */
export type Spent = Budget & { spent: number; seconds_left: number }

export const HOUR_MINUTES = 60
const MINUTE_SECONDS = 60
/** A group may have as much as so many of its people, or of its keys, together. */
export const GROUP_TIMES = 5

/**
 * Where the one who invites comes from: `email` of a person, `top_group_id` the group with all its subgroups.
 */
export type Inviter = { actor: Actor; email: string | null; top_group_id: number }

/** The budgets an invitation is taken from, the inviter's own first; none: it is not limited. */
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
 * `named`: all addresses of the request; `fresh`: those new to the service. `whole`: the first of an hour may
 * be any number.
 */
export type InviteWish = { field: string; named: number; fresh: number; whole: boolean }

/** Throws InvitesLimited when the request is more than one of these budgets still holds. */
export function checkInvites(budgets: Spent[], { field, named, fresh, whole }: InviteWish): void {
  const [own] = budgets
  const left = ({ most, spent }: Spent) => Math.max(0, most - spent)
  if (whole && own?.spent === 0 && budgets.every((budget) => left(budget) > 0)) return
  const exceeded = budgets.filter((budget) => left(budget) < fresh)
  const [scarcest] = exceeded.sort((a, b) => left(a) - left(b))
  if (scarcest === undefined) return
  const reset_seconds = Math.max(...exceeded.map(({ seconds_left }) => seconds_left))
  const allowance = { limit: scarcest.most, remaining: left(scarcest), reset_seconds }
  throw new InvitesLimited(field, { whose: scarcest.whose, named }, allowance)
}

/**
 * How many an hour of those who were let in may be told, where they are more than usual; null: all at once.
 */
export function paceOf([own]: Spent[], { fresh }: InviteWish): number | null {
  return own === undefined || fresh <= own.most ? null : own.most
}

/** More people new to the service were invited than may be within an hour. Nothing was done. */
export class InvitesLimited extends Invalid {
  override readonly allowance: Allowance
  constructor(
    field: string,
    { whose, named }: { whose: Budget['whose']; named: number },
    allowance: Allowance,
  ) {
    const { limit, remaining, reset_seconds } = allowance
    const minutes = Math.max(1, Math.ceil(reset_seconds / MINUTE_SECONDS))
    // How many of the addresses are new is not said: it would tell who is known here without anybody being
    // sent a mail.
    const at_once = named > limit ? 'more' : 'fine'
    const found = problem(field, 'invites_limited', { whose, limit, remaining, minutes, at_once })
    super([found], 'invites_limited')
    this.allowance = allowance
  }
}
