/** What is secret in the value of a setting: all of it, or the password in an address. */
export type Secret = 'whole' | 'address'

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i
const HOST = /^(?:\[[^\]]*\]|[^:/?#[]*)/
const PORT = /^:\d*(?:[/?]|$)/
const PARAMETER = /^[\w.]+=/

/**
 * The value of a setting as it may be printed: people paste it when they ask for help. Passwords are masked
 * in every address, as somebody may have written one where none is allowed.
 */
export function shown(value: string, secret?: Secret): string {
  const [scheme] = SCHEME.exec(value) ?? []
  if (value !== '' && (secret === 'whole' || (secret === 'address' && scheme === undefined))) return '***'
  if (scheme === undefined) return value
  const rest = value.slice(scheme.length)
  // Up to the last @: the user name may be an email address, and the password have an unescaped @ or / in it.
  const end = rest.lastIndexOf('@') + 1
  // Whether such a ? belongs to the password or ends it is uncertain.
  if (rest.slice(0, end).includes('?')) return `${scheme}***`
  return scheme + shownUser(rest.slice(0, end)) + shownPlace(rest.slice(end))
}

/** A user name and password, up to their @, or nothing. */
function shownUser(user: string): string {
  const colon = user.indexOf(':')
  return colon < 0 ? user : `${user.slice(0, colon)}:***@`
}

/** A host, and what follows it. */
function shownPlace(place: string): string {
  const [host = ''] = HOST.exec(place) ?? []
  const after = place.slice(host.length)
  // A password whose host was forgotten.
  if (after.startsWith(':') && !PORT.test(after)) return `${host}:***`
  const [path = '', ...query] = place.split('?')
  return [path, ...query.map(shownQuery)].join('?')
}

/** A password may have an & in it: it ends before the next parameter. */
function shownQuery(query: string): string {
  let masks = false
  const parts = query.split('&').flatMap((part) => {
    const name = part.slice(0, part.indexOf('=') + 1)
    if (masks && !PARAMETER.test(part)) return []
    masks = /pass/i.test(name)
    return [masks ? `${name}***` : part]
  })
  return parts.join('&')
}
