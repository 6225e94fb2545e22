import { type Fields, is } from '../db/row-types.ts'
import { Forbidden, type Problem, problem } from '../errors.ts'
import { checkLength } from '../text/length.ts'
import { MAX_NAME } from '../users/user.ts'

/** An API key of a person: what it does, they do. Its text is never kept. */
export type PersonalKey = {
  id: number
  user_id: number
  name: string
  /** The visible beginning of its text. */
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

/** Other than those of groups, so that it can be seen which door a key opens. */
export const PERSONAL_KEY_PREFIX = 'fmp_'

/** How many keys of one person may work at the same time. */
export const MAX_PERSONAL_KEYS = 50

/** Returns the key when it may be used; otherwise throws Forbidden, which names the reason. */
export function admitPersonalKey(key: PersonalKey | null): PersonalKey {
  if (key === null) {
    throw new Forbidden('api_key_invalid.of_person', { prefix: PERSONAL_KEY_PREFIX })
  }
  if (key.revoked_at === null) return key
  throw new Forbidden('api_key_revoked.of_person')
}

/** What is wrong with the name of a key about to be made. */
export function checkPersonalKey(name: string): Problem[] {
  if (name === '') return [problem('name', 'blank')]
  return checkLength('name', name, MAX_NAME)
}
