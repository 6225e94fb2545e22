import { type Fields, is } from '../db/row-types.ts'
import { Forbidden, type Problem, problem } from '../errors.ts'
import { isBlank } from '../text/blank.ts'
import { checkLength } from '../text/length.ts'
import { MAX_NAME } from '../users/user.ts'

/** An API key of a person: it acts as that person. Its text is never stored. */
export type PersonalKey = {
  id: number
  user_id: number
  name: string
  /** The visible start of its text. */
  prefix: string
  last_used_on: string | null
  revoked_at: Date | null
  created_at: Date
}

export const PERSONAL_KEY_ROW: Fields<PersonalKey> = {
  id: is.integer,
  user_id: is.integer,
  name: is.text,
  prefix: is.text,
  last_used_on: is.nullable(is.day),
  revoked_at: is.nullable(is.instant),
  created_at: is.instant,
}

/** Different from the prefix of group keys, so that people see which door a key opens. */
export const PERSONAL_KEY_PREFIX = 'fmp_'

/** How many valid keys a person may have at the same time. */
export const MAX_PERSONAL_KEYS = 50

/** Returns the key when it may be used; otherwise throws Forbidden, which names the reason. */
export function admitPersonalKey(key: PersonalKey | null): PersonalKey {
  if (key === null) {
    throw new Forbidden('api_key_invalid.of_person', { prefix: PERSONAL_KEY_PREFIX })
  }
  if (key.revoked_at === null) return key
  throw new Forbidden('api_key_revoked.of_person')
}

/** Problems of a new key's name. */
export function checkPersonalKey(name: string): Problem[] {
  if (isBlank(name)) return [problem('name', 'blank')]
  return checkLength('name', name, MAX_NAME)
}
