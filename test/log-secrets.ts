/** The allowed content of a log, and the secrets that it must not contain. */

/** The allowed fields of a line in the service's log. */
const FIELDS = new Set(
  (
    'level time worker request_id msg method path status ms job err type name message stack code host ' +
    'event_id webhook_id delivery_id attempt mail_id polls reqId provider why user_id claim steps group did ' +
    'answer_status reason'
  ).split(' '),
)

const KINDS: [what: string, pattern: RegExp][] = [
  // The output of newToken(): keys, personal links, sessions, sign-in links, feeds, forms. A request's id has
  // no capitals.
  ['a token', /(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*[a-z])(?=[\w-]*\d)[\w-]{32,}(?![\w-])/],
  ['a secret of a webhook', /whsec_[\w+/]{8}/],
  ['a password in an address', /\w+:\/\/[^\s/:@"]*:(?!\*\*\*)[^\s/@"]+@/],
  ['what a header carries', /\b(?:bearer|basic) [\w.+/=-]{8}|folkmoot_session|set-cookie/i],
]
const OF_THE_SERVICE: [what: string, pattern: RegExp][] = [
  ['the query of an address', /"path":"[^"]*\?/],
  ['an address of a person', /[\w.+-]+@(?:[\w-]+\.)+(?:example|org|com|net)\b/],
]

/** The first secret in a line of a log; null: none. */
export function secretIn(line: string): string | null {
  const own = isOfTheService(line)
  const found = (own ? [...KINDS, ...OF_THE_SERVICE] : KINDS).find(([, pattern]) => pattern.test(line))
  return found?.[0] ?? (own ? fieldOfNone(line) : null)
}

/** A line of the service's log; other output is for the person who started the program. */
export function isOfTheService(line: string): boolean {
  return line.startsWith('{"level":')
}

/** A body, or another value that was logged whole. */
function fieldOfNone(line: string): string | null {
  const names = (value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap(names)
    return typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, held]) => [name, ...names(held)])
      : []
  }
  const other = names(parsed(line)).find((name) => !FIELDS.has(name))
  return other === undefined ? null : `the field ${other}`
}

/** A process that was killed leaves half a line. */
function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
