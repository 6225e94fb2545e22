import { isIP } from 'node:net'

// Parsers of settings. Each of these throws Wrong.

export type LogLevel = (typeof LOG_LEVELS)[number]
export type Mailbox = { name: string; address: string }

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The message ends a sentence that starts with the setting's name. */
export class Wrong extends Error {}

/** Unset is null. */
export function optional<T>(parse: (text: string) => T): (text: string) => T | null {
  return (value) => (value === '' ? null : parse(value))
}

/** An integer between two bounds, both included. */
export function whole(least: number, most: number): (text: string) => number {
  return (value) => {
    const number = Number(value)
    if (/^\d+$/.test(value) && number >= least && number <= most) return number
    throw new Wrong(`must be a whole number between ${least} and ${most}`)
  }
}

/** True for on. */
export function switched(value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on'
  throw new Wrong('must be on or off')
}

/** A secret that clients send. */
export function token(value: string): string {
  if (/^[\x21-\x7e]{16,200}$/.test(value)) return value
  throw new Wrong('must be 16 to 200 letters, digits and symbols, without spaces')
}

export function host(value: string): string {
  if (isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value)) return value
  throw new Wrong('must be a host name or an IP address without a port, such as localhost or 0.0.0.0')
}

function parsedUrl(value: string, protocols: string[], must: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url !== null && protocols.includes(url.protocol) && url.hostname !== '') return url
  throw new Wrong(must)
}

/** Generated passwords often have these characters, which end the part of an address where they stand. */
const ESCAPES =
  'In the user name and password, write / as %2F, # as %23, ? as %3F, % as %25 and a space as %20'
/**
 * Whether such a character stands in a password that begins like a port: the address is valid, but names a
 * wrong host.
 */
function isCut(value: string): boolean {
  const [, host = '', rest = ''] = /^[^:]+:\/\/([^/?#]*)(.*)$/s.exec(value) ?? []
  const [before_values = ''] = rest.split('=')
  return host.includes(':') && !host.includes('@') && before_values.includes('@')
}

/** What an address with a password must be; explains its characters if one may be given. */
function mustLookLike(example: string, value: string): Wrong {
  return new Wrong(`must look like ${example}${value.includes('@') ? `. ${ESCAPES}` : ''}`)
}

export function databaseUrl(value: string): string {
  if (/^postgres(ql)?:\/\/\S+$/.test(value) && !isCut(value) && isReadByDriver(value)) return value
  throw mustLookLike('postgres://user:password@host:5432/database', value)
}

/** Reads it as pg-connection-string does: without a host (…@/moot?host=/run), it is invalid for URL alone. */
function isReadByDriver(value: string): boolean {
  try {
    const strayPercent = /%[^a-f0-9]|%[a-f0-9][^a-f0-9]/i.test(value)
    const text = strayPercent ? encodeURI(value).replace(/%25(\d\d)/g, '%$1') : value
    const url = new URL(URL.canParse(text) ? text : text.replace('@/', '@socket/'))
    for (const part of [url.username, url.password, url.hostname]) decodeURIComponent(part)
    decodeURI(url.pathname)
    return true
  } catch {
    return false
  }
}

export function smtpUrl(value: string): string {
  const wrong = mustLookLike('smtp://user:password@host:587 or smtps://user:password@host:465', value)
  parsedUrl(value, ['smtp:', 'smtps:'], wrong.message)
  if (isCut(value)) throw wrong
  return value
}

/** A web address without a path. */
export function origin(value: string): string {
  const must = 'must be a web address without a path, such as https://moot.example.org'
  const url = parsedUrl(value, ['http:', 'https:'], must)
  if (url.href !== `${url.origin}/`) throw new Wrong(must)
  return url.origin
}

/** The name and address of the sender of mails. */
export function mailbox(value: string): Mailbox {
  const parts = /^(?:(?:"([^"<>]*)"\s*|([^"<>]*))<([^<>]*)>|([^<>]*))$/.exec(value)
  const address = parts?.[3] ?? parts?.[4] ?? ''
  const valid =
    /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i
  // Control characters could add headers to every mail.
  if (valid.test(address) && address.length <= 254 && !/\p{Cc}/u.test(value)) {
    return { name: (parts?.[1] ?? parts?.[2] ?? '').trim(), address }
  }
  throw new Wrong('must be one email address, such as Folkmoot <moot@example.org>')
}

/** A list of addresses and networks, and of keywords for some. */
export function networks(must: string, words: string[] = []): (text: string) => string[] {
  return (value) => {
    const all = value.split(',').map((entry) => entry.trim())
    if (value === '') return []
    if (all.every((entry) => words.includes(entry) || isIP(entry) !== 0 || isNetwork(entry))) return all
    throw new Wrong(must)
  }
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix = '', ...rest] = entry.split('/')
  const family = isIP(address)
  const bits = Number(prefix)
  return (
    family !== 0 &&
    rest.length === 0 &&
    /^\d+$/.test(prefix) &&
    bits >= 1 &&
    bits <= (family === 4 ? 32 : 128)
  )
}

export function logLevel(value: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === value)
  if (level === undefined) throw new Wrong(`must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}
