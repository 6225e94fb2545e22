import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf } from '../../http/credentials.ts'
import { knownZone } from '../../users/profile.ts'
import { cookieOf, YEAR_SECONDS } from './cookies.ts'

// Written by `islands/browser-zone.ts` too. It tells where a browser is, and is no secret.
const COOKIE = 'folkmoot_zone'
const UTC = 'UTC'

/** The reader in the time zone of their browser, for as long as they have not said which is theirs. */
export function inBrowserZone<Reader extends { time_zone: string; utc_chosen: boolean }>(
  request: FastifyRequest,
  reader: Reader,
): Reader {
  if (reader.time_zone !== UTC || reader.utc_chosen) return reader
  return { ...reader, time_zone: browserZone(request) ?? UTC }
}

export const ZONE_FIELD = 'time_zone'

/**
 * The reader in the time zone that the form which was sent is told in: by now the browser may have named
 * another.
 */
export function inFormZone<Reader extends { time_zone: string }>(
  request: FastifyRequest,
  reader: Reader,
): Reader {
  const named = bodyOf(request).fields[ZONE_FIELD]
  const zone = typeof named === 'string' ? knownZone(named) : null
  return zone === null ? reader : { ...reader, time_zone: zone }
}

/** The time zone the browser says it is in, or null. */
export function browserZone(request: FastifyRequest): string | null {
  const said = cookieOf(request, COOKIE)
  return said === null ? null : knownZone(said)
}

/** Lets this browser stay with the zone somebody chose, for whoever reads in it without having chosen one. */
export function keepZone(reply: FastifyReply, zone: string): void {
  reply.setCookie(COOKIE, zone, { path: '/', sameSite: 'lax', maxAge: YEAR_SECONDS })
}
