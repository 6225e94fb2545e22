import { type Fields, is } from '../db/row-types.ts'
import { Forbidden, type Problem, problem } from '../errors.ts'
import { GROUP_STATES, type GroupState, requireActive } from '../groups/group-state.ts'
import { isBlank } from '../text/blank.ts'
import { checkLength } from '../text/length.ts'

/**
 * The permissions of a key, with texts: the only table, from which pages, the command line and the API
 * document are generated. Every key may do everything else: read the group's discussions and decisions.
 */
export const PERMISSION_WORDS = {
  create_discussion: 'Start threads',
  create_poll: 'Start polls',
  read_memberships: 'Read the member list, including addresses',
  manage_memberships: 'Invite, change and remove members, which shows their addresses',
  manage_webhooks: 'Create, change and remove webhooks',
  manage_discussions: 'Edit, close, reopen and delete threads, and delete comments in them',
  manage_polls: 'Edit, open, close, reopen and delete polls, see and invite voters, publish outcomes',
  comment: 'Comment in threads',
  cast_ballots: 'Cast and withdraw ballots for others, marked as cast by this key',
} as const
export type Permission = keyof typeof PERMISSION_WORDS
export const PERMISSIONS = Object.keys(PERMISSION_WORDS) as Permission[]

/** The variants of the API: each key has one. */
export const VARIANTS = ['a', 'b'] as const
export type Variant = (typeof VARIANTS)[number]

/** An API key: one group, and one bot that is the author of its actions. Its secret is never stored. */
export type ApiKey = {
  id: number
  group_id: number
  bot_user_id: number
  issuer_id: number | null
  name: string
  variant: Variant
  permissions: Permission[]
  guard: boolean
  expires_at: Date | null
  revoked_at: Date | null
  last_used_on: string | null
}

export const API_KEY_ROW: Fields<ApiKey> = {
  id: is.integer,
  group_id: is.integer,
  bot_user_id: is.integer,
  issuer_id: is.nullable(is.integer),
  name: is.text,
  variant: is.oneOf(['a', 'b']),
  permissions: is.list(is.keyOf(PERMISSION_WORDS)),
  guard: is.flag,
  expires_at: is.nullable(is.instant),
  revoked_at: is.nullable(is.instant),
  last_used_on: is.nullable(is.day),
}

/** A key as found by its secret; a rotated secret expires before its key does. */
export type PresentedKey = ApiKey & { secret_expires_at: Date | null; group_state: GroupState }

export const PRESENTED_KEY_ROW: Fields<PresentedKey> = {
  ...API_KEY_ROW,
  secret_expires_at: is.nullable(is.instant),
  group_state: is.oneOf(GROUP_STATES),
}

export const KEY_PREFIX = 'fmk_'
const MAX_KEY_NAME = 150
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How many days before a key expires its admins are notified. */
export const ENDING_TOLD_DAYS = 7

/** How long a rotated secret stays valid by default. */
export const ROTATION_OVERLAP_HOURS = 24
export const MAX_ROTATION_OVERLAP_HOURS = 24 * 90

/** Returns the key when it may be used at `now`; otherwise throws Forbidden, which names the reason. */
export function admitKey(key: PresentedKey | null, now: Date): PresentedKey {
  // The key of a deleted group is like one that never was.
  if (key === null || key.group_state === 'deleted') throw new Forbidden('api_key_invalid.of_group')
  if (key.revoked_at !== null) throw new Forbidden('api_key_revoked.of_group')
  if (ended(key.expires_at, now) || ended(key.secret_expires_at, now)) {
    throw new Forbidden('api_key_expired.of_group')
  }
  requireActive(key.group_state)
  return key
}

/** Throws Forbidden, naming the permission, unless the key has it. */
export function requirePermission(key: Pick<ApiKey, 'permissions'>, permission: Permission): void {
  if (key.permissions.includes(permission)) return
  throw new Forbidden('permission_missing.named', { permission })
}

/** Problems of a new key. */
export function checkKey(key: { name: string; expires_at: Date | null }, now: Date): Problem[] {
  return [
    ...(isBlank(key.name) ? [problem('name', 'blank')] : []),
    ...checkLength('name', key.name, MAX_KEY_NAME),
    ...checkKeyEnd(key.expires_at, now),
  ]
}

/** Problems of a new expiry of a key. */
export function checkKeyEnd(expires_at: Date | null, now: Date): Problem[] {
  return ended(expires_at, now) ? [problem('expires', 'past')] : []
}

/**
 * When the admins are notified that a key expires at `expires_at`; null: never, as a shorter-lived key needs
 * no reminder.
 */
export function endingDue(expires_at: Date | null, now: Date): Date | null {
  if (expires_at === null) return null
  const due = new Date(expires_at.getTime() - ENDING_TOLD_DAYS * DAY_MS)
  return due > now ? due : null
}

/** The expiry of a key whose admins were notified at `told_at`. */
export function keyEndAfterReminder(told_at: Date): Date {
  return new Date(told_at.getTime() + ENDING_TOLD_DAYS * DAY_MS)
}

/** When a secret replaced at `now` expires. */
export function overlapEnd(now: Date, hours: number): Date {
  return new Date(now.getTime() + hours * HOUR_MS)
}

function ended(at: Date | null, now: Date): boolean {
  return at !== null && at <= now
}
