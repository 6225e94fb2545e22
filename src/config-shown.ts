/** What is secret in the value of a setting: all of it, or the password in an address. */
export type Secret = 'whole' | 'address'

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
/** The user name may have an @ too: with most mail providers it is an email address. */
const USER_INFO = /^([^:]+:\/\/[^:]*):.*@/s
/** In the place of a port, what is none: a password whose host was forgotten, also after an email. */
const NO_PORT = /^([^:]+:\/\/(?:.*@)?(?:\[[^\]]*\]|[^:@/?#[]*)):(?!\d*(?:[/?]|$))[^@]*$/s
const QUERY_PASSWORD = /([?&][^=&]*pass[^=&]*=).*?(?=&[\w.]+=|$)/gis

/**
 * The value of a setting as it may be printed: people paste it when they ask for help. Passwords are masked
 * in every address, as somebody may have written one where none is allowed.
 */
export function shown(value: string, secret?: Secret): string {
  const [scheme] = SCHEME.exec(value) ?? []
  if (value !== '' && (secret === 'whole' || (secret === 'address' && scheme === undefined))) return '***'
  if (scheme === undefined) return value
  // Whether such a ? belongs to the password or ends it is uncertain.
  if (/\?.*@/s.test(value)) return `${scheme}***`
  // Up to the last @: a password with an unescaped @ or / in it is masked completely.
  return value.replace(NO_PORT, '$1:***').replace(USER_INFO, '$1:***@').replace(QUERY_PASSWORD, '$1***')
}
