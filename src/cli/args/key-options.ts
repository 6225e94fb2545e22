import { Invalid, type Problem, problem } from '../../errors.ts'
import {
  MAX_ROTATION_OVERLAP_HOURS,
  PERMISSIONS,
  type Permission,
  ROTATION_OVERLAP_HOURS,
  type Variant,
} from '../../keys/api-key.ts'
import { dayEnd, LAST_INSTANT } from '../../text/local-time.ts'
import { type Call, given } from './command.ts'

type KeyOptions = {
  variant: Variant
  permissions: Permission[]
  expires_at: Date | null
  problems: Problem[]
}

// Without a zone it is UTC, as everywhere in the API.
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i
const DAY_CHARACTERS = 10

/** The options of a new key. Throws Invalid with everything that is wrong with them. */
export function keyOptions(call: Call): KeyOptions {
  const problems: Problem[] = []
  const variant = (given(call, 'variant') ?? 'a').toLowerCase()
  if (variant !== 'a' && variant !== 'b') problems.push(problem('variant', 'no_variant'))
  const named = given(call, 'permissions')
  const read_only = call.switches.has('read-only')
  if (read_only && named !== null) problems.push(problem('read-only', 'beside_permissions'))
  const words =
    named === null
      ? read_only
        ? []
        : PERMISSIONS
      : [...new Set(named.split(',').map((word) => word.trim()))]
  const permissions = PERMISSIONS.filter((permission) => words.some((word) => word === permission))
  const unknown = words.filter((word) => !permissions.some((permission) => permission === word))
  if (unknown.length > 0)
    problems.push(problem('permissions', 'not_some_of', { list: PERMISSIONS, quotes: unknown }))
  const end = readEnd(call)
  return {
    variant: variant === 'b' ? 'b' : 'a',
    permissions,
    expires_at: end.expires_at,
    problems: [...problems, ...end.problems],
  }
}

/** When a key ends; null: neither option was given. */
export function readEnd(call: Call): Pick<KeyOptions, 'expires_at' | 'problems'> {
  const expires = given(call, 'expires')
  const expires_at = expires === null ? null : readMoment(expires)
  if (expires === null || expires_at !== null) return { expires_at, problems: [] }
  return { expires_at, problems: [problem('expires', 'no_moment')] }
}

/** An ISO 8601 date (its end, UTC, as on the page) or date-time; null if it is invalid or no real day. */
export function readMoment(text: string): Date | null {
  const [, day = '', time, zone = 'Z'] = MOMENT.exec(text) ?? []
  if (time === undefined) return dayEnd('UTC', day)
  const at = new Date(`${day}T${time}${zone.toUpperCase()}`)
  // 31 February would be parsed as a day in March.
  const real = day !== '' && new Date(`${day}T00:00Z`).toJSON()?.slice(0, DAY_CHARACTERS) === day
  return real && at.getTime() <= LAST_INSTANT ? at : null
}

/** The id given to a command. Throws Invalid if it is not an id. */
export function readId(call: Call): number {
  return idFrom(call.operands[0] ?? '')
}

/** The ids given to a command, without duplicates. Throws Invalid if one is not an id. */
export function readIds(call: Call): number[] {
  return [...new Set(call.operands.map(idFrom))]
}

function idFrom(text: string): number {
  const id = Number(text)
  if (/^[1-9]\d*$/.test(text) && Number.isSafeInteger(id)) return id
  throw new Invalid([problem('ID', 'no_integer_sent', { text })])
}

/** How many hours the key's old text stays valid. Throws Invalid if it is not such a number. */
export function readOverlap(call: Call): number {
  const text = given(call, 'overlap') ?? String(ROTATION_OVERLAP_HOURS)
  const hours = Number(text)
  if (/^\d+$/.test(text) && hours <= MAX_ROTATION_OVERLAP_HOURS) return hours
  throw new Invalid([problem('overlap', 'no_hours', { most: MAX_ROTATION_OVERLAP_HOURS })])
}
