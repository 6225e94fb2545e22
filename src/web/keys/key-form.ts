import { type Problem, problem } from '../../errors.ts'
import type { Fields } from '../../http/forms.ts'
import {
  MAX_ROTATION_OVERLAP_HOURS,
  PERMISSIONS,
  type Permission,
  ROTATION_OVERLAP_HOURS,
} from '../../keys/api-key.ts'
import type { NewKey } from '../../keys/issue-key.ts'
import { type PlainKey, t } from '../../locales/say.ts'
import { dayEnd, dayIn } from '../../text/local-time.ts'
import { textOf, textsOf } from '../request/form-text.ts'

/** What most programs do. Acting for others, or undoing their work, must be ticked by hand. */
const USUAL: Permission[] = ['create_discussion', 'create_poll', 'read_memberships', 'manage_memberships']

/** The initial values of the form for a new key. */
export const EMPTY_KEY: Fields = {
  name: '',
  access: 'act',
  permissions: USUAL,
  variant: 'a',
  expires: '',
  guard: 'true',
}

/** Reads a new key from a form. The key is valid until the end of its last day, in the admin's zone. */
export function readKeyForm(
  fields: Fields,
  { handle, zone }: { handle: string; zone: string },
): { key: NewKey; problems: Problem[] } {
  const { expires_at, problems } = readEnd(fields, zone)
  const named = textOf(fields, 'access') === 'read' ? [] : textsOf(fields, 'permissions')
  const permissions: Permission[] = PERMISSIONS.filter((permission) => named.includes(permission))
  return {
    key: {
      handle,
      name: textOf(fields, 'name').trim(),
      variant: textOf(fields, 'variant') === 'b' ? 'b' : 'a',
      permissions,
      guard: textOf(fields, 'guard') === 'true',
      expires_at,
    },
    problems,
  }
}

/** The end of the last day, in the admin's zone; null: no day. */
export function readEnd(fields: Fields, zone: string): { expires_at: Date | null; problems: Problem[] } {
  const expires = textOf(fields, 'expires').trim()
  if (expires === '') return { expires_at: null, problems: [] }
  const expires_at = dayEnd(zone, expires)
  if (expires_at !== null) return { expires_at, problems: [] }
  return { expires_at, problems: [problem('expires', 'no_last_day')] }
}

/** A key's last valid day as the value of its field; '' if it has no end. */
export function lastDay(expires_at: Date | null, zone: string): string {
  return expires_at === null ? '' : dayIn(zone, new Date(expires_at.getTime() - 1))
}

/** How many hours the old text stays valid; the default if the field holds no valid value. */
export function readOverlap(fields: Fields): number {
  const text = textOf(fields, 'overlap')
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : ROTATION_OVERLAP_HOURS
  return Math.min(hours, MAX_ROTATION_OVERLAP_HOURS)
}

/** How long a replaced secret may stay valid. */
export const OVERLAPS = [
  { value: '0', label: 'key.overlap_none' },
  { value: '1', label: 'key.overlap_hour' },
  { value: '24', label: 'key.overlap_day' },
  { value: '168', label: 'key.overlap_week' },
] as const satisfies { value: string; label: PlainKey }[]

const PERMISSION_KEYS: Record<Permission, PlainKey> = {
  create_discussion: 'key.may_create_discussion',
  create_poll: 'key.may_create_poll',
  read_memberships: 'key.may_read_memberships',
  manage_memberships: 'key.may_manage_memberships',
  manage_webhooks: 'key.may_manage_webhooks',
  manage_discussions: 'key.may_manage_discussions',
  manage_polls: 'key.may_manage_polls',
  comment: 'key.may_comment',
  cast_ballots: 'key.may_cast_ballots',
}

/** What a key with this permission may do. */
export function permissionLabel(permission: Permission): string {
  return t(PERMISSION_KEYS[permission])
}
